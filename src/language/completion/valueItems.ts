/** The values that a key at the cursor can have. */

import { inQuotes } from '../codeActions/edits/newText.ts';
import { type ValueChoice, valueChoices } from '../keys/choices.ts';
import { plainValue } from '../keys/cursor.ts';
import { switchValues } from '../keys/switchValues.ts';
import type { CompletionItem } from '../protocol/protocol.ts';
import type { CompletionRequest } from './request.ts';
import { needsQuotes } from './snippetText.ts';

export function valueItems(request: CompletionRequest): CompletionItem[] {
  const { index, file, cursor, slot, range, words } = request;
  if (!cursor.isValue || !slot || (cursor.map?.entries.length ?? 0) > 0) return [];
  const named = switchValues(index, file, cursor).map((text): ValueChoice => ({ text, kind: 'value' }));
  return [...named, ...valueChoices(slot, words)].flatMap(({ text, kind }, at): CompletionItem[] => {
    if (kind === 'word' && cursor.quote !== '') return [];
    return [
      {
        label: text,
        kind: kind === 'value' ? 20 : 12,
        sortText: String(at).padStart(3, '0'),
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
