/**
 * Asks both compiled models for the SQL of queries. Several queries are asked for at once; a statement that differs is divided
 * until the queries are known.
 */

import { setMaxListeners } from 'node:events';
import { messageOf } from '../../base/errors.ts';
import type { DataMeta } from '../../contract/dataApi.ts';
import type { QueryObject, QueryViewer } from '../../model/documents/queryDocument.ts';
import type { ReportedError } from '../../model/placement/placeErrors.ts';
import { membersIn } from '../../query/compare/withoutMembers.ts';
import { refusalOf } from '../../query/run/queryErrors.ts';
import type { QuerySql } from '../../query/run/runQuery.ts';
import type { AccessSide } from './access.ts';
import { joined } from './memberQueries.ts';
import { publicParts } from './publicParts.ts';
import { isSameSql, type Renames } from './sameSql.ts';

export interface AccessAnswer extends AccessSide {
  /** The groups that policies name, and in braces their conditions that read other attributes of a caller. */
  groups: readonly string[];
}

export interface CompiledSide {
  /** The version of the published compiler on this computer. Undefined: the platform compiled it. */
  compiler?: string;
  /**
   * Everything that is public, whatever access policies say; `as` says only what code reads of the caller. Undefined: the platform
   * answers only for a caller.
   */
  unrestricted?: Pick<CompiledSide, 'meta' | 'sql' | 'metaFor'>;
  /** What callers with these groups may read. Undefined: only metadata tokens tell. */
  access?: (callers: readonly (readonly string[])[], signal: AbortSignal) => Promise<AccessAnswer>;
  /** Public members only. */
  meta: DataMeta;
  /** The metadata that a viewer sees. @throws PlatformError, UserError, CancelledError */
  metaFor(as: QueryViewer, signal: AbortSignal): Promise<DataMeta>;
  /** @throws PlatformError, UserError, CancelledError */
  sql(query: QueryObject, as: QueryViewer | undefined, signal: AbortSignal): Promise<QuerySql>;
}

/** A compiled model, or why it does not compile. */
export type CompileOutcome =
  | { kind: 'compiled'; side: CompiledSide }
  | { kind: 'errors'; errors: readonly ReportedError[] };

/** `refused`: only the newer model refuses it; `accepted`: only the former one did; `neither`: both refuse it. */
type Effect = 'same' | 'changed' | 'refused' | 'accepted' | 'neither';

/** Undefined: not known, because the platform failed or the budget ended. */
export interface Outcome {
  effect: Effect | undefined;
  /** The platform's message. */
  message?: string;
  /** The statements of a changed one. */
  sql?: Record<'before' | 'after', QuerySql>;
  /** Members of a refused query that its viewer does not see any more. */
  hidden?: readonly string[];
}

export interface CompiledUse {
  query: QueryObject;
  as?: QueryViewer | undefined;
}

/** A query of both models. */
export interface SharedQuery {
  /** Queries of a group may be asked together, because their SQL has the same cubes. */
  group: string;
  /** Undefined: there is no such query. */
  queries: { before: QueryObject; after: QueryObject } | undefined;
}

export interface AskedSides {
  before: CompiledSide;
  after: CompiledSide;
  renames: Renames;
  /** Statements of each side, and milliseconds. */
  budget: { statements: number; ms: number };
  signal: AbortSignal;
}

/** Queries of one statement. The request has their names in its address. */
const maxBatch = 24;
const maxNames = 3_000;
/** Metadata of so many viewers is read, of both sides. */
export const maxViewers = 40;

export function batchesOf<Shared extends SharedQuery>(members: readonly Shared[]): Shared[][] {
  const batches: Shared[][] = [];
  const open = new Map<string, { batch: Shared[]; length: number }>();
  for (const member of members) {
    if (!member.queries) continue;
    const { length } = encodeURIComponent(JSON.stringify(member.queries.after));
    let last = open.get(member.group);
    if (!last || last.batch.length >= maxBatch || last.length + length > maxNames) {
      last = { batch: [], length: 0 };
      open.set(member.group, last);
      batches.push(last.batch);
    }
    last.batch.push(member);
    last.length += length;
  }
  return batches;
}

