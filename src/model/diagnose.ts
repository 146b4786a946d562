/** Combines our own problems with the reports of the compiler into one list without duplicates. */

import { checkModel } from './checks/checkModel.ts';
import { tenantsOf } from './checks/tenants.ts';
import type { IndexedText, ModelIndex } from './index/modelIndex.ts';
import { ruleProblems } from './lint/checkRules.ts';
import { isSyntax } from './placement/consequences.ts';
import { notComputedProblems } from './placement/notComputed.ts';
import { relatedReport } from './placement/placedReport.ts';
import { isSameStart, placeReports, type ReportedError } from './placement/placeErrors.ts';
import { type Problem, problemsOfText, type RelatedLocation, type TextProblem } from './source/problem.ts';
import { problemCatalog } from './source/problemCatalog.ts';

const found = new WeakMap<ModelIndex, { generation: number; problems: readonly Problem[] }>();

/** The problems of syntax and semantics in all files, without the compiler. Found once for each state of the sources. */
export function localProblems(index: ModelIndex): readonly Problem[] {
  const { generation } = index;
  const known = found.get(index);
  if (known?.generation === generation) return known.problems;
  const problems = findProblems(index);
  found.set(index, { generation, problems });
  return problems;
}

function findProblems(index: ModelIndex): Problem[] {
  const tenants = tenantsOf(index);
  const models = tenants ? [...tenants.models.values()] : [index];
  const unread = index.texts.flatMap(problemsOfUnread);
  const wrong = [...index.files].filter(({ source }) => source.problems.length > 0);
  const syntax = wrong.flatMap(({ path, lines, source }) => {
    // `globals.py` can define filters.
    const mayHaveFilters = models.some((model) => model.globals && model.file(path));
    const isProblem = ({ code }: TextProblem) => !mayHaveFilters || code !== problemCatalog.templateUnknownFilter.code;
    return problemsOfText(path, lines, source.problems.filter(isProblem));
  });
  if (!tenants) return [...unread, ...syntax, ...checkModel(index)];
  return [...unread, ...syntax, tenants.problem, ...withoutRepetitions(models.flatMap(checkModel))];
}

export function problemsOfUnread({ path, lines, unread }: IndexedText): Problem[] {
  return unread ? problemsOfText(path, lines, [unread]) : [];
}

/** A file outside of the tenants’ folders is checked with each of them. */
function withoutRepetitions(problems: readonly Problem[]): Problem[] {
  const keyOf = ({ file, range, code, message }: Problem) => JSON.stringify([file, range, code, message]);
  return [...new Map(problems.map((one) => [keyOf(one), one])).values()];
}

/** Whether a problem is none in a model that compiles: the output of a template is valid, whatever its source looks like. */
function isRefuted(one: Problem): boolean {
  return one.unsure === true || (one.severity === 'warning' && isSyntax(one));
}

export function compareLocations(a: Problem, b: Problem): number {
  return (
    a.file.localeCompare(b.file) ||
    a.range.start.line - b.range.start.line ||
    a.range.start.character - b.range.start.character
  );
}

/**
 * `reported` are the platform's errors for exactly these sources; undefined while they are not known.
 * A local problem that the compiler confirms becomes an error. It keeps its message and gets the compiler's as related.
 */
export function diagnose(index: ModelIndex, reported: readonly ReportedError[] | undefined): Problem[] {
  const errors = reported?.filter(({ notComputed }) => notComputed === undefined);
  const compiles = errors?.length === 0;
  const local = localProblems(index).filter((one) => !(compiles && isRefuted(one)));
  const confirmations = new Map<Problem, RelatedLocation[]>();
  const additional = notComputedProblems(index, reported ?? []);
  for (const { problem, explainedBy } of placeReports(index, errors ?? [], local)) {
    for (const cause of explainedBy) {
      const related = confirmations.get(cause) ?? [];
      const report = relatedReport(cause, problem.message);
      if (!related.some(({ message }) => message === report.message)) related.push(report);
      confirmations.set(cause, related);
    }
    if (explainedBy.length > 0) continue;
    const isNew = !additional.some((other) => other.message === problem.message && isSameStart(other, problem));
    if (isNew) additional.push(problem);
  }
  const merged = [...local, ...additional].map((problem): Problem => {
    const related = confirmations.get(problem);
    if (!related) return problem;
    const message = problem.messageIfReported ?? problem.message;
    return { ...problem, message, severity: 'error', related: [...(problem.related ?? []), ...related] };
  });
  return [...merged, ...ruleProblems(index).filter(isNotSaid(merged))].sort(compareLocations);
}

/** A cube without a key that a join needs has one problem, not two. */
function isNotSaid(problems: readonly Problem[]): (one: Problem) => boolean {
  const withoutKey = problems.filter(({ code }) => code === problemCatalog.primaryKeyMissing.code);
  return (one) =>
    one.code !== problemCatalog.countWithoutKey.code ||
    !withoutKey.some((other) => other.file === one.file && isSameStart(other, one));
}

/** Every file with problems; the key `''` has those of a project without a project file. */
export type ProblemsByFile = ReadonlyMap<string, readonly Problem[]>;

export function problemsByFile(problems: Iterable<Problem>): Map<string, Problem[]> {
  const byFile = new Map<string, Problem[]>();
  for (const problem of problems) {
    const list = byFile.get(problem.file);
    if (list) list.push(problem);
    else byFile.set(problem.file, [problem]);
  }
  return byFile;
}
