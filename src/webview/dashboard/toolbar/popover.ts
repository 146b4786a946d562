/** A panel below a button. Closes on Escape, on a click outside and when the embedded page gets the focus. */

import { type Child, element, setAttribute } from '../../../base/browser/dom.ts';

export interface Popover {
  /** Button and panel together. */
  readonly node: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly panel: HTMLElement;
  close(): void;
}

/** Pixels between the panel and the edge of the page. */
const edgePx = 6;

/** @param onOpen fills the panel before it is shown */
export function popover(button: HTMLButtonElement, label: string, onOpen: (panel: HTMLElement) => void): Popover {
  const panel = element('div', { class: 'popover', role: 'dialog', 'aria-label': label, hidden: true });
  const node = element('div', { class: 'hanger' }, button, panel);
  setAttribute(button, 'aria-expanded', 'false');
  setAttribute(button, 'aria-haspopup', 'dialog');
  const close = () => {
    if (panel.hidden) return;
    panel.hidden = true;
    setAttribute(button, 'aria-expanded', 'false');
  };
  const open = () => {
    onOpen(panel);
    panel.hidden = false;
    setAttribute(button, 'aria-expanded', 'true');
    // Moves the panel left if a narrow editor column would cut it off.
    panel.style.left = '0px';
    const { left, right } = panel.getBoundingClientRect();
    const overflow = Math.min(right - document.documentElement.clientWidth + edgePx, left - edgePx);
    if (overflow > 0) panel.style.left = `${-overflow}px`;
    panel.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  };
  button.addEventListener('click', () => (panel.hidden ? open() : close()));
  // On the document, because a click in the panel may have removed the focused element.
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || panel.hidden) return;
      event.stopPropagation();
      close();
      button.focus();
    },
    { capture: true },
  );
  const closeOutside = ({ target }: Event) => {
    if (target instanceof Node && !node.contains(target)) close();
  };
  document.addEventListener('focusin', closeOutside);
  document.addEventListener('pointerdown', closeOutside);
  window.addEventListener('blur', close);
  return { node, button, panel, close };
}

/** The rows of a panel. */
export function rows(...children: Child[]): HTMLElement {
  return element('div', { class: 'rows' }, ...children);
}
