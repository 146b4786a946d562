/** Examines the joins and primary keys of a model on its data, by statements that only count. */

import { isCancellation, messageOf } from '../../base/errors.ts';
import type { CubeRelation, CubeRelations, JoinRelation, TotalRequest } from '../../compiler/modelRequest.ts';
import { Budget, type BudgetLimits, BudgetUsed } from '../../query/run/budget.ts';
import { joinKeys } from './joinKeys.ts';
import { type JoinCounts, joinCounts, joinProbe, keyCounts, keyProbe } from './probes.ts';
import type { DoctorReport, Effect, JoinReport, KeyReport, ReportProblem } from './report.ts';
import { changeText, isSameTotal, type Total, totalText } from './totals.ts';

type Row = readonly Total[];

/** What the examination needs. */
export interface Examined {
  relations: CubeRelations;
  /** The only row of a statement. @throws UserError, CancelledError */
  row(dataSource: string, sql: string, signal: AbortSignal): Promise<Row>;
  /** The total of the first measure. @throws UserError if the model cannot calculate it, CancelledError */
  total(request: TotalRequest, dataSource: string, signal: AbortSignal): Promise<Total>;
  placeOfJoin(join: JoinRelation): { file: string; line: number };
  placeOfCube(cube: CubeRelation, key?: string): { file: string; line: number };
}

interface Options {
  limits?: BudgetLimits;
  signal?: AbortSignal;
  onProgress?: (done: number, all: number, what: string) => void;
}

export const defaultLimits: BudgetLimits = { statements: 2_000, seconds: 120 };

/** The most measures of a cube whose totals are compared. */
const maxMeasures = 10;

type Work<T> = { value: T } | { reason: string };

export async function examine(examined: Examined, options: Options = {}): Promise<DoctorReport> {
  return new Examination(examined, options).run();
}

class Examination {
  readonly #examined: Examined;
  readonly #options: Options;
  readonly #budget: Budget;
  readonly #cubes: ReadonlyMap<string, CubeRelation>;
  readonly #totals = new Map<string, Promise<Work<Total>>>();
  readonly #problems: ReportProblem[] = [];

  constructor(examined: Examined, options: Options) {
    this.#examined = examined;
    this.#options = options;
    this.#budget = new Budget(options.limits ?? defaultLimits, options.signal);
    this.#cubes = new Map(examined.relations.cubes.map((cube) => [cube.name, cube]));
  }

  async run(): Promise<DoctorReport> {
    const { cubes, joins } = this.#examined.relations;
    const keyed = cubes.filter(({ primaryKey }) => primaryKey.length > 0);
    const all = keyed.length + joins.length;
    let done = 0;
    const progress = (what: string) => this.#options.onProgress?.(done++, all, what);
    const keys: KeyReport[] = [];
    for (const cube of keyed) {
      progress(cube.name);
      keys.push(await this.#key(cube));
    }
    const reports: JoinReport[] = [];
    for (const join of joins) {
      progress(`${join.from} → ${join.to}`);
      reports.push(await this.#join(join));
    }
    await this.#facts(reports);
    const { refused } = this.#budget;
    if (refused) {
      this.#problems.push({
        kind: 'budget',
        file: '.',
        line: 1,
        message: `Not everything was examined: ${refused}.`,
      });
    }
    return { joins: reports, keys, problems: this.#problems };
  }

  async #key(cube: CubeRelation): Promise<KeyReport> {
    const place = this.#examined.placeOfCube(cube, cube.primaryKey[0]?.name);
    const report = { cube: cube.name, ...place };
    const expressions: string[] = [];
    for (const key of [cube.from, ...cube.primaryKey]) {
      if ('reason' in key) return { ...report, result: 'unknown', duplicates: null, nulls: null, reason: key.reason };
      expressions.push(key.sql);
    }
    const [table, ...sql] = expressions;
    const counted = await this.#row(cube.dataSource, keyProbe(table!, sql));
    if ('reason' in counted) {
      return { ...report, result: 'unknown', duplicates: null, nulls: null, reason: counted.reason };
    }
    const { nulls, duplicates } = keyCounts(counted.value);
    return { ...report, result: nulls + duplicates > 0 ? 'wrong' : 'ok', duplicates, nulls };
  }

