/** Says how far a text is from one that can be read, without the other files of its model. */

import { localProblems } from '../../model/diagnose.ts';
import { type IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import { type ProblemCode, problemCatalog } from '../../model/source/problemCatalog.ts';
import { type Change, changed } from './edits/action.ts';

/** Problems that say that the parts of a text are not where they belong; others may be due to the missing files. */
const misplaced: ReadonlySet<ProblemCode> = new Set([
  problemCatalog.missingKey.code,
  problemCatalog.missingName.code,
  problemCatalog.missingDash.code,
  problemCatalog.unknownKey.code,
  problemCatalog.unknownTopLevelKey.code,
  problemCatalog.wrongValue.code,
  problemCatalog.badName.code,
  problemCatalog.emptyValue.code,
  problemCatalog.topLevelKeyMissing.code,
  problemCatalog.duplicateKey.code,
  problemCatalog.duplicateName.code,
  problemCatalog.duplicateDefinition.code,
  problemCatalog.duplicateMember.code,
  problemCatalog.duplicateJoin.code,
  problemCatalog.undefinedName.code,
]);

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
    shape: localProblems(index).filter(({ code }) => misplaced.has(code)).length,
  };
}

export function rateAfter({ path, text }: IndexedFile, changes: readonly Change[], modelFolder: string): Rating {
  return rate({ path, text: changed(text, changes) }, modelFolder);
}
