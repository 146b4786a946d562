/** Applies a correction to a copy of the model and says what is left of its problems. The copy shares all that did not change. */

import { takeTenants } from '../../model/checks/tenants.ts';
import { localProblems } from '../../model/diagnose.ts';
import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import { ruleProblems } from '../../model/lint/checkRules.ts';
import type { Problem } from '../../model/source/problem.ts';
import { isOfRules } from '../../model/source/ruleKinds.ts';
import { type Change, changed } from './edits/action.ts';

/** For one problem. Each trial checks the edited files again, which takes as long as a save. */
export const mostTrials = 12;

/** For one request: a selection may have thousands of problems. */
const mostTrialsOfRequest = 60;

export interface Trial {
  /** How many problems the model has after the correction. */
  left: number;
  /** How many of them could not be seen before, because a text with them could not be read. */
  revealed: number;
}

/** The offset after the changes of a text; undefined inside a replaced part. */
function moved(offset: number, changes: readonly Change[]): number | undefined {
  let by = 0;
  for (const { start, end, text } of changes) {
    if (start <= offset && offset < end) return undefined;
    if (end <= offset) by += text.length - (end - start);
  }
  return offset + by;
}

/** Whether a problem is on a line that a change writes. */
function isInChange(index: ModelIndex, { file, range }: Problem, changes: readonly Change[]): boolean {
  const own = changes.filter((one) => one.file === file);
  const { lines } = index.file(file)!;
  return own.some(({ start, text }) => {
    const at =
      moved(
        start,
        own.filter((one) => one.start < start),
      ) ?? start;
    return lines.positionAt(at).line <= range.end.line && range.start.line <= lines.positionAt(at + text.length).line;
  });
}

/** A copy of a model, in which one correction after the other is tried. */
export class Trials {
  readonly #index: ModelIndex;
  #copy: ModelIndex | undefined;
  #count = 0;

  constructor(index: ModelIndex) {
    this.#index = index;
  }

  /** Undefined if the corrections leave one of the problems or make a new one, or after too many trials. */
  run(problems: readonly Problem[], changes: readonly Change[]): Trial | undefined {
    const paths = [...new Set(changes.map(({ file }) => file))];
    const originals = paths.flatMap((path) => this.#index.file(path) ?? []);
    this.#count += 1;
    if (originals.length < paths.length || paths.length === 0 || this.#count > mostTrialsOfRequest) return undefined;
    localProblems(this.#index);
    this.#copy ??= copyOf(this.#index, originals[0]!);
    for (const { path, text } of originals) {
      const own = changes.filter(({ file }) => file === path);
      this.#copy.set(path, changed(text, own));
    }
    try {
      return compare(this.#index, this.#copy, problems, changes);
    } finally {
      for (const one of originals) this.#copy.add(one);
    }
  }
}

function copyOf(index: ModelIndex, { path, text }: IndexedFile): ModelIndex {
  const copy = index.withText(path, text);
  copy.takeDerived(index);
  takeTenants(copy, index);
  return copy;
}

function compare(
  index: ModelIndex,
  edited: ModelIndex,
  problems: readonly Problem[],
  changes: readonly Change[],
): Trial | undefined {
  const before = localProblems(index);
  const after = localProblems(edited);
  const known = new Map<string, Problem[]>();
  const keep = (key: string, one: Problem) => known.set(key, [...(known.get(key) ?? []), one]);
  for (const one of before) {
    keep(`${one.file} ${one.code} ${one.message}`, one);
    const own = changes.filter(({ file }) => file === one.file);
    const at = moved(index.offsetAt(one.file, one.range.start), own);
    if (at !== undefined) keep(`${one.file} ${one.code} ${at}`, one);
  }
  const left = new Set<Problem>();
  let revealed = 0;
  for (const one of after) {
    // Several problems may have one message, so the place decides first.
    const keys = [edited.offsetAt(one.file, one.range.start), one.message].map((by) => `${one.file} ${one.code} ${by}`);
    const same = keys.flatMap((key) => known.get(key) ?? []).find((other) => !left.has(other));
    if (same) {
      left.add(same);
      continue;
    }
    // Only the first error of a text with a syntax error is known.
    const wasHidden = index.file(one.file)?.source.broken === true && !isInChange(edited, one, changes);
    if (!wasHidden) return undefined;
    revealed += 1;
  }
  if (problems.some((one) => left.has(one))) return undefined;
  // A correction may break other rules.
  const isLeft = problems.some((one) => isOfRules(one) && countLike(one, edited) >= countLike(one, index));
  return isLeft ? undefined : { left: after.length, revealed };
}

function countLike({ file, code }: Problem, index: ModelIndex): number {
  return ruleProblems(index).filter((one) => one.file === file && one.code === code).length;
}