  async #join(join: JoinRelation): Promise<JoinReport> {
    const { from, to, relationship } = join;
    const report = { ...this.#examined.placeOfJoin(join), from, to, relationship };
    const counted = await this.#count(join);
    if ('reason' in counted) {
      const nothing = { rows: null, duplicates: null, nulls: null, unmatched: null, suggested: null, effects: [] };
      return { ...report, result: 'unknown', ...nothing, reason: counted.reason };
    }
    const { rows, nulls, unmatched, repeatedFrom, repeatedTo } = counted.value;
    const oneFrom = relationship !== 'many_to_one';
    const oneTo = relationship !== 'one_to_many';
    const duplicates = (oneFrom ? repeatedFrom : 0) + (oneTo ? repeatedTo : 0);
    const found = { ...report, rows, duplicates, nulls, unmatched };
    if (duplicates === 0) return { ...found, result: 'ok', suggested: null, effects: [] };
    const effects: Effect[] = [];
    const reasons: string[] = [];
    if (oneTo && repeatedTo > 0) reasons.push(...(await this.#effects(from, to, effects)));
    if (oneFrom && repeatedFrom > 0) reasons.push(...(await this.#effects(to, from, effects)));
    const [reason] = reasons;
    return { ...found, result: 'wrong', suggested: suggestion(counted.value), effects, ...(reason && { reason }) };
  }

  async #count(join: JoinRelation): Promise<Work<JoinCounts>> {
    const [from, to] = [this.#cubes.get(join.from), this.#cubes.get(join.to)];
    if (!from || !to) return { reason: 'one of its cubes has no table' };
    if (from.dataSource !== to.dataSource) return { reason: 'its cubes are in two data sources' };
    for (const part of [join, from.from, to.from]) if ('reason' in part) return part;
    const [condition, fromTable, toTable] = [join, from.from, to.from].map((part) => (part as { sql: string }).sql);
    const keys = joinKeys(condition!, { from: from.alias, to: to.alias });
    if ('reason' in keys) return keys;
    const counted = await this.#row(from.dataSource, joinProbe({ from: fromTable!, to: toTable! }, keys));
    return 'reason' in counted ? counted : { value: joinCounts(counted.value) };
  }

  /** The measures of a cube whose total is another one if it is grouped by the other cube. @returns why some are missing */
  async #effects(multiplied: string, other: string, effects: Effect[]): Promise<string[]> {
    const cube = this.#cubes.get(multiplied)!;
    const reasons: string[] = [];
    if (cube.measures.length > maxMeasures) {
      reasons.push(`only ${maxMeasures} of ${cube.measures.length} measures of ${multiplied} were compared`);
    }
    for (const name of cube.measures.slice(0, maxMeasures)) {
      const measure = `${multiplied}.${name}`;
      const compared = await this.#compare(measure, other);
      if ('reason' in compared) reasons.push(`the effect on ${measure} is not known: ${compared.reason}`);
      else if (compared.value) effects.push(compared.value);
    }
    return reasons;
  }

  /** Tries the dimensions of the cube until the model can group by one. */
  async #compare(measure: string, other: string): Promise<Work<Effect | undefined>> {
    const before = await this.#total({ measures: [measure], dimensions: [] });
    if ('reason' in before) return before;
    let reason = `${other} has no dimension to group by`;
    for (const dimension of this.#cubes.get(other)!.dimensions.slice(0, 3)) {
      const by = `${other}.${dimension}`;
      const after = await this.#total({ measures: [measure], dimensions: [by] });
      if ('reason' in after) reason = after.reason;
      else if (isSameTotal(before.value, after.value)) return { value: undefined };
      else return { value: { measure, by, before: totalText(before.value), after: totalText(after.value) } };
    }
    return { reason };
  }

  /**
   * Cubes that meet at a cube which has many rows of each: the compiler must not repeat the rows of one for those of the other.
   * Joins that are wrong explain such a change already. With joins in both directions, the cube at which the query starts can
   * change, and with it which rows without a partner are left out: a change would not show repeated rows.
   */
  async #facts(joins: readonly JoinReport[]): Promise<void> {
    const isBack = (one: JoinReport) => joins.some(({ from, to }) => from === one.to && to === one.from);
    const right = joins.filter((one) => one.result === 'ok' && one.relationship === 'one_to_many' && !isBack(one));
    for (const join of right) {
      const shared = this.#cubes.get(join.from)!;
      const [own] = (this.#cubes.get(join.to)?.measures ?? []).slice(0, 1);
      if (own === undefined) continue;
      // The rows of the shared cube are all there, with or without rows of the other one.
      for (const name of shared.measures.slice(0, maxMeasures)) {
        await this.#unchanged(join, `${shared.name}.${name}`, `${join.to}.${own}`, []);
      }
      const [dimension] = shared.dimensions;
      if (dimension === undefined) continue;
      for (const second of right.filter((one) => one.from === join.from && one !== join)) {
        const [other] = this.#cubes.get(second.to)?.measures ?? [];
        if (other === undefined) continue;
        await this.#unchanged(join, `${join.to}.${own}`, `${second.to}.${other}`, [`${shared.name}.${dimension}`]);
      }
    }
  }

  async #unchanged(join: JoinReport, measure: string, other: string, dimensions: readonly string[]): Promise<void> {
    const before = await this.#total({ measures: [measure], dimensions });
    const after = await this.#total({ measures: [measure, other], dimensions });
    if ('reason' in before || 'reason' in after || isSameTotal(before.value, after.value)) return;
    const change = { before: totalText(before.value), after: totalText(after.value) };
    this.#problems.push({
      kind: 'total',
      file: join.file,
      line: join.line,
      message: `\`${measure}\` ${changeText(change)} (${change.before} → ${change.after}) when \`${other}\` is in the same query.`,
    });
  }

  #total(request: TotalRequest): Promise<Work<Total>> {
    const key = JSON.stringify(request);
    let known = this.#totals.get(key);
    if (!known) {
      const cube = this.#cubes.get(request.measures[0]!.split('.')[0]!)!;
      known = this.#try((signal) => this.#examined.total(request, cube.dataSource, signal));
      this.#totals.set(key, known);
    }
    return known;
  }

  #row(dataSource: string, sql: string): Promise<Work<Row>> {
    return this.#try((signal) => this.#examined.row(dataSource, sql, signal));
  }

  async #try<T>(run: (signal: AbortSignal) => Promise<T>): Promise<Work<T>> {
    try {
      return { value: await this.#budget.spend(run) };
    } catch (failure) {
      if (isCancellation(failure) && !(failure instanceof BudgetUsed)) throw failure;
      return { reason: failure instanceof BudgetUsed ? failure.message : messageOf(failure) };
    }
  }
}

/** Null if neither side has one row for each key: no relationship describes that, a cube between them is needed. */
function suggestion({ repeatedFrom, repeatedTo }: JoinCounts): JoinRelation['relationship'] | null {
  if (repeatedFrom > 0 && repeatedTo > 0) return null;
  return repeatedTo > 0 ? 'one_to_many' : 'many_to_one';
}
