/** The texts that a marked name was probably meant to be, as changes: one if it is clear. */

import type { IndexedFile } from '../../model/index/modelIndex.ts';
import type { Problem } from '../../model/source/problem.ts';
import { withQuotes } from '../../model/source/quotes.ts';
import type { Change } from './edits/action.ts';

export function replacements(file: IndexedFile, { range, fix }: Problem): Change[] {
  if (fix?.kind !== 'replace') return [];
  const marked = { start: file.lines.offsetAt(range.start), end: file.lines.offsetAt(range.end) };
  const { start, end } = fix.as === 'literal' ? withQuotes(file.text, marked) : marked;
  return fix.texts.map((text) => ({ file: file.path, start, end, text }));
}
