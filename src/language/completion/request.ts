/** A place where something can be completed. */

import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import type { Cursor } from '../keys/cursor.ts';
import type { Slot } from '../keys/slot.ts';
import type { WordStyle } from '../keys/wordStyle.ts';
import type { Range } from '../protocol/protocol.ts';
import { snippetNames } from './snippetNames.ts';
import { SnippetWriter } from './snippetText.ts';

export interface CompletionRequest {
  index: ModelIndex;
  file: IndexedFile;
  offset: number;
  cursor: Cursor;
  /** The rules of the node at the cursor; undefined if a statement of JavaScript can be written there. */
  slot: Slot | undefined;
  /** The text that is replaced. */
  range: Range;
  /** The quote of texts in JavaScript. */
  quote: string;
  words: WordStyle;
  /** The typed character that made the editor ask; undefined if the user did. */
  trigger: string | undefined;
}

export function writerFor({ index, file, offset, cursor, quote, words }: CompletionRequest): SnippetWriter {
  return new SnippetWriter(cursor.style, quote, words, snippetNames(index, file, offset));
}

/** The comma that is missing after a new entry or item. */
export function commaAfter({ cursor, file }: CompletionRequest): string {
  const rest = file.text.slice(cursor.span.end, cursor.span.end + 500);
  const [spaces = '', next = ''] = /^(\s*)(\S?)/.exec(rest)?.slice(1) ?? [];
  if (cursor.style === 'block' || next === ',') return '';
  if (cursor.style === 'flow') return /[\w"'[{]/.test(next) ? ',' : '';
  return /[}\])]/.test(next) && !/[\r\n]/.test(spaces) ? '' : ',';
}
