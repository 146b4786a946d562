/** The texts that can be written at a position, the best first. */

import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { lineStart } from '../../model/source/lines.ts';
import { keyChoices, valueSlot } from '../keys/choices.ts';
import { cursorAt } from '../keys/cursorAt.ts';
import { draftOf } from '../keys/drafts.ts';
import { orderOf } from '../keys/keyDocs.ts';
import { keyText } from '../keys/keyText.ts';
import { namedRules, slotAt, writtenKey } from '../keys/slot.ts';
import { wordStyleOf } from '../keys/wordStyle.ts';
import type { CompletionItem, CompletionList, Position } from '../protocol/protocol.ts';
import { jinjaItems } from './jinjaItems.ts';
import { macroCall } from './macroCall.ts';
import { referenceCompletion } from './referenceCompletion.ts';
import { templateNameCompletion } from './references/templateNameCompletion.ts';
import { type CompletionRequest, commaAfter, writerFor } from './request.ts';
import { snippetItems } from './snippetItems.ts';
import { valueItems } from './valueItems.ts';

/** The characters that make an editor ask. */
export const completionTriggers: readonly string[] = [...'.{: -%"\'$`'];

/** Also letters: editors take an unfinished key of YAML for a text, and do not ask for completions in texts. */
export const yamlTriggers: readonly string[] = [...completionTriggers, ...'abcdefghijklmnopqrstuvwxyz'];

/** `trigger` is the character that was typed, if it made the editor ask. */
export function completion(index: ModelIndex, path: string, position: Position, trigger?: string): CompletionList {
  const file = index.file(path);
  if (!file) return { isIncomplete: false, items: [] };
  const offset = file.lines.offsetAt(position);
  const before = file.text.slice(lineStart(file.text, offset), offset);
  if (isAccidental(before, trigger)) return { isIncomplete: false, items: [] };
  // After a dot only a name follows.
  const isName = /\w\.\w*$/.test(before);
  const inTag = jinjaItems(file, offset);
  const call = inTag || templateNameCompletion(index, path, offset) ? undefined : macroCall(index, file, offset);
  const items = call
    ? itemsIn(call.index, call.path, call.offset, isName, trigger).map((item) => moved(item, call.lines))
    : itemsIn(index, path, offset, isName, trigger, inTag);
  return { isIncomplete: false, items };
}

function itemsIn(
  index: ModelIndex,
  path: string,
  offset: number,
  isName: boolean,
  trigger: string | undefined,
  inTag?: CompletionItem[],
): CompletionItem[] {
  const own = isName ? [] : (inTag ?? itemsAt(index, path, offset, trigger));
  const references = referenceCompletion(index, path, offset) ?? [];
  const named = new Set(references.map(({ label }) => label));
  return [...references, ...own.filter(({ label }) => !named.has(label))];
}

function moved({ textEdit, ...item }: CompletionItem, lines: number): CompletionItem {
  const { start, end } = textEdit.range;
  const move = ({ line, character }: Position) => ({ line: line + lines, character });
  return { ...item, textEdit: { ...textEdit, range: { start: move(start), end: move(end) } } };
}

/** Spaces and dashes are typed in texts and as indentation, too. */
export function isAccidental(before: string, trigger: string | undefined): boolean {
  if (trigger === ' ') return !/(?:[:,[{]|^\s*-|\{%[-+]?)\s*$/.test(before);
  return trigger === '-' && !/^\s*(?:- )*-$/.test(before);
}

function itemsAt(index: ModelIndex, path: string, offset: number, trigger: string | undefined): CompletionItem[] {
  const file = index.file(path)!;
  const cursor = cursorAt(path, file.text, offset);
  if (!cursor) return [];
  const { text, lines } = file;
  const slot = slotAt(cursor);
  const quote = text.split('`').length > text.split("'").length ? '`' : "'";
  const words = wordStyleOf(text, file.source.language);
  const range = lines.rangeOf(cursor.span);
  const request: CompletionRequest = { index, file, offset, cursor, slot, range, quote, words, trigger };
  return [...valueItems(request), ...keyItems(request), ...snippetItems(request)];
}

/** The keys that fit at the cursor and are not yet there, each with a start of its value. */
function keyItems(request: CompletionRequest): CompletionItem[] {
  const { cursor, slot, range, words } = request;
  const { map, entry, before, indent, quote } = cursor;
  if (!map || !slot || namedRules(slot, map).length > 0) return [];
  const isOnlyKey = entry !== undefined || quote !== '';
  return keyChoices(slot, map, entry).map((choice): CompletionItem => {
    const inner = valueSlot(slot, map, choice);
    const label = writtenKey(slot, choice.name, words);
    const text = isOnlyKey ? label : writerFor(request).entry(label, draftOf(inner), ' '.repeat(indent));
    const order = String(orderOf(inner.keys)).padStart(3, '0');
    return {
      label,
      kind: 10,
      ...(choice.required === 0 ? { detail: 'required' } : {}),
      documentation: { kind: 'markdown', value: keyText(label, inner, words) },
      sortText: `${choice.required}${order}`,
      insertTextFormat: isOnlyKey ? 1 : 2,
      textEdit: { range, newText: before + text + (isOnlyKey ? '' : commaAfter(request)) },
    };
  });
}
