/** A drop-down below a button. */

import { element, strokeIcon } from '../../../base/browser/dom.ts';

export type DownloadFormat = 'csv' | 'xlsx' | 'png' | 'pdf';

const downloadIcon = 'M8 2.5v7.5M4.8 7L8 10.2 11.2 7M3 13.5h10';

/** A menu of file formats. Without `text` the button shows the icon only. */
export function downloadMenu(
  label: string,
  formats: readonly DownloadFormat[],
  onSelect: (format: DownloadFormat) => void,
  text?: string,
): HTMLElement {
  const attributes = { class: text === undefined ? 'tool' : 'button', 'aria-label': label, title: label };
  const summary = element('summary', attributes, strokeIcon(downloadIcon), text);
  const items = formats.map((format) => {
    const onclick = () => {
      menu.open = false;
      onSelect(format);
    };
    return element('button', { type: 'button', 'data-download': format, onclick }, format.toUpperCase());
  });
  const menu = element('details', { class: 'menu' }, summary, element('div', { class: 'popover' }, ...items));
  return menu;
}

/** Closes open menus on Escape and on clicks elsewhere. Call once. */
export function closeMenusOnOutsideInput(): void {
  const close = (target: EventTarget | null) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]'))
      if (!menu.contains(target as Node | null)) menu.open = false;
  };
  document.addEventListener('click', ({ target }) => close(target));
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && close(null));
}
