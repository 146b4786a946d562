/** The keys that fit at the cursor and are not yet there, each with a start of its value. */

import { snakeCase } from '../../model/source/names.ts';
import { keyChoices, valueSlot } from '../keys/choices.ts';
import { draftOf } from '../keys/drafts.ts';
import { orderOf } from '../keys/keyDocs.ts';
import { keyText } from '../keys/keyText.ts';
import { namedRules } from '../keys/slot.ts';
import type { CompletionItem } from '../protocol/protocol.ts';
import { type CompletionRequest, commaAfter, writerFor } from './request.ts';

export function keyItems(request: CompletionRequest): CompletionItem[] {
  const { cursor, slot, range, words } = request;
  const { map, entry, before, indent, quote } = cursor;
  if (!map || !slot || namedRules(slot, map).length > 0) return [];
  const isOnlyKey = entry !== undefined || quote !== '';
  return keyChoices(slot, map, entry).map((choice): CompletionItem => {
    const inner = valueSlot(slot, map, choice);
    const label = words.keys === 'snake' ? snakeCase(choice.name) : choice.name;
    const text = isOnlyKey ? label : writerFor(request).entry(choice.name, draftOf(inner), ' '.repeat(indent));
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
