/** The formatted text as an edit of a document. */

import { LineIndex } from '../../model/source/range.ts';
import type { TextEdit } from '../protocol/protocol.ts';
import { formatText } from './formatText.ts';

/** One edit of the part that changes, so that a cursor outside of it stays. @throws UserError that says why the text stays as it is */
export function editsOf(...[path, text, kind]: Parameters<typeof formatText>): TextEdit[] {
  const { text: now, kept } = formatText(path, text, kind);
  if (kept) throw kept;
  if (now === text) return [];
  const most = Math.min(text.length, now.length);
  let start = 0;
  while (start < most && text[start] === now[start]) start += 1;
  let behind = 0;
  while (behind < most - start && text.at(-1 - behind) === now.at(-1 - behind)) behind += 1;
  const range = new LineIndex(text).rangeOf({ start, end: text.length - behind });
  return [{ range, newText: now.slice(start, now.length - behind) }];
}
