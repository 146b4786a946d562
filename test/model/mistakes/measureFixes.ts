/** Applies each quick fix that is offered for a mistake, and checks the model as `check-model` does before and after. */

import type { Compiler } from '../../../src/compiler/compiler.ts';
import { codeActions } from '../../../src/language/codeActions/codeActions.ts';
import { diagnose } from '../../../src/model/diagnose.ts';
import type { Problem } from '../../../src/model/source/problem.ts';
import { asFiles } from '../../compiler/compilerUnderTest.ts';
import { apply, changes, shownAs } from '../../language/codeActions/actions.ts';
import { uriOf } from '../../language/places.ts';
import { indexOf, markedText, show, type Texts } from '../models.ts';
import type { Mistake } from './mistakeKind.ts';

interface Checked {
  index: ReturnType<typeof indexOf>;
  problems: Problem[];
  /** Errors of the compiler. */
  errors: number;
}

/** One offered fix. */
export interface OfferedFix {
  title: string;
  isPreferred: boolean;
  texts: Texts;
  /** The model has fewer problems and no new one. */
  isBetter: boolean;
  before: Checked;
  after: Checked;
}

export interface FixOutcome {
  mistake: Mistake;
  problems: readonly Problem[];
  fixes: readonly OfferedFix[];
}

async function check(texts: Texts, compiler: Compiler): Promise<Checked> {
  const { errors } = await compiler.compile({ files: asFiles(texts) }, { deadlineMs: 60_000 });
  const index = indexOf(texts);
  return { index, problems: diagnose(index, errors), errors: errors.length };
}

/** Problems after a fix that were not there before: of another text, or of another kind at the same text. */
function newProblems(before: Checked, after: Checked): Problem[] {
  const rest = before.problems.map((one) => ({ ...one, marked: markedText(before.index, one) }));
  return after.problems.filter((one) => {
    const marked = markedText(after.index, one);
    const known = rest.findIndex(
      ({ file, message, code, ...other }) =>
        file === one.file && (message === one.message || (code === one.code && other.marked === marked)),
    );
    if (known >= 0) rest.splice(known, 1);
    return known < 0;
  });
}

export async function measureFixes(mistake: Mistake, compiler: Compiler): Promise<FixOutcome> {
  const before = await check(mistake.texts, compiler);
  const { index, problems } = before;
  const fixes = new Map<string, OfferedFix>();
  for (const problem of problems) {
    if (!index.file(problem.file)) continue;
    const context = { diagnostics: [shownAs(problem)], only: ['quickfix'] };
    for (const action of codeActions(index, problem.file, problem.range, context, uriOf)) {
      const texts = apply(index, action);
      const key = JSON.stringify(texts);
      const isPreferred = action.isPreferred === true || fixes.get(key)?.isPreferred === true;
      const after = fixes.get(key)?.after ?? (await check(texts, compiler));
      const isBetter =
        after.problems.length < problems.length &&
        after.errors <= before.errors &&
        newProblems(before, after).length === 0;
      fixes.set(key, { title: action.title, isPreferred, texts, isBetter, before, after });
    }
  }
  return { mistake, problems, fixes: [...fixes.values()] };
}

export interface FixFigures {
  kinds: number;
  mistakes: number;
  offered: number;
  better: number;
  preferred: number;
  preferredBetter: number;
  mistakesWithPreferred: number;
  /** Kinds of which at least half of the mistakes have a preferred fix that makes the model better. */
  kindsWithPreferred: number;
}

export function fixFiguresOf(outcomes: readonly FixOutcome[]): FixFigures {
  const counted = outcomes.filter(({ mistake }) => mistake.certain !== 'nothing');
  const offered = counted.flatMap(({ fixes }) => fixes);
  const preferred = offered.filter(({ isPreferred }) => isPreferred);
  const has = ({ fixes }: FixOutcome) => fixes.some((one) => one.isPreferred && one.isBetter);
  const byKind = new Map<string, FixOutcome[]>();
  for (const one of counted) {
    const kind = `${one.mistake.language} ${one.mistake.kind}`;
    byKind.set(kind, [...(byKind.get(kind) ?? []), one]);
  }
  const kinds = [...byKind.values()];
  return {
    kinds: kinds.length,
    mistakes: counted.length,
    offered: offered.length,
    better: offered.filter(({ isBetter }) => isBetter).length,
    preferred: preferred.length,
    preferredBetter: preferred.filter(({ isBetter }) => isBetter).length,
    mistakesWithPreferred: counted.filter(has).length,
    kindsWithPreferred: kinds.filter((all) => 2 * all.filter(has).length >= all.length).length,
  };
}

/** The changes of a fix, and the problems before and after. */
export function describeFix({ mistake }: FixOutcome, { title, isPreferred, texts, before, after }: OfferedFix): string {
  return [
    `${mistake.language}: ${mistake.kind} [${mistake.fixture}] ${isPreferred ? '* ' : ''}${title}`,
    ...changes(mistake.texts, texts).slice(0, 8),
    show(before.index, before.problems.slice(0, 5)),
    '→',
    show(after.index, after.problems.slice(0, 5)),
  ].join('\n    ');
}
