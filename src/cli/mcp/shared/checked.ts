/** Problems as answers have them, with the fixes that `refactor` can propose. */

import { createHash } from 'node:crypto';
import { codeActions } from '../../../language/codeActions/codeActions.ts';
import { diagnosticOf } from '../../../language/diagnostic.ts';
import type { CodeAction } from '../../../language/protocol/protocol.ts';
import { queryFixes } from '../../../language/queries/problems.ts';
import type { Problem } from '../../../model/source/problem.ts';
import { placeIn } from '../../report/report.ts';
import type { ValueObject } from './answer.ts';
import { LongText } from './longText.ts';
import type { ProjectState } from './projectState.ts';

export interface FoundFix {
  id: string;
  action: CodeAction & { edit: NonNullable<CodeAction['edit']> };
}

/** Finding fixes tries them out: only those of so many problems are listed. */
const maxWithFixes = 40;

/** The fixes of a problem. The same problem in the same text has the same ids. */
export function fixesOf(state: ProjectState, problem: Problem): FoundFix[] {
  const { file, range, code } = problem;
  const diagnostics = [
    diagnosticOf(
      problem,
      (path) => path,
      () => undefined,
    ),
  ];
  const { index, document } = state.language;
  const source = document(file);
  const actions = source
    ? queryFixes(index, source, { diagnostics }, (path) => path)
    : codeActions(index, file, range, { diagnostics, only: ['quickfix'] }, (path) => path);
  const text = state.textOf(file) ?? '';
  return actions.flatMap((action) => {
    const { title, edit, disabled } = action;
    if (!edit || disabled) return [];
    const id = createHash('sha256')
      .update(JSON.stringify([file, range, code, title, text]))
      .digest('hex')
      .slice(0, 12);
    return [{ id, action: { ...action, edit } }];
  });
}

export function problemObjects(state: ProjectState, problems: readonly Problem[]): ValueObject[] {
  return problems.map((problem, at): ValueObject => {
    const { file, range, code, severity, message } = problem;
    return {
      ...placeIn(file === '' ? '.' : file, range),
      code,
      severity,
      message: new LongText(message, 1_500),
      fixes:
        at < maxWithFixes ? fixesOf(state, problem).map(({ id, action }) => ({ id, title: action.title })) : undefined,
    };
  });
}

export const stillCompiling = 'The model is still being compiled; ask again.';

/** What is not known while the compiler has not answered for the model before an edit, or with it. */
export function notCompiled(before: boolean | undefined, after: boolean | undefined): ValueObject {
  if (after === undefined) return { notCompiled: stillCompiling };
  if (before !== undefined || after) return {};
  return {
    notCompiled: 'The model before the edit is still being compiled, so these errors may be older; ask again.',
  };
}

/** For sentences: the model … */
export function compileWords(compiles: boolean | undefined): string {
  if (compiles === undefined) return 'is still being compiled';
  return compiles ? 'compiles' : 'does not compile';
}

const severities = ['error', 'warning', 'information'] as const;

/** The worst first. */
export function bySeverity(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

export function countsOf(problems: readonly Problem[]) {
  const count = (one: Problem['severity']) => problems.filter(({ severity }) => severity === one).length;
  return { errors: count('error'), warnings: count('warning'), informations: count('information') };
}

/** What edits add: problems of that kind and text that were not there before, wherever they stand now. */
export function addedProblems(before: readonly Problem[], after: readonly Problem[]): Problem[] {
  const keyOf = ({ file, code, message }: Problem) => JSON.stringify([file, code, message]);
  const left = new Map<string, number>();
  for (const one of before) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1);
  return after.filter((one) => {
    const count = left.get(keyOf(one)) ?? 0;
    left.set(keyOf(one), count - 1);
    return count <= 0;
  });
}
