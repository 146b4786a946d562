/** Counts rows by queries of the data API, within a budget. The same question is asked once. */

import type { DataRows } from '../../contract/dataApi.ts';
import { Budget, type BudgetLimits } from '../run/budget.ts';
import type { CountedCube } from './countedCube.ts';
import type { Place } from './explanation.ts';
import { anyValue, listOf, type Part, type Query } from './queryParts.ts';

/**
 * `asked`: the user of the query. `counting`: the same rows, also with members that are not public, where that is possible.
 * `author`: a user to whom no access policy applies.
 */
type Viewer = 'asked' | 'counting' | 'author';

/** The rows of a query of the data API, or why it is refused. */
type ProbeAnswer = { rows: DataRows } | { refused: string };

export interface Prober {
  /** @throws UserError, CancelledError */
  ask(query: Query, viewer: Viewer, signal: AbortSignal): Promise<ProbeAnswer>;
  /** Whether there is another user than that of the query, to whom no policy applies. */
  hasAuthor: boolean;
  /** `counting` and `author` can ask for members that are not public. */
  seesHidden: boolean;
  /** Whether the answer can come from pre-aggregations. */
  usesPreAggregations: boolean;
}

/** The platform or the model does not count the rows of a query. */
export class NotCounted extends Error {}

export interface Joined {
  name: string;
  /** A dimension of the query. */
  member: string;
  /** A dimension that each row of the cube has. */
  key: string | undefined;
  place: Place | undefined;
}

export interface Counted {
  counted: CountedCube;
  /** All parts; default filters that are not in `parts` are left out by a condition. */
  all: readonly Part[];
  /** Conditions that leave out the default filters that the query replaces, also where its own filter is left out. */
  replaced: readonly unknown[];
  joined: readonly Joined[];
  parts: readonly Part[];
  viewer: Viewer;
  zone?: string;
  also?: object;
}

interface Options {
  limits?: BudgetLimits | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, all: number) => void) | undefined;
}

const defaultLimits: BudgetLimits = { statements: 60, seconds: 60 };

export class RowCounter {
  readonly #query: Query;
  readonly #prober: Prober;
  readonly #options: Options;
  readonly #budget: Budget;
  readonly #counts = new Map<string, Promise<number>>();
  /** Queries that were run. */
  probes = 0;
  /** For the progress. */
  expected = 1;

  constructor(query: Query, prober: Prober, options: Options) {
    this.#query = query;
    this.#prober = prober;
    this.#options = options;
    this.#budget = new Budget(options.limits ?? defaultLimits, options.signal);
  }

  #countQuery({ counted, all, replaced, joined, parts, zone, also }: Counted): Query {
    const { keys, dimensions, anchor } = counted;
    const left = all.filter((one) => one.kind === 'defaultFilter' && !parts.includes(one));
    const of = (kind: Part['kind']) => parts.filter((one) => one.kind === kind).map(({ written }) => written);
    return {
      dimensions: keys ?? dimensions,
      filters: [
        ...joined.map(({ member }) => anyValue(member)),
        ...(keys ? [{ member: keys[0], operator: 'set' }] : []),
        ...left.map(({ written }) => written),
        ...replaced,
        ...(anchor === undefined ? [] : [anyValue(anchor)]),
        ...of('filter'),
        ...(also ? [also] : []),
      ],
      segments: of('segment'),
      timeDimensions: of('dateRange'),
      timezone: zone ?? this.#query.timezone,
      ...(!keys && { ungrouped: true }),
      limit: 1,
    };
  }

  count(asked: Counted): Promise<number> {
    return this.total(this.#countQuery(asked), asked.viewer);
  }

  /** The same question is asked once. @throws NotCounted */
  total(query: Query, viewer: Viewer): Promise<number> {
    const key = JSON.stringify([query, viewer]);
    const known = this.#counts.get(key);
    if (known) return known;
    const count = this.ask({ ...query, total: true }, viewer).then((answer) => {
      if ('refused' in answer) throw new NotCounted(answer.refused);
      const total = Number(answer.rows.total ?? Number.NaN);
      if (Number.isNaN(total)) throw new NotCounted('the platform does not tell the number of rows');
      return total;
    });
    count.catch(() => {});
    this.#counts.set(key, count);
    return count;
  }

  /** @throws BudgetUsed, CancelledError, UserError */
  async ask(query: Query, viewer: Viewer): Promise<ProbeAnswer> {
    this.#options.onProgress?.(this.probes, Math.max(this.expected, this.probes + 1));
    const plain = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
    const answer = await this.#budget.spend((signal) => this.#prober.ask(plain, viewer, signal));
    this.probes += 1;
    return answer;
  }

  /** Values of a member in the rows that are counted. */
  async valuesOf(asked: Counted, member: string, limit: number, direction?: 'asc' | 'desc'): Promise<string[]> {
    const query = this.#countQuery(asked);
    const answer = await this.ask(
      {
        ...query,
        dimensions: [member],
        filters: [...listOf(query.filters), { member, operator: 'set' }],
        order: direction ? { [member]: direction } : undefined,
        ungrouped: undefined,
        total: undefined,
        limit,
      },
      asked.viewer,
    );
    return 'refused' in answer
      ? []
      : answer.rows.data.map((row) => String(row[member] ?? '')).filter((one) => one !== '');
  }
}
