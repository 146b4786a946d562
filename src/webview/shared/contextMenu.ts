/** A menu at a place of the page. */

import { element } from '../../base/browser/dom.ts';

export interface MenuEntry {
  label: string;
  run(): void;
}

/** Closes on Escape, Tab, a click outside and when the page loses the focus. @param back gets the focus when the user chose or closed it */
export function showMenu(entries: readonly MenuEntry[], x: number, y: number, back: HTMLElement): void {
  const ended = new AbortController();
  const menu = element('div', { class: 'context-menu', role: 'menu' });
  const close = (returns: boolean) => {
    ended.abort();
    menu.remove();
    if (returns) back.focus();
  };
  const items = entries.map(({ label, run }) => {
    const onclick = () => {
      close(true);
      run();
    };
    return element('button', { type: 'button', class: 'menu-item', role: 'menuitem', tabindex: -1, onclick }, label);
  });
  menu.append(...items);
  menu.addEventListener('keydown', (event) => {
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab' || event.key === 'Escape') close(true);
    else if (target === undefined) return;
    else items.at(target % items.length)?.focus();
    event.preventDefault();
    event.stopPropagation();
  });
  const { signal } = ended;
  const closeOutside = ({ target }: Event) => {
    if (!(target instanceof Node && menu.contains(target))) close(false);
  };
  document.addEventListener('pointerdown', closeOutside, { signal, capture: true });
  document.addEventListener('wheel', closeOutside, { signal, capture: true, passive: true });
  window.addEventListener('blur', () => close(false), { signal });
  document.body.append(menu);
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(0, Math.min(x, window.innerWidth - width - 4))}px`;
  menu.style.top = `${Math.max(0, Math.min(y, window.innerHeight - height - 4))}px`;
  items[0]?.focus();
}
