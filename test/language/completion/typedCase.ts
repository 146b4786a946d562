/** Texts as far as they are typed, and what an editor must show for them. */

import assert from 'node:assert/strict';
import { completion } from '../../../src/language/completion/completion.ts';
import type { CompletionItem } from '../../../src/language/protocol/protocol.ts';
import { type Place, placeIn } from '../places.ts';

/**
 * The place, the text with the cursor `▮`, and words that say what is expected: `type` is offered, `^type` is the first one,
 * `!type` is not offered, `-` nothing is. After `=>` is the first item, or the one before it, as it is inserted.
 */
export type TypedCase = readonly [place: string, text: string, expected: string, inserted?: string];

export function itemsAt({ index, path, position }: Place, trigger?: string): CompletionItem[] {
  return completion(index, path, position, trigger).items;
}

/** The items that an editor shows: those that match what is typed, in its order. */
function shownItems(place: Place, items: readonly CompletionItem[]): CompletionItem[] {
  const { index, path, position } = place;
  const line = index
    .file(path)!
    .text.replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)[position.line]!;
  const ranked = items.flatMap((item) => {
    const typed = line.slice(item.textEdit.range.start.character, position.character).toLowerCase();
    const label = (item.filterText ?? item.label).toLowerCase();
    const isPart = new RegExp([...typed].map((one) => one.replace(/\W/, '\\$&')).join('.*')).test(label);
    const rank = label.startsWith(typed) ? 0 : ` ${label}`.includes(` ${typed}`) ? 1 : 2;
    return isPart ? [{ item, at: `${rank}${item.sortText ?? item.label}` }] : [];
  });
  return ranked.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ item }) => item);
}

/** The text of a snippet with its placeholders filled in: the first of several values, `x` for an empty one, the same for one that is repeated. */
export function filledIn(snippet: string, empty = 'x'): string {
  const values = new Map<string, string>();
  const known = (number: string, value: string) => {
    values.set(number, value);
    return value;
  };
  const nested = snippet
    .replace(/\$\{(\d+)\|((?:\\.|[^|\\,])*)(?:\\.|[^|\\])*\|\}/g, (_, number: string, first: string) =>
      known(number, first.replace(/\\(.)/g, '$1')),
    )
    .replace(/(?<!\\)\$\{(\d+):((?:\\.|[^}\\])*)\}/g, (_, number: string, value: string) => known(number, value))
    .replace(/(?<!\\)\$([1-9]\d*)/g, (_, number: string) => values.get(number) ?? empty)
    .replace(/(?<!\\)\$0/g, '');
  return nested.replace(/\\([$}\\])/g, '$1');
}

/** The text of the file after an item was inserted. Further lines get the indentation of the line, as in VS Code. */
export function textWith(
  { index, path }: Place,
  { textEdit, insertTextFormat }: CompletionItem,
  empty?: string,
): string {
  const { text } = index.file(path)!;
  const [start, end] = [textEdit.range.start, textEdit.range.end].map((one) => index.offsetAt(path, one));
  const lineStart = Math.max(text.lastIndexOf('\n', start! - 1) + 1, 0);
  const [indent = ''] = /^[ \t]*/.exec(text.slice(lineStart, start)) ?? [];
  const written =
    insertTextFormat === 2 ? filledIn(textEdit.newText, empty).replace(/\n/g, `\n${indent}`) : textEdit.newText;
  return text.slice(0, start) + written + text.slice(end);
}

const heads: Readonly<Record<string, readonly [before: string, indent: number, after?: string]>> = {
  file: ['', 0],
  cube: ['cubes:\n  - name: orders\n    sql_table: t\n', 4],
  measure: ['cubes:\n  - name: orders\n    sql_table: t\n    measures:\n      - name: total\n', 8],
  dimension: ['cubes:\n  - name: orders\n    sql_table: t\n    dimensions:\n      - name: status\n', 8],
  rollup: ['cubes:\n  - name: orders\n    sql_table: t\n    pre_aggregations:\n      - name: main\n', 8],
  join: ['cubes:\n  - name: orders\n    sql_table: t\n    joins:\n      - name: users\n', 8],
  policy: ['cubes:\n  - name: orders\n    sql_table: t\n    access_policy:\n      - group: a\n', 8],
  view: ['views:\n  - name: sales\n', 4],
  group: ['view_groups:\n  - name: all\n', 4],
  'js cube': ['cube(`orders`, {\n  sqlTable: `t`,\n', 2, '});\n'],
  'js measure': ['cube(`orders`, {\n  sqlTable: `t`,\n  measures: {\n    total: {\n', 6, '    },\n  },\n});\n'],
  'js dimension': ['cube(`orders`, {\n  sqlTable: `t`,\n  dimensions: {\n    status: {\n', 6, '    },\n  },\n});\n'],
  'js rollup': ['cube(`orders`, {\n  sqlTable: `t`,\n  preAggregations: {\n    main: {\n', 6, '    },\n  },\n});\n'],
  'js view': ['view(`sales`, {\n', 2, '});\n'],
  js: ['', 0],
};

function placeOfCase([place, text]: TypedCase): Place {
  const [before, indent, after = ''] = heads[place] ?? assert.fail(`no place ${place}`);
  const lines = text.split('\n').map((line) => (line === '' ? line : ' '.repeat(indent) + line));
  const name = place.startsWith('js') ? 'a.js' : place === 'file' && /\{[%{]/.test(text) ? 'a.yml.jinja' : 'a.yml';
  return placeIn({ [name]: `${before}${lines.join('\n')}\n${after}` });
}

/** Undefined if an editor shows what the case expects. */
export function failureOf(typed: TypedCase): string | undefined {
  const [, text, expected, inserted] = typed;
  const place = placeOfCase(typed);
  const shown = shownItems(place, itemsAt(place));
  const labels = shown.map(({ label }) => label);
  const words = expected.split(' ').map((word) => word.replace(/~/g, ' '));
  const wrong = words.filter((word) => {
    if (word === '-') return labels.length > 0;
    if (word.startsWith('!')) return labels.includes(word.slice(1));
    return word.startsWith('^') ? labels[0] !== word.slice(1) : !labels.includes(word);
  });
  const context = `${typed[0]} ${JSON.stringify(text)}`;
  if (wrong.length > 0)
    return `${context}: ${wrong.join(' ')} of ${expected}; shown: ${labels.slice(0, 40).join(', ')}`;
  if (inserted === undefined) return undefined;
  const wanted = words.find((word) => !word.startsWith('!'))!.replace('^', '');
  const after = textWith(place, shown.find(({ label }) => label === wanted)!);
  const [before, indent, end = ''] = heads[typed[0]]!;
  const lines = inserted.split('\n').map((line) => (line === '' ? line : ' '.repeat(indent) + line));
  const full = `${before}${lines.join('\n')}\n${end}`;
  return after === full ? undefined : `${context}: ${wanted} gives\n${after}\ninstead of\n${full}`;
}
