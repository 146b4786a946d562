/** Runs all checks that need the whole model. */

import type { Derivation } from '../index/derivedValues.ts';
import type { IndexedFile, ModelIndex } from '../index/modelIndex.ts';
import { unreadableProblem } from '../source/limits.ts';
import type { Problem } from '../source/problem.ts';
import { checkAggregates } from './checkAggregates.ts';
import { checkCatalog } from './checkCatalog.ts';
import { checkExtends, checkForeignSql, checkPrimaryKeys, preparePrimaryKeys } from './checkCubes.ts';
import { checkDefinitionShape } from './checkDefinitionShape.ts';
import { checkDuplicateDefinitions, checkDuplicateMembers } from './checkDuplicates.ts';
import { checkCycles, checkSandboxFunctions, prepareCycles } from './checkInterpolations.ts';
import { checkJoinPaths, prepareJoinPaths } from './checkJoinPaths.ts';
import { checkMemberKinds, checkWindows } from './checkMemberKinds.ts';
import { checkReferences } from './checkReferences.ts';
import { checkRollupFields } from './checkRollupFields.ts';
import { checkSqlBalance } from './checkSqlBalance.ts';
import { checkSqlTexts } from './checkSqlTexts.ts';
import { checkFreeNames, checkTopLevel } from './checkTopLevel.ts';
import { checkView } from './checkViews.ts';
import { type Finding, Findings, toProblem } from './findings.ts';
import { foldConsequences } from './foldConsequences.ts';
import { tenantsOf } from './tenants.ts';

/** Kept while nothing changes that the file refers to, because most edits concern few other files. */
const fileFindings: Derivation<ModelIndex, IndexedFile, readonly Finding[]> = {
  compute(index, file) {
    try {
      return checkFile(index, file);
    } catch (failure) {
      // The other files keep their problems.
      return [{ file: file.path, ...unreadableProblem(failure) }];
    }
  },
};

function checkFile(index: ModelIndex, { path }: IndexedFile): readonly Finding[] {
  const file = index.file(path)!;
  const findings = new Findings(index);
  checkTopLevel(file, findings);
  for (const definition of file.definitions) {
    checkDefinitionShape(file, definition, findings);
    checkDuplicateMembers(index, definition, findings);
    checkReferences(index, definition, findings);
    checkSandboxFunctions(index, definition, findings);
    checkSqlTexts(index, definition, findings);
    checkSqlBalance(index, definition, findings);
    checkMemberKinds(index, definition, findings);
    checkWindows(index, definition, findings);
    checkAggregates(index, definition, findings);
    checkRollupFields(index, definition, findings);
    if (definition.kind === 'view_group') continue;
    checkExtends(index, definition, findings);
    checkForeignSql(index, definition, findings);
    checkCatalog(index, definition, findings);
    if (definition.kind === 'view') checkView(index, definition, findings);
  }
  checkFreeNames(index, file, findings);
  if (file.source.language !== 'yaml') return findings.all;
  for (const definition of file.generated) {
    checkDefinitionShape(file, definition, findings);
    checkDuplicateMembers(index, definition, findings);
    checkReferences(index, definition, findings);
  }
  return findings.all;
}

/** Checks one file after the other, so that `checkModel` has less to do. */
export function* checkFiles(index: ModelIndex): Generator<void> {
  const tenants = tenantsOf(index);
  if (tenants) for (const model of tenants.models.values()) yield* checkFilesOf(model);
  else yield* checkFilesOf(index);
}

function* checkFilesOf(index: ModelIndex): Generator<void> {
  for (const file of [...index.files]) {
    if (index.file(file.path) !== file) continue;
    if (!file.source.broken) index.derive(fileFindings, file);
    for (const definition of file.definitions) {
      prepareCycles(index, definition);
      prepareJoinPaths(index, definition);
      preparePrimaryKeys(index, definition);
    }
    yield;
  }
}

/** Semantic problems of the model, in the order of its files. The errors of syntax are problems of the sources. */
export function checkModel(index: ModelIndex): Problem[] {
  const findings = new Findings(index);
  checkDuplicateDefinitions(index, findings);
  for (const file of index.files) {
    if (!file.source.broken) for (const one of index.derive(fileFindings, file)) findings.add(one);
  }
  checkCycles(index, findings);
  checkJoinPaths(index, findings);
  // Last, because the compiler does not check the primary keys of a cube with other errors.
  for (const definition of index.definitions) {
    if (definition.kind !== 'view_group') checkPrimaryKeys(index, definition, findings);
  }
  return foldConsequences(index, findings.all).map((one) => toProblem(index, one));
}
