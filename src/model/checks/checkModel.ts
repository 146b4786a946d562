/** Runs all checks that need the whole model. */

import type { ModelIndex } from '../index/modelIndex.ts';
import type { Problem } from '../source/problem.ts';
import { checkExtends, checkForeignSql, checkPrimaryKeys } from './checkCubes.ts';
import { checkDefinitionShape } from './checkDefinitionShape.ts';
import { checkDuplicateDefinitions, checkDuplicateMembers } from './checkDuplicates.ts';
import { checkCycles, checkSandboxFunctions } from './checkInterpolations.ts';
import { checkMemberKinds, checkWindows } from './checkMemberKinds.ts';
import { checkReferences } from './checkReferences.ts';
import { checkSqlTexts } from './checkSqlTexts.ts';
import { checkFreeNames, checkTopLevel } from './checkTopLevel.ts';
import { checkView } from './checkViews.ts';
import { Findings, toProblem } from './findings.ts';
import { foldConsequences } from './foldConsequences.ts';

/** Semantic problems of the model, in the order of its files. `checkSyntax` finds syntax errors. */
export function checkModel(index: ModelIndex): Problem[] {
  const findings = new Findings(index);
  checkDuplicateDefinitions(index, findings);
  for (const file of index.files) {
    if (file.source.broken) continue;
    checkTopLevel(file, findings);
    for (const definition of file.definitions) {
      checkDefinitionShape(file, definition, findings);
      checkDuplicateMembers(index, definition, findings);
      checkReferences(index, definition, findings);
      checkSandboxFunctions(index, definition, findings);
      checkSqlTexts(index, definition, findings);
      checkMemberKinds(index, definition, findings);
      checkWindows(index, definition, findings);
      if (definition.kind === 'view_group') continue;
      checkExtends(index, definition, findings);
      checkForeignSql(index, definition, findings);
      if (definition.kind === 'view') checkView(index, definition, findings);
    }
    checkFreeNames(index, file, findings);
    if (file.source.language !== 'yaml') continue;
    for (const definition of file.generated) {
      checkDefinitionShape(file, definition, findings);
      checkDuplicateMembers(index, definition, findings);
      checkReferences(index, definition, findings);
    }
  }
  checkCycles(index, findings);
  // Last, because the compiler does not check the primary keys of a cube with other errors.
  for (const definition of index.definitions) {
    if (definition.kind !== 'view_group') checkPrimaryKeys(index, definition, findings);
  }
  return foldConsequences(index, findings.all).map((one) => toProblem(index, one));
}
