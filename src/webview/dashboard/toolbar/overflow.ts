/** Moves controls out of the toolbar while it is too narrow for all of them. */

/**
 * Moves the last controls of a row to the menu, as many as needed, and back as soon as there is room.
 * @param row does not wrap
 * @param controls in the order of the row; the last one leaves first
 * @param end the part of the row after the controls
 * @param menu shows the controls that left
 * @param isBusy while it is true, the controls stay where they are, because the user works with them
 * @returns call it when a control changed its width
 */
export function moveOverflow(
  row: HTMLElement,
  controls: readonly HTMLElement[],
  end: HTMLElement,
  menu: HTMLElement,
  isBusy: () => boolean,
): () => void {
  let shown = controls.length;
  const isTooNarrow = () => row.scrollWidth > row.clientWidth;
  const leave = () => {
    shown -= 1;
    menu.prepend(controls[shown]!);
  };
  const update = () => {
    if (isBusy()) return;
    while (shown > 0 && isTooNarrow()) leave();
    while (shown < controls.length && !isTooNarrow()) {
      end.before(controls[shown]!);
      shown += 1;
      if (!isTooNarrow()) continue;
      leave();
      return;
    }
  };
  new ResizeObserver(update).observe(row);
  return update;
}
