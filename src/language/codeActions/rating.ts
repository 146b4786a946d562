/** Says how far a text is from one that can be read, without the other files of its model. */

import { localProblems } from '../../model/diagnose.ts';
import { type IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import { type Change, changed } from './edits/action.ts';

/** Problems that say that the parts of a text are not where they belong; others may be due to the missing files. */
const misplaced =
  /^(missing-(key|name|dash)|unknown-key|unknown-top-level-key|wrong-value|bad-name|empty-value|top-level-key-missing|duplicate-.*|undefined-name)$/;

export interface Rating {
  /** How many errors of syntax the text has, and where the first of them is. */
  syntax: number;
  first: number;
  shape: number;
}

export function rate({ path, text }: Pick<IndexedFile, 'path' | 'text'>, modelFolder: string): Rating {
  const index = new ModelIndex({ modelFolder });
  index.set(path, text);
  const found = index.file(path)?.source.problems ?? [];
  return {
    syntax: found.length,
    first: Math.min(...found.map(({ span }) => span.start)),
    shape: localProblems(index).filter(({ code }) => misplaced.test(code)).length,
  };
}

export function rateAfter({ path, text }: IndexedFile, changes: readonly Change[], modelFolder: string): Rating {
  return rate({ path, text: changed(text, changes) }, modelFolder);
}
