/** A panel that hangs from a button: opens on a click, closes on Escape, on a click elsewhere and when the embed takes the focus. */

import { type Child, element, setAttribute } from '../../../base/browser/dom.ts';

export interface Popover {
  /** Button and panel together. */
  readonly node: HTMLElement;
  readonly button: HTMLButtonElement;
  readonly panel: HTMLElement;
  close(): void;
}

/** @param onOpen fills the panel just before it is shown. */
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
    // Never beyond the page's right edge, however narrow the editor column is.
    panel.style.left = '0px';
    const { left, right } = panel.getBoundingClientRect();
    const beyond = Math.min(right - document.documentElement.clientWidth + 6, left - 6);
    if (beyond > 0) panel.style.left = `${-beyond}px`;
    panel.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  };
  button.addEventListener('click', () => (panel.hidden ? open() : close()));
  // The document's: what had the focus in the panel may have gone with a click on it.
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
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Node && !node.contains(target)) close();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !node.contains(target)) close();
  });
  window.addEventListener('blur', close);
  return { node, button, panel, close };
}

/** A panel's rows. */
export function rows(...children: Child[]): HTMLElement {
  return element('div', { class: 'rows' }, ...children);
}
