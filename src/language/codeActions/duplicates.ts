/** Removes or renames what is defined twice. The later one is marked. */

import { namedItems } from '../../model/index/definitions.ts';
import type { IndexedFile } from '../../model/index/modelIndex.ts';
import { lineEnd } from '../../model/source/lines.ts';
import { problemCatalog } from '../../model/source/problemCatalog.ts';
import type { Span } from '../../model/source/range.ts';
import type { Entry, ListNode, MapNode } from '../../model/source/tree.ts';
import type { Correction, MarkedProblem } from './edits/action.ts';
import { entrySpan, freeName, namesOf, removeEntry, removeItem } from './edits/sourceEdits.ts';
import { definitionAt, entryAt, entryWithValue } from './edits/treePlaces.ts';

function isSameText({ text }: IndexedFile, a: Span, b: Span): boolean {
  const words = ({ start, end }: Span) => text.slice(start, end).replace(/\s+/g, ' ').replace(/,? *$/, '');
  return words(a) === words(b);
}

export function duplicateFixes(marked: MarkedProblem): Correction[] {
  const { file, span, index } = marked;
  const named = entryWithValue(file, span);
  if (named?.entry.key === 'name' && named.list) return itemFixes(marked, named.list, named.map);
  const keyed = entryAt(file, span);
  if (keyed) return entryFixes(file, keyed.map, keyed.entry.key, span);
  const definition = definitionAt(file, span);
  return definition ? [rename(file, span, freeName(definition.name, index.cubeNames)), ...renameOther(marked)] : [];
}

/** The other definition of that name may be the one that is too much. */
function renameOther({ index, file, span }: MarkedProblem): Correction[] {
  const own = definitionAt(file, span);
  const other = own && index.definitionsNamed(own.name).find((one) => one !== own);
  if (!other) return [];
  const { start, end } = other.nameSpan;
  const text = freeName(own.name, index.cubeNames);
  const title = `Rename the other '${own.name}' to '${text}'`;
  return [{ title, changes: [{ file: other.file, start, end, text }], isPreferred: true }];
}

function rename({ path }: IndexedFile, { start, end }: Span, text: string): Correction {
  return { title: `Rename to '${text}'`, changes: [{ file: path, start, end, text }], isPreferred: true };
}

function itemFixes(marked: MarkedProblem, list: ListNode, item: MapNode): Correction[] {
  const { file, span, index, problem } = marked;
  const name = file.text.slice(span.start, span.end);
  const definition = definitionAt(file, span);
  const isDefinition = problem.code === problemCatalog.duplicateDefinition.code;
  const taken = isDefinition || !definition ? index.cubeNames : index.members(definition).keys();
  const first = namedItems(list).find((one) => one.name === name && one.node !== item);
  const same = first !== undefined && isSameText(file, first.node, item);
  const renamed = rename(file, span, freeName(name, [...taken, ...namesOf(list)]));
  const remove: Correction = {
    title: `Remove this '${name}'`,
    changes: [removeItem(file, list.items, list.items.indexOf(item))],
    isPreferred: same,
  };
  if (problem.code === problemCatalog.duplicateJoin.code) return [remove];
  const other = isDefinition ? renameOther(marked) : [];
  return [remove, { ...renamed, isPreferred: !same }, ...other];
}

function entryFixes(file: IndexedFile, map: MapNode, key: string, span: Span): Correction[] {
  const same = map.entries.filter((one) => one.key === key);
  const entry = same.find(({ keySpan }) => keySpan.start === span.start)!;
  const first = same.find((one) => one !== entry);
  const isEqual = first !== undefined && isSameText(file, entrySpan(file.text, first), entrySpan(file.text, entry));
  const remove: Correction = {
    title: `Remove this '${key}'`,
    changes: [removeEntry(file, map, entry)],
    isPreferred: isEqual,
  };
  if (entry.value.kind === 'list' && !isEqual) return first ? moveItems(file, map, entry, first) : [];
  if (entry.value.kind !== 'map') return [remove];
  const keys = map.entries.map((one) => one.key);
  return [remove, { ...rename(file, span, freeName(key, keys)), isPreferred: !isEqual }];
}

/** Moves the items of a repeated list of YAML, line by line, to the end of the first one. */
function moveItems(file: IndexedFile, map: MapNode, entry: Entry, first: Entry): Correction[] {
  const { text, path } = file;
  const [from, to] = [entry.value, first.value];
  if (from.kind !== 'list' || to.kind !== 'list' || [from, to].some(({ start }) => text[start] === '[')) return [];
  const start = lineEnd(text, entry.keySpan.end);
  const items = text.slice(start, entrySpan(text, entry).end);
  const end = lineEnd(text, entrySpan(text, first).end);
  const moved = { file: path, start: end, end, text: items };
  return [
    {
      title: `Move the items to the first '${entry.key}'`,
      changes: [moved, removeEntry(file, map, entry)],
      isPreferred: true,
    },
  ];
}
