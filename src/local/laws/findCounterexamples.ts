/** Searches rows that break a law of a model's measures, and shrinks them. The same seed finds the same rows. */

import * as fc from 'fast-check';
import { throwIfAborted } from '../../base/async.ts';
import { compareDecimals, decimalOf, subtractDecimals } from '../../base/decimal.ts';
import type { QueryPlan } from '../../compiler/modelRequest.ts';
import type { Database } from '../../database/database.ts';
import type { ScratchRows, Statement } from '../../database/source/databaseRequests.ts';
import type { Given } from '../../model/documents/given.ts';
import { tableKey, usedTables } from '../../model/index/tableColumns.ts';
import type { Range } from '../../model/source/range.ts';
import { RefusedQuery } from '../../query/run/queryErrors.ts';
import { fillTables } from '../given/fillTables.ts';
import { InvalidQuery } from '../invalidQuery.ts';
import type { LocalModel } from '../localModel.ts';
import { readQueries } from '../queryInput.ts';
import { rowsOf } from '../results.ts';
import { counterexampleTest } from './counterexampleTest.ts';
import { tablePlans, tablesArbitrary } from './generatedTables.ts';
import { type Law, lawsOf } from './lawsOf.ts';

export interface Counterexample extends Pick<Law, 'law' | 'member' | 'text' | 'file'> {
  /** The member's name. */
  range: Range;
  /** The values of both sides of the law. */
  sides: readonly [string, string];
  rows: Given;
  /** The text of a test document that fails. */
  test: string;
}

export interface Search {
  /** Laws that were tried. */
  laws: number;
  broken: readonly Counterexample[];
  /** Laws that could not be tried, with the reason. */
  skipped: readonly { law: Law['law']; member: string; reason: string }[];
  /** The time was over before all rows were tried, or simplified. */
  isCut: boolean;
}

/** `plan`: laws; `search`: sets of rows; `simplify`: counterexamples. */
export type SearchStep = 'plan' | 'search' | 'simplify';

/** The defaults of a search. */
export const searchDefaults = { seed: 1, seconds: 120 };

interface SearchOptions {
  model: LocalModel;
  scratch: Database;
  seed: number;
  /** Milliseconds. */
  limitMs: number;
  /** Sets of rows that are tried. Default 40. */
  runs?: number;
  signal?: AbortSignal;
  onProgress?: (step: SearchStep, done: number, all: number) => void;
}

/** The time of every search: the same rows have the same results. */
const now = '2026-06-15T12:00:00.000Z';
/** Statements of one request to the database. */
const batch = 200;

interface PlannedLaw {
  law: Law;
  left: QueryPlan;
  right: readonly QueryPlan[];
}

/** @throws UserError, CancelledError */
export async function findCounterexamples({
  model,
  scratch,
  seed,
  limitMs,
  runs = 40,
  signal,
  onProgress = () => {},
}: SearchOptions): Promise<Search> {
  const end = performance.now() + limitMs;
  const isOver = () => performance.now() >= end;
  const { planned, skipped } = await planLaws(model, signal, (done, all) => onProgress('plan', done, all));
  const plans = tablePlans(model.index);
  const columns = new Map(plans.map(({ name, columns: own }) => [tableKey(name), own]));
  const arbitrary = tablesArbitrary(plans);
  const judge = async (tables: Given, laws: readonly PlannedLaw[]): Promise<Map<PlannedLaw, Decision>> => {
    throwIfAborted(signal);
    const { setup } = await fillTables(tables, {
      used: usedTables(model.index),
      catalog: (name) => columns.get(tableKey(name)),
      readFile: () => Promise.reject(new Error('No files are generated.')),
    });
    const asked = laws.flatMap(({ left, right }) => [left, ...right]);
    const answers: ScratchRows[] = [];
    for (let start = 0; start < asked.length; start += batch) {
      const statements = asked.slice(start, start + batch).map(({ sql, params }): Statement => ({ sql, params }));
      answers.push(...(await scratch.scratch({ at: now, setup, statements }, signal)));
    }
    let at = 0;
    return new Map(
      laws.map((one) => {
        const own = [one.left, ...one.right].map((plan) => sumOf(plan, answers[at++]!));
        return [one, decisionOf(one.law, own)];
      }),
    );
  };

  /** With the rows that break it. */
  const broken = new Map<string, { one: PlannedLaw; tables: Given }>();
  const judged = new Set<PlannedLaw>();
  const reasons = new Map<PlannedLaw, string>();
  const samples = fc.sample(arbitrary, { seed, numRuns: runs });
  let isCut = false;
  for (const [done, tables] of samples.entries()) {
    onProgress('search', done, samples.length);
    isCut = isOver();
    if (isCut) break;
    const open = planned.filter(({ law }) => !broken.has(keyOf(law)));
    for (const [one, decision] of await judge(tables, open)) {
      if ('problem' in decision) reasons.set(one, decision.problem);
      else judged.add(one);
      if ('holds' in decision && !decision.holds && !broken.has(keyOf(one.law)))
        broken.set(keyOf(one.law), { one, tables });
    }
  }
  const isSearchCut = isCut;
  const found: Counterexample[] = [];
  for (const { one, tables: first } of broken.values()) {
    onProgress('simplify', found.length, broken.size);
    const isBroken = async (tables: Given) => {
      const decision = (await judge(tables, [one])).get(one)!;
      return 'holds' in decision && !decision.holds;
    };
    const result = await fc.check(
      fc.asyncProperty(arbitrary, async (tables) => !(await isBroken(tables))),
      { seed, numRuns: runs, endOnFailure: false, interruptAfterTimeLimit: Math.max(1, end - performance.now()) },
    );
    const [shrunk] = result.counterexample ?? [];
    const rows = await simplest(plain(shrunk ?? first), isBroken, isOver);
    isCut ||= isOver();
    const decision = (await judge(rows, [one])).get(one)!;
    if (!('holds' in decision) || decision.holds) continue;
    found.push(counterexampleOf(model, one.law, rows, decision));
  }
  const untried = isSearchCut ? [] : planned.filter((one) => !judged.has(one));
  return {
    laws: judged.size,
    broken: found.sort((a, b) => (a.member < b.member ? -1 : a.member > b.member ? 1 : a.law < b.law ? -1 : 1)),
    skipped: [
      ...skipped,
      ...untried.map((one) => ({ law: one.law.law, member: one.law.member, reason: reasons.get(one) ?? '' })),
    ],
    isCut,
  };
}

