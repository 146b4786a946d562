/** The values that a key at the cursor can have. */

import { dimensionTypes } from '../../model/catalog/catalog.ts';
import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import { isCurrentCube } from '../../model/index/resolve.ts';
import { textOf, type ValueNode, valueAt } from '../../model/source/tree.ts';
import { inQuotes } from '../codeActions/edits/newText.ts';
import { type ValueChoice, valueChoices } from '../keys/choices.ts';
import { type Cursor, nodeOf, plainValue } from '../keys/cursor.ts';
import type { CompletionItem } from '../protocol/protocol.ts';
import type { CompletionRequest } from './request.ts';
import { needsQuotes } from './snippetText.ts';
import { columnOfType } from './tableColumns.ts';

export function valueItems(request: CompletionRequest): CompletionItem[] {
  const { index, file, cursor, slot, range, words } = request;
  if (!cursor.isValue || !slot || (cursor.map?.entries.length ?? 0) > 0) return [];
  const named = switchValues(index, file, cursor).map((text): ValueChoice => ({ text, kind: 'value' }));
  const column = slot.keys.includes('dimensions') ? columnOfType(request) : undefined;
  const isSuggested = (text: string) => column !== undefined && dimensionTypes[column.kind] === text;
  return [...named, ...valueChoices(slot, words)].flatMap(({ text, kind }, at): CompletionItem[] => {
    if (kind === 'word' && cursor.quote !== '') return [];
    return [
      {
        label: text,
        ...(isSuggested(text) && column ? { detail: `${column.name} is ${column.type}`, preselect: true } : {}),
        kind: kind === 'value' ? 20 : 12,
        sortText: (isSuggested(text) ? '!' : '') + String(at).padStart(3, '0'),
        insertTextFormat: 1,
        textEdit: { range, newText: cursor.before + written(request, text, kind) + cursor.after },
      },
    ];
  });
}

function written({ cursor, quote }: CompletionRequest, text: string, kind: ValueChoice['kind']): string {
  if (kind === 'word') return text;
  const language = cursor.style === 'javascript' ? 'javascript' : 'yaml';
  if (cursor.quote !== '') return inQuotes(language, text, cursor.quote);
  const isText = typeof plainValue(text) === 'string' && !needsQuotes(text, cursor.style);
  const around = language === 'javascript' ? quote : isText ? '' : '"';
  return around === '' ? text : around + inQuotes(language, text, around) + around;
}

/** The values of the dimension that a `case` switches on; those that no other `when` has come first. Empty at other places. */
function switchValues(index: ModelIndex, file: IndexedFile, { steps, span }: Cursor): string[] {
  const last = steps.at(-1);
  const when = steps.find((step) => 'entry' in step && step.entry.name === 'when');
  if (!last || !('entry' in last) || last.entry.name !== 'value' || !when) return [];
  const text = valueAt(when.holder, 'switch');
  const names = text && file.text.slice(text.start, text.end).match(/\w+/g);
  if (!names) return [];
  const own = file.definitions.findLast((one) => one.span.start <= span.start);
  const cube = names.at(-2);
  const holder = cube === undefined || isCurrentCube(cube) ? own : index.cube(cube);
  const dimension = holder && index.member(holder, names.at(-1)!, ['dimension']);
  const used = new Set(itemsOf(nodeOf(when)).map((one) => textOf(valueAt(one, 'value'))));
  const all = itemsOf(valueAt(dimension?.node, 'values')).flatMap((one) => textOf(one) ?? []);
  return all.toSorted((a, b) => Number(used.has(a)) - Number(used.has(b)));
}

function itemsOf(node: ValueNode | undefined): readonly ValueNode[] {
  return node?.kind === 'list' ? node.items : [];
}
