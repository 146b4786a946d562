/** A small menu of file formats behind a button. */

import { h, icon } from './dom.ts';

export type DownloadFormat = 'csv' | 'xlsx' | 'png' | 'pdf';

export function menu(
  label: string,
  formats: readonly DownloadFormat[],
  choose: (format: DownloadFormat) => void,
  text?: string,
): HTMLElement {
  const details = h('details', { class: 'menu' });
  details.append(
    h(
      'summary',
      { class: text === undefined ? 'tool' : 'button', 'aria-label': label, title: label },
      icon('download'),
      text,
    ),
    h(
      'div',
      { class: 'popover' },
      ...formats.map((format) =>
        h(
          'button',
          {
            type: 'button',
            'data-download': format,
            onclick: () => {
              details.open = false;
              choose(format);
            },
          },
          format.toUpperCase(),
        ),
      ),
    ),
  );
  closeElsewhere(details);
  return details;
}

/** A click beside it or Escape closes it. */
export function closeElsewhere(details: HTMLDetailsElement): void {
  details.addEventListener('toggle', () => {
    if (!details.open) return;
    const close = (event: Event) => {
      const inside = event instanceof MouseEvent && details.contains(event.target as Node);
      if (inside || (event instanceof KeyboardEvent && event.key !== 'Escape')) return;
      details.open = false;
    };
    const ended = new AbortController();
    document.addEventListener('click', close, { signal: ended.signal });
    document.addEventListener('keydown', close, { signal: ended.signal });
    details.addEventListener('toggle', () => ended.abort(), { once: true });
  });
}
