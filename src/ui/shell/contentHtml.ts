/** Parts of pages without a script: paragraphs, links to places, and tables of counts with bars. */

import { escapeHtml } from '../../base/html.ts';

export function paragraph(kind: 'quiet' | 'note', text: string): string {
  return `<p class="${kind}">${escapeHtml(text)}</p>`;
}

/** Opens a file at a line; the panel must allow `command`. */
export function fileLink(text: string, command: string, ...[uri, line]: [uri: string, line: number]): string {
  const address = `command:${command}?${encodeURIComponent(JSON.stringify([uri, line]))}`;
  return `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`;
}

interface CountedRow {
  /** HTML. */
  label: string;
  count: number;
}

/** @param headings texts of the columns */
export function tableHtml(
  title: string,
  [first, ...headings]: readonly string[],
  items: readonly CountedRow[],
  number: Intl.NumberFormat,
  share: (count: number) => string,
): string {
  const most = Math.max(...items.map(({ count }) => count), 1);
  const rows = items.map(({ label, count }) => {
    const length = ((count / most) * 100).toFixed(1);
    const bar = `<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${length}" height="10"/></svg>`;
    const cells = [number.format(count), share(count)].map((text) => `<td class="number">${escapeHtml(text)}</td>`);
    return `<tr><th scope="row">${label}</th>${cells.join('')}<td class="chart">${bar}</td></tr>`;
  });
  const head = headings.map((text) => `<th scope="col" class="number">${escapeHtml(text)}</th>`);
  return [
    `<table><caption>${escapeHtml(title)}</caption>`,
    `<thead><tr><th scope="col">${escapeHtml(first ?? '')}</th>${head.join('')}<td></td></tr></thead>`,
    `<tbody>${rows.join('\n')}</tbody></table>`,
  ].join('\n');
}

export function percent(count: number, all: number, language: string): string {
  const share = all === 0 ? 0 : count / all;
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}