/** One counterexample for each law of a member is enough. */
function keyOf({ law, member }: Law): string {
  return `${law} ${member}`;
}

async function planLaws(
  model: LocalModel,
  signal: AbortSignal | undefined,
  onProgress: (done: number, all: number) => void,
) {
  const planned: PlannedLaw[] = [];
  const skipped: { law: Law['law']; member: string; reason: string }[] = [];
  // A model without a law has to compile, too.
  await model.meta({}, { signal });
  const laws = lawsOf(model.index);
  for (const [done, law] of laws.entries()) {
    onProgress(done, laws.length);
    const plan = async (query: object) => {
      const [first] = readQueries({ limit: 50_000, ...query }, Date.parse(now)).queries;
      return model.plan(first!.query, {}, { signal });
    };
    try {
      planned.push({ law, left: await plan(law.left), right: await Promise.all(law.right.map(plan)) });
    } catch (failure) {
      if (!(failure instanceof RefusedQuery) && !(failure instanceof InvalidQuery)) throw failure;
      skipped.push({ law: law.law, member: law.member, reason: failure.message });
    }
  }
  return { planned, skipped };
}

type Value = { sum: string } | { problem: string };
type Decision = { holds: boolean; left: string; right: string } | { problem: string };

/** The sum of a query's only measure over its rows. Null adds nothing. */
function sumOf(plan: QueryPlan, answer: ScratchRows): Value {
  if ('problem' in answer) return { problem: answer.problem.message };
  const measure = plan.columns.at(-1)!;
  const key = measure.keys[0]!;
  let sum = '0';
  for (const row of rowsOf(answer.rows, plan.columns)) {
    const cell = row[key];
    if (cell === null || cell === undefined) continue;
    const next = subtractDecimals(sum, negated(String(cell)));
    if (next === undefined) return { problem: `${key} is not a number` };
    sum = next;
  }
  return { sum };
}

function negated(number: string): string {
  return number.startsWith('-') ? number.slice(1) : `-${number.replace(/^\+/, '')}`;
}

function decisionOf({ compare }: Law, [left, ...right]: readonly Value[]): Decision {
  let sum = '0';
  for (const one of right) {
    if ('problem' in one) return one;
    sum = subtractDecimals(sum, negated(one.sum)) ?? sum;
  }
  if ('problem' in left!) return left;
  const holds =
    compare === 'equal' ? isNear(left!.sum, sum) : compareDecimals(decimalOf(left!.sum)!, decimalOf(sum)!) >= 0;
  return { holds, left: left!.sum, right: sum };
}

/** Doubles are added in any order. */
function isNear(a: string, b: string): boolean {
  const difference = Math.abs(Number(subtractDecimals(a, b) ?? Number.NaN));
  return difference <= 1e-9 * Math.max(1, Math.abs(Number(a)), Math.abs(Number(b)));
}

/** Without the rows that the law is broken without, too. */
async function simplest(
  tables: Given,
  isBroken: (tables: Given) => Promise<boolean>,
  isOver: () => boolean,
): Promise<Given> {
  let current = tables;
  for (const name of Object.keys(tables)) {
    for (let at = (current[name] as readonly unknown[]).length - 1; at >= 0; at -= 1) {
      if (isOver()) return current;
      const rows = current[name] as readonly Given[string][];
      const without = { ...current, [name]: rows.filter((_, place) => place !== at) } as Given;
      if (await isBroken(without)) current = without;
    }
  }
  return current;
}

/** The generator's maps have other prototypes. */
function plain(tables: Given): Given {
  return JSON.parse(JSON.stringify(tables)) as Given;
}

function counterexampleOf(
  { index }: LocalModel,
  law: Law,
  rows: Given,
  decision: Extract<Decision, { holds: boolean }>,
): Counterexample {
  const { file, span, member, text } = law;
  const { left, right } = decision;
  const test = counterexampleTest(law, rows, now, decision);
  return { law: law.law, member, text, file, range: index.rangeOf(file, span), sides: [left, right], rows, test };
}
