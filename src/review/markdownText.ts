/** Texts of a review in Markdown: values of unknown origin, and sections up to a length. */

import { type CatalogMessage, fillIn } from '../base/errors.ts';

/** The longest comment that GitHub takes, in characters. */
export const maxCommentLength = 65_536;

export interface Section {
  /** Lines above the items. */
  head: readonly string[];
  /** An item has one or more lines, which stay together. */
  items: readonly string[];
  /** The plural of an item, for the line about the missing ones: `files`. */
  noun: string;
  /** Sections with the lowest number are filled first. */
  rank: number;
}

/** For the line that says what is left out. */
const reserved = 300;

export function boundedText(intro: string, sections: readonly Section[], length: number): string {
  const heads = sections.map(({ head }) => head.map((line) => `${line}\n`).join(''));
  let rest = length - reserved - intro.length - heads.reduce((sum, { length }) => sum + length + 2, 0);
  const kept = sections.map(() => 0);
  const byRank = [...sections.entries()].sort(([, a], [, b]) => a.rank - b.rank);
  for (const [at, { items }] of byRank) {
    for (const item of items) {
      if (item.length + 1 > rest) break;
      rest -= item.length + 1;
      kept[at]! += 1;
    }
  }
  const missing = sections.flatMap(({ items, noun }, at) => {
    const count = items.length - kept[at]!;
    return count > 0 ? [`${count} ${noun}`] : [];
  });
  const body = sections.map(
    ({ items }, at) =>
      `${heads[at]}${items
        .slice(0, kept[at])
        .map((item) => `${item}\n`)
        .join('')}`,
  );
  const end =
    missing.length > 0
      ? `\nNot shown, because the text is limited to ${length} characters: ${missing.join(', ')}.\n`
      : '';
  return `${intro}${body.join('')}${end}`;
}

/** Control characters, those that change the direction of writing, and invisible ones. */
const hidden = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u200b\u2060\ufeff]+/gu;
const longest = 200;

/** One line without invisible characters; a longer text is cut. */
export function shortText(text: string): string {
  return clip(text.slice(0, longest * 4).replace(hidden, ' '), longest);
}

/** Cuts between characters, not inside one. */
function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** One line, also in a cell of a table. */
export function inlineCode(text: string): string {
  const clipped = shortText(text);
  if (clipped.trim() === '') return '(empty)';
  const runs = clipped.match(/`+/g) ?? [];
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map((run) => run.length)));
  const pad = /^`|`$/.test(clipped) ? ' ' : '';
  // A table ends a cell at each bar that no backslash escapes.
  const safe = clipped.replace(/(\\*)\|/g, '$1$1\\|').replace(/\\+$/, '$& ');
  return `${fence}${pad}${safe}${pad}${fence}`;
}

export function valueText(cell: string | number | boolean | null): string {
  return cell === null ? '*null*' : inlineCode(String(cell));
}

/** A message of a catalog, its names as code. */
export function inlineText({ text, args }: CatalogMessage): string {
  return fillIn(
    text.message,
    args.map((value) => {
      if (typeof value === 'number') return value;
      return inlineCode(typeof value === 'object' ? value.message : value);
    }),
  );
}
