/** Removes or renames what is defined twice. The later one is marked. */

import { namedItems } from '../../model/index/definitions.ts';
import type { IndexedFile } from '../../model/index/modelIndex.ts';
import type { Span } from '../../model/source/range.ts';
import type { ListNode, MapNode } from '../../model/source/tree.ts';
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
  return definition ? [rename(file, span, freeName(definition.name, index.cubeNames))] : [];
}

function rename({ path }: IndexedFile, { start, end }: Span, text: string): Correction {
  return { title: `Rename to '${text}'`, changes: [{ file: path, start, end, text }] };
}

function itemFixes({ file, span, index, problem }: MarkedProblem, list: ListNode, item: MapNode): Correction[] {
  const name = file.text.slice(span.start, span.end);
  const definition = definitionAt(file, span);
  const taken =
    problem.code === 'duplicate-definition' || !definition ? index.cubeNames : index.members(definition).keys();
  const first = namedItems(list).find((one) => one.name === name && one.node !== item);
  const same = first !== undefined && isSameText(file, first.node, item);
  const renamed = rename(file, span, freeName(name, [...taken, ...namesOf(list)]));
  const remove: Correction = {
    title: `Remove this '${name}'`,
    changes: [removeItem(file, list.items, list.items.indexOf(item))],
    isPreferred: same,
  };
  return problem.code === 'duplicate-join' ? [remove] : [remove, renamed];
}

function entryFixes(file: IndexedFile, map: MapNode, key: string, span: Span): Correction[] {
  const same = map.entries.filter((one) => one.key === key);
  const entry = same.find(({ keySpan }) => keySpan.start === span.start)!;
  const first = same.find((one) => one !== entry);
  const isEqual = first !== undefined && isSameText(file, entrySpan(file.text, first), entrySpan(file.text, entry));
  const structured = entry.value.kind === 'map';
  return [
    { title: `Remove this '${key}'`, changes: [removeEntry(file, map, entry)], isPreferred: isEqual },
    ...(structured
      ? [
          rename(
            file,
            span,
            freeName(
              key,
              map.entries.map((one) => one.key),
            ),
          ),
        ]
      : []),
  ];
}
