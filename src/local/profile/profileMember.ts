/**
 * What the data says about one dimension or measure: how many rows have a value, which ones, how often. Of a measure, the values
 * are those of its SQL in each row. The database counts; a few values leave it. No access policy applies.
 */

import { isCancellation, messageOf, UserError } from '../../base/errors.ts';
import type { ModelQuery, QueryPlan } from '../../compiler/modelRequest.ts';
import type { Database } from '../../database/database.ts';
import type { Rows } from '../../database/source/databaseRequests.ts';
import type { ColumnKind } from '../../model/catalog/catalog.ts';
import { Quoting } from '../../model/generate/sqlText.ts';
import { Budget, BudgetUsed } from '../../query/run/budget.ts';
import { RefusedQuery } from '../../query/run/queryErrors.ts';
import { databaseNamed } from '../databaseNamed.ts';
import { dialectsOf } from '../dialectsOf.ts';
import type { LocalModel } from '../localModel.ts';
import { type Bin, filledNumberBins, filledTimeBins, numberBins, type TimeUnit, timeUnit } from './bins.ts';

export interface ProfiledMember {
  /** `cube.member`; also of a view. */
  name: string;
  kind: 'dimension' | 'measure';
}

export interface MemberProfile extends ProfiledMember {
  /** As the database writes it. */
  type: string;
  rows: number;
  nulls: number;
  /** Null: the database cannot compare such values. */
  distinct: number | null;
  /** Null: without values, or the database cannot order them. */
  min: string | null;
  max: string | null;
  /** The commonest values, at most ten. Empty if each one occurs once. */
  common: readonly { value: string; count: number }[];
  /** Empty for few values, and for those that are neither numbers nor times. */
  histogram: readonly Bin[];
  /** The value of a measure over all rows; undefined for a dimension. */
  total: string | null | undefined;
  /** Only so many rows were read. */
  isCut: boolean;
  notKnown: readonly { part: 'common' | 'histogram' | 'total'; reason: string }[];
}

interface Options {
  model: LocalModel;
  /** By the name of the data source. */
  databases: ReadonlyMap<string, Pick<Database, 'query' | 'describe' | 'dialect'>>;
  signal?: AbortSignal;
  /** The most rows that are read. */
  maxRows?: number;
}

const limits = { statements: 5, seconds: 60 };
const defaultMaxRows = 1_000_000;
const maxCommon = 10;
/** Characters of a value that is shown. */
const maxValue = 200;
/** Units of time with rows. */
const maxUnits = 1_000;

/** @throws UserError if the member cannot be read; CancelledError */
export async function profileMember(member: ProfiledMember, options: Options): Promise<MemberProfile> {
  return new Profile(member, options).run();
}

class Profile {
  readonly #member: ProfiledMember;
  readonly #options: Options;
  readonly #budget: Budget;
  readonly #maxRows: number;
  readonly #notKnown: { part: 'common' | 'histogram' | 'total'; reason: string }[] = [];

  constructor(member: ProfiledMember, options: Options) {
    this.#member = member;
    this.#options = options;
    this.#maxRows = options.maxRows ?? defaultMaxRows;
    this.#budget = new Budget(limits, options.signal);
  }

  async run(): Promise<MemberProfile> {
    const { name, kind } = this.#member;
    const plan = await this.#plan(this.#asked());
    const { type, kind: valueKind } = await this.#describe(plan);
    const counts = await this.#counts(plan, valueKind);
    const { rows, nulls, distinct, min, max } = counts;
    const isCountable = valueKind !== 'other' && distinct !== null;
    const common =
      isCountable && distinct > 0 && distinct < rows - nulls
        ? await this.#part('common', [], () => this.#common(plan))
        : [];
    const histogram =
      isCountable && distinct > maxCommon && min !== null && max !== null
        ? await this.#part('histogram', [], () => this.#histogram(plan, valueKind, min, max))
        : [];
    const total =
      kind === 'measure'
        ? await this.#part<string | null | undefined>('total', undefined, () => this.#total())
        : undefined;
    return {
      name,
      kind,
      type,
      ...counts,
      min: shown(min),
      max: shown(max),
      common,
      histogram,
      total,
      isCut: rows >= this.#maxRows,
      notKnown: this.#notKnown,
    };
  }

