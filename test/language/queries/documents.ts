/** Documents with a cursor, and what the features answer there. */

import assert from 'node:assert/strict';
import type { CompletionItem, Position } from '../../../src/language/protocol/protocol.ts';
import { queryCompletion } from '../../../src/language/queries/completion.ts';
import type { QueryFiles } from '../../../src/language/queries/document.ts';
import { LineIndex } from '../../../src/model/source/range.ts';
import { shop } from '../../model/documents/shop.ts';

const cursor = '▮';

export interface DocumentPlace {
  source: { path: string; text: string };
  position: Position;
  offset: number;
}

/** Removes the `▮`: there is the cursor. */
export function placeIn(text: string, path = 'queries/top.query.yml'): DocumentPlace {
  const offset = text.indexOf(cursor);
  assert.ok(offset >= 0, 'no cursor');
  const plain = text.replace(cursor, '');
  return { source: { path, text: plain }, position: new LineIndex(plain).positionAt(offset), offset };
}

export function itemsAt({ source, position }: DocumentPlace, files?: QueryFiles): CompletionItem[] {
  return queryCompletion(shop, source, position, files).items.toSorted((a, b) =>
    (a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1,
  );
}

export function labelsAt(text: string, path?: string, files?: QueryFiles): string[] {
  return itemsAt(placeIn(text, path), files).map(({ label }) => label);
}

/** The text after an item is chosen. The first value of a choice is taken; other places to fill in get `value`. */
export function applied({ source: { text } }: DocumentPlace, item: CompletionItem, value = ''): string {
  const { range, newText } = item.textEdit;
  const lines = new LineIndex(text);
  const [start, end] = [lines.offsetAt(range.start), lines.offsetAt(range.end)];
  // An editor indents the further lines of a snippet like the line that it is in.
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', start - 1) + 1))![0];
  const plain =
    item.insertTextFormat === 2
      ? newText
          .replace(/\n/g, `\n${indent}`)
          .replace(/\$\{\d+\|([^,|]*)[^|]*\|\}/g, '$1')
          .replace(/\$\d+/g, value)
          .replace(/\\([\\$}])/g, '$1')
      : newText;
  return text.slice(0, start) + plain + text.slice(end);
}

/** The texts after the item with that label is chosen. */
export function chosen(text: string, label: string, path?: string, value?: string): string {
  const place = placeIn(text, path);
  const item = itemsAt(place).find((one) => one.label === label) ?? assert.fail(`${label} is not offered`);
  return applied(place, item, value);
}
