/** A handle above a panel that changes the panel's height, by pointer and arrow keys. */

import { element, setAttribute } from '../../../base/browser/dom.ts';

const minHeight = 120;
/** Pixels that the content above the panel keeps. */
const reservedHeight = 160;
const stepPx = 24;

/** @param panel ends at the bottom of the page */
export function makeResizeHandle(label: string, panel: () => HTMLElement): HTMLElement {
  const handle = element('div', {
    class: 'resize-handle',
    role: 'separator',
    'aria-orientation': 'horizontal',
    'aria-label': label,
    title: label,
    tabindex: 0,
  });
  const maxHeight = () => Math.max(minHeight, window.innerHeight - reservedHeight);
  const describe = () => {
    setAttribute(handle, 'aria-valuenow', panel().offsetHeight);
    setAttribute(handle, 'aria-valuemin', minHeight);
    setAttribute(handle, 'aria-valuemax', maxHeight());
  };
  const resize = (height: number) => {
    panel().style.height = `${Math.round(Math.max(minHeight, Math.min(height, maxHeight())))}px`;
    describe();
  };
  handle.addEventListener('pointerdown', (event) => {
    handle.setPointerCapture(event.pointerId);
    const bottom = event.clientY + panel().offsetHeight;
    const move = ({ clientY }: PointerEvent) => resize(bottom - clientY);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    });
  });
  handle.addEventListener('keydown', (event) => {
    const by = { ArrowUp: stepPx, ArrowDown: -stepPx }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    resize(panel().offsetHeight + by);
  });
  // The panel gets its height when it is shown.
  new ResizeObserver(describe).observe(handle);
  return handle;
}