  #asked(): ModelQuery {
    const { name, kind } = this.#member;
    return {
      measures: kind === 'measure' ? [name] : [],
      dimensions: kind === 'dimension' ? [name] : [],
      segments: [],
      timeDimensions: [],
      filters: [],
      order: [],
      limit: this.#maxRows,
      offset: 0,
      timezone: 'UTC',
      ungrouped: true,
      total: false,
    };
  }

  async #plan(query: ModelQuery): Promise<QueryPlan> {
    const { model, databases, signal } = this.#options;
    try {
      return await model.plan(query, {}, { signal, dialects: dialectsOf(databases), opens: 'all' });
    } catch (failure) {
      throw failure instanceof RefusedQuery ? new UserError(failure.message, { where: this.#member.name }) : failure;
    }
  }

  #databaseOf({ dataSource }: QueryPlan) {
    return databaseNamed(this.#options.databases, dataSource);
  }

  async #describe(plan: QueryPlan) {
    const described = await this.#budget.spend((signal) => this.#databaseOf(plan).describe(plan.sql, signal));
    if ('problem' in described) throw new UserError(described.problem.message, { where: this.#member.name });
    return described.columns[0]!;
  }

  /** @param sql of the values, which are called `v` */
  async #rows(plan: QueryPlan, sql: (values: string) => string): Promise<Rows['values']> {
    const { sql: inner, params } = plan;
    const quoting = new Quoting(this.#databaseOf(plan).dialect);
    const values = `(SELECT ${quoting.quoted(plan.columns[0]!.alias)} AS v FROM (${inner}) p) t`;
    const statement = { sql: sql(values), params };
    return (await this.#budget.spend((signal) => this.#databaseOf(plan).query('profile', statement, signal))).values;
  }

  async #counts(plan: QueryPlan, kind: ColumnKind) {
    const distinct = kind === 'other' ? 'NULL' : 'count(DISTINCT v)';
    const ends = kind === 'other' || kind === 'boolean' ? 'NULL, NULL' : 'min(v), max(v)';
    const [row] = await this.#rows(plan, (values) => `SELECT count(*), count(v), ${distinct}, ${ends} FROM ${values}`);
    const [rows, known, values, min, max] = row!;
    return {
      rows: Number(rows),
      nulls: Number(rows) - Number(known),
      distinct: values === null ? null : Number(values),
      min: min === null ? null : String(min),
      max: max === null ? null : String(max),
    };
  }

  async #common(plan: QueryPlan): Promise<MemberProfile['common']> {
    const found = await this.#rows(
      plan,
      (values) =>
        `SELECT v, count(*) AS n FROM ${values} WHERE v IS NOT NULL GROUP BY v ORDER BY count(*) DESC, v ${this.#first(plan, maxCommon)}`,
    );
    return found.map(([value, count]) => ({ value: shown(String(value))!, count: Number(count) }));
  }

  #first(plan: QueryPlan, count: number): string {
    const isStandard = ['mssql', 'oracle'].includes(this.#databaseOf(plan).dialect);
    return isStandard ? `OFFSET 0 ROWS FETCH NEXT ${count} ROWS ONLY` : `LIMIT ${count}`;
  }

  async #histogram(plan: QueryPlan, kind: ColumnKind, min: string, max: string): Promise<readonly Bin[]> {
    if (kind === 'number') return this.#numbers(plan, Number(min), Number(max));
    const ends = [millisecondsOf(min), millisecondsOf(max)] as const;
    if (kind !== 'time' || this.#member.kind !== 'dimension' || plan.columns[0]!.type !== 'time') return [];
    if (!ends.every(Number.isFinite)) return [];
    return this.#times(timeUnit(...ends));
  }

  async #numbers(plan: QueryPlan, min: number, max: number): Promise<readonly Bin[]> {
    const bins = numberBins(min, max);
    if (!bins) throw new UserError('the values are too close together for their size, or not finite');
    const [start, step] = [bins.start.toExponential(), bins.step.toExponential()];
    // The exponents make doubles of whole numbers, which would be divided without a fraction.
    const place = `floor((v * 1e0 - (${start})) / ${step})`;
    const found = await this.#rows(
      plan,
      (values) =>
        `SELECT b, count(*) AS n FROM (SELECT ${place} AS b FROM ${values} WHERE v IS NOT NULL) q GROUP BY b ORDER BY b`,
    );
    return filledNumberBins(bins, max, new Map(found.map(([bin, count]) => [Number(bin), Number(count)])));
  }

  /** The compiler knows how each database cuts times. */
  async #times(granularity: TimeUnit): Promise<readonly Bin[]> {
    const timeDimensions = [{ dimension: this.#member.name, granularity }];
    const plan = await this.#plan({ ...this.#asked(), dimensions: [], timeDimensions });
    const found = await this.#rows(
      plan,
      (values) =>
        `SELECT v, count(*) AS n FROM ${values} WHERE v IS NOT NULL GROUP BY v ORDER BY v ${this.#first(plan, maxUnits + 1)}`,
    );
    const counts = new Map(found.map(([time, count]) => [millisecondsOf(String(time)), Number(count)]));
    if (found.length > maxUnits || [...counts.keys()].some(Number.isNaN))
      throw new UserError('the times are too far apart');
    return filledTimeBins(granularity, counts);
  }

  async #total(): Promise<string | null> {
    const plan = await this.#plan({ ...this.#asked(), ungrouped: false, limit: 1 });
    const [row] = await this.#rows(plan, (values) => `SELECT v FROM ${values}`);
    const value = row?.[0];
    return value === null || value === undefined ? null : shown(String(value));
  }

  /** What is missing is said; the rest is known. */
  async #part<T>(part: 'common' | 'histogram' | 'total', otherwise: T, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (failure) {
      if (isCancellation(failure) && !(failure instanceof BudgetUsed)) throw failure;
      this.#notKnown.push({ part, reason: messageOf(failure) });
      return otherwise;
    }
  }
}

function shown<T extends string | null>(text: T): T {
  if (text === null || text.length <= maxValue) return text;
  return `${text.slice(0, maxValue)}…` as T;
}

/** `2026-01-02 03:04:05+00` without its fraction and zone. */
function millisecondsOf(text: string): number {
  const [, date, clock = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d))?/.exec(text) ?? [];
  return date === undefined ? Number.NaN : Date.parse(`${date}T${clock}Z`);
}
