/** The texts that a marked name was probably meant to be, as changes: one if it is clear. */

import type { IndexedFile } from '../../model/index/modelIndex.ts';
import type { Problem } from '../../model/source/problem.ts';
import type { Change } from './edits/action.ts';

export function replacements(file: IndexedFile, { range, fix }: Problem): Change[] {
  if (fix?.kind !== 'replace') return [];
  const start = file.lines.offsetAt(range.start);
  const end = file.lines.offsetAt(range.end);
  return fix.texts.map((text) => ({ file: file.path, start, end, text }));
}
