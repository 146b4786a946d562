/** A text in which a placeholder stands at the cursor, so that the unfinished line around it can be parsed. */

import type { Span } from '../../../model/source/range.ts';

/** A name that no model uses. */
export const placeholder = 'x__here__x';

export interface Patch {
  text: string;
  /** Where the placeholder starts in `text`. */
  at: number;
  /** The source text that a completion replaces. */
  word: Span;
  /** What is missing after the word. */
  close: '' | '}';
  /** YAML: a value without quotes that needs them, because it starts with a brace. */
  unquoted?: Span;
  /** YAML: the dash of a list item is missing before the word. */
  needsDash?: boolean;
}

/** The name around an offset. */
export function wordAt(text: string, offset: number): Span {
  let start = offset;
  while (start > 0 && /\w/.test(text[start - 1]!)) start -= 1;
  let end = offset;
  while (end < text.length && /\w/.test(text[end]!)) end += 1;
  return { start, end };
}