/** The outcomes go to `found`. */
export async function compareBatch<Shared extends SharedQuery>(
  batch: readonly Shared[],
  asked: Asked,
  found: Map<Shared, Outcome>,
  as?: QueryViewer,
): Promise<void> {
  const queries = batch.flatMap((one) => one.queries ?? []);
  const outcome = await asked.pair(
    joined(queries.map(({ before }) => before)),
    joined(queries.map(({ after }) => after)),
    as,
  );
  if (batch.length === 1 || outcome.effect === 'same' || outcome.isUnanswered) {
    for (const member of batch) found.set(member, outcome);
    return;
  }
  const half = Math.ceil(batch.length / 2);
  for (const part of [batch.slice(0, half), batch.slice(half)]) await compareBatch(part, asked, found, as);
}

/** Asks both sides, within the budget. */
export class Asked {
  readonly #options: AskedSides;
  readonly #signal: AbortSignal;
  readonly #names = new Map<string, Promise<ReadonlySet<string> | undefined>>();
  #left: number;

  constructor(options: AskedSides) {
    this.#options = options;
    this.#left = options.budget.statements;
    this.#signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.budget.ms)]);
    // Each request that runs adds listeners.
    setMaxListeners(0, this.#signal);
  }

  /** A query that names what only the former model shows. Not every platform refuses the SQL of hidden members. */
  async hidden(old: QueryObject, { query, as }: CompiledUse): Promise<Outcome | undefined> {
    const { before, after } = this.#options;
    const [then, now] = await Promise.all([this.#namesFor(before, as), this.#namesFor(after, as)]);
    if (!then || !now || !shownMembers(old).every((name) => then.has(name))) return undefined;
    const gone = shownMembers(query).filter((name) => !now.has(name));
    return gone.length > 0 ? { effect: 'refused', hidden: gone } : undefined;
  }

  /** Undefined if they are not known. */
  #namesFor(side: CompiledSide, as: QueryViewer | undefined): Promise<ReadonlySet<string> | undefined> {
    const key = JSON.stringify([side === this.#options.before, as ?? null]);
    const known = this.#names.get(key);
    if (known) return known;
    if (as && this.#names.size >= maxViewers) return Promise.resolve(undefined);
    const meta = as ? side.metaFor(as, this.#signal) : Promise.resolve(side.meta);
    const names = meta.then(
      (found) => new Set(publicParts(found).keys()),
      () => undefined,
    );
    this.#names.set(key, names);
    return names;
  }

  /** Whether one side answers; undefined: not known, because the platform failed or the budget ended. */
  async isAnswered(side: 'before' | 'after', query: QueryObject): Promise<boolean | undefined> {
    this.#left -= 1;
    if (this.#left < 0 || this.#signal.aborted) return undefined;
    return answerOf(this.#options[side].sql(query, undefined, this.#signal)).then(
      (answer) => 'sql' in answer,
      () => undefined,
    );
  }

  async pair(old: QueryObject, now: QueryObject, as?: QueryViewer): Promise<Outcome & { isUnanswered?: boolean }> {
    const { before, after, renames } = this.#options;
    const signal = this.#signal;
    this.#left -= 1;
    if (this.#left < 0 || signal.aborted) return { effect: undefined, isUnanswered: true };
    try {
      const answers = [before.sql(old, as, signal), after.sql(now, as, signal)] as const;
      const [former, newer] = await Promise.all([answerOf(answers[0]), answerOf(answers[1])]);
      if ('sql' in former) {
        if (!('sql' in newer)) return { effect: 'refused', message: newer.refusal };
        if (isSameSql(former.sql, newer.sql, renames)) return { effect: 'same' };
        return { effect: 'changed', sql: { before: former.sql, after: newer.sql } };
      }
      return 'sql' in newer
        ? { effect: 'accepted', message: former.refusal }
        : { effect: 'neither', message: newer.refusal };
    } catch (failure) {
      // The time is over: that says nothing about the query.
      if (signal.aborted) return { effect: undefined, isUnanswered: true };
      return { effect: undefined, message: messageOf(failure), isUnanswered: true };
    }
  }
}

/** The members that a result shows or is filtered by as a whole. Other filters may use hidden members. */
function shownMembers({ measures, dimensions, segments, timeDimensions }: QueryObject): string[] {
  const times = Array.isArray(timeDimensions) ? timeDimensions.filter((time) => time?.granularity) : [];
  return [...membersIn({ measures, dimensions, segments, timeDimensions: times })];
}

/** @throws what is not a refusal */
async function answerOf(asked: Promise<QuerySql>): Promise<{ sql: QuerySql } | { refusal: string }> {
  try {
    return { sql: await asked };
  } catch (failure) {
    const refusal = refusalOf(failure);
    if (refusal === undefined) throw failure;
    return { refusal };
  }
}
