/** Other forms of a value that its key does not accept: in quotes, as a list, as the item of a list, or removed. */

import { columnOf } from '../../model/source/lines.ts';
import { javaScriptText, withQuotes } from '../../model/source/quotes.ts';
import { textOf, type ValueNode } from '../../model/source/tree.ts';
import type { Change, Correction, MarkedProblem } from './edits/action.ts';
import { entrySpan, lineBreakOf, removeEntry } from './edits/sourceEdits.ts';
import { type EntryPlace, entryAt, entryWithValue } from './edits/treePlaces.ts';
import { validName } from './plainFixes.ts';

/** The entry of a marked value: its value is marked, or its key if the value is empty or has parts. */
function markedEntry({ file, span }: MarkedProblem): EntryPlace | undefined {
  return entryWithValue(file, span) ?? entryAt(file, span);
}

/** Replaces what follows the colon of a key. */
function valueChange({ file }: MarkedProblem, { entry }: EntryPlace, text: string): Change {
  const key = withQuotes(file.text, entry.keySpan);
  const start = file.text.indexOf(':', key.end) + 1;
  const { end } = entrySpan(file.text, entry);
  return { file: file.path, start, end: Math.max(start, end), text: text.startsWith('\n') ? text : ` ${text}` };
}

function sourceOf({ file }: MarkedProblem, node: ValueNode): string {
  const { start, end } = node.kind === 'scalar' ? withQuotes(file.text, node) : node;
  return file.text.slice(start, end);
}

/** A number, a date or a word that YAML reads as something else than a text. */
function quoted(marked: MarkedProblem, place: EntryPlace): Correction[] {
  const { value } = place.entry;
  if (value.kind !== 'scalar' || value.dynamic || typeof value.value === 'string' || value.value === null) return [];
  const source = sourceOf(marked, value);
  if (source === '' || /["'`\\\r\n]/.test(source)) return [];
  const text = marked.file.source.language === 'yaml' ? `"${source}"` : javaScriptText(source, "'");
  return [{ title: `Change to ${text}`, changes: [valueChange(marked, place, text)], isPreferred: true }];
}

/** A list with the value as its item, or with a block of keys that has it as its SQL. */
function asList(marked: MarkedProblem, place: EntryPlace): Correction[] {
  const { file } = marked;
  const { map, entry } = place;
  const { value } = entry;
  if (value.kind !== 'scalar' || value.value === null || value.value === '' || value.dynamic) return [];
  const source = sourceOf(marked, value);
  if (/[\r\n]/.test(source)) return [];
  const isBlock = file.source.language === 'yaml' && file.text[map.start] !== '{';
  const indent = ' '.repeat(columnOf(file.text, entry.keySpan.start) + 2);
  const list = (item: string, flow: string) =>
    isBlock ? `\n${indent}- ${item}`.replace('\n', lineBreakOf(file.text)) : `[${flow}]`;
  return [list(source, source), list(`sql: ${source}`, `{ sql: ${source} }`)].map((text) => ({
    title: 'Change to a list',
    changes: [valueChange(marked, place, text)],
    isPreferred: true,
  }));
}

function onlyItem(marked: MarkedProblem, place: EntryPlace): Correction[] {
  const { value } = place.entry;
  const [item, ...others] = value.kind === 'list' ? value.items : [];
  if (!item || others.length > 0 || (item.kind !== 'scalar' && item.kind !== 'code')) return [];
  const text = sourceOf(marked, item);
  return [{ title: `Change to '${text}'`, changes: [valueChange(marked, place, text)], isPreferred: true }];
}

/** A text without characters says nothing. */
function withoutEmpty({ file }: MarkedProblem, { map, entry }: EntryPlace): Correction[] {
  if (textOf(entry.value) !== '' || map.entries.length < 2) return [];
  return [{ title: `Remove '${entry.key}'`, changes: [removeEntry(file, map, entry)], isPreferred: true }];
}

/** The key of a value that cannot be right, such as a cube that extends itself. */
export function removeValue(marked: MarkedProblem): Correction[] {
  const place = markedEntry(marked);
  if (!place || place.map.entries.length < 2) return [];
  const { map, entry } = place;
  return [{ title: `Remove '${entry.key}'`, changes: [removeEntry(marked.file, map, entry)], isPreferred: true }];
}

export function valueFixes(marked: MarkedProblem): Correction[] {
  const place = markedEntry(marked);
  if (!place) return [];
  if (place.entry.key === 'name') return validName(marked);
  return [quoted, withoutEmpty, onlyItem, asList].flatMap((make) => make(marked, place));
}
