/**
 * Asks the data API of a branch for every public member and every join, one row each, so that the database behind it says what is
 * wrong with their SQL. The queries run there, with the rights of the caller.
 */

import { isCancellation, messageOf } from '../../base/errors.ts';
import type { ModelMeta, ModelQuery } from '../../compiler/modelRequest.ts';
import type { DataMeta } from '../../contract/dataApi.ts';
import { problemOfMessage } from '../../database/driver/published/messageProblem.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { PlatformError } from '../../platform/platformError.ts';
import { refusalOf } from '../../query/run/queryErrors.ts';
import type { QueryRunner } from '../../query/run/runQuery.ts';
import { isShown } from '../../query/tests/shownMembers.ts';
import { type CheckProgress, checkMembers, type DatabaseCheck } from './checkMembers.ts';
import { memberQueries } from './memberQueries.ts';

interface CheckBudget {
  queries: number;
  ms: number;
}

interface Options extends CheckProgress {
  budget?: CheckBudget;
}

/** Each query can cost money there. */
const platformBudget: CheckBudget = { queries: 2_000, ms: 600_000 };

const notPublic = 'it is not public, or you may not see it';

/**
 * What is not asked because the check is cancelled or its budget ends is among `notChecked`.
 * @param index of the files that the branch has
 * @throws UserError if the platform answers nothing; CancelledError before the first question
 */
export async function checkPlatform(
  index: ModelIndex,
  runner: Pick<QueryRunner, 'meta' | 'table' | 'sql'>,
  { signal, onProgress, budget = platformBudget }: Options = {},
): Promise<DatabaseCheck> {
  const meta = onlyShown(await runner.meta({ signal }));
  const all = memberQueries(index, meta);
  const timeout = AbortSignal.timeout(budget.ms);
  const until = signal ? AbortSignal.any([signal, timeout]) : timeout;
  let asked = 0;
  let isAnswered = false;
  let ended: string | undefined;
  const checked = await checkMembers(
    index,
    all.filter(({ isHidden }) => !isHidden),
    {
      atOnce: 1,
      onProgress,
      ended: () => {
        if (asked >= budget.queries) ended ??= `the check asks for at most ${budget.queries} members and joins`;
        return ended;
      },
      ask: async (query) => {
        asked += 1;
        try {
          const answer = await askOne(runner, query, until);
          isAnswered = true;
          return answer;
        } catch (failure) {
          if (signal?.aborted) ended = 'the check was cancelled';
          else if (timeout.aborted) ended = `the check ended after ${Math.round(budget.ms / 60_000)} minutes`;
          else if (!isAnswered || isCancellation(failure)) throw failure;
          else ended = `the platform stopped answering: ${messageOf(failure)}`;
          return { reason: ended };
        }
      },
    },
  );
  const hidden = all.filter(({ isHidden }) => isHidden).map(({ name }) => ({ name, reason: notPublic }));
  return { ...checked, notChecked: [...checked.notChecked, ...hidden] };
}

/** @throws what is not an answer to this query */
async function askOne(runner: Pick<QueryRunner, 'table' | 'sql'>, query: ModelQuery, signal: AbortSignal) {
  const asked = dataQuery(query);
  try {
    await runner.table(asked, { signal });
    return { sql: '', description: { columns: [] } };
  } catch (failure) {
    // A slow query says nothing about the others.
    if (failure instanceof PlatformError && failure.code === 'query-not-ended') return { reason: failure.message };
    const refusal = refusalOf(failure);
    if (refusal === undefined) throw failure;
    if (failure instanceof PlatformError && failure.kind === 'forbidden') return { reason: refusal };
    const sql = await sqlOf(runner, asked, signal);
    return sql === undefined ? { reason: refusal } : { sql, description: { problem: problemOfMessage(refusal, sql) } };
  }
}

/** Undefined if the platform makes no SQL of the query: then it is not the database that refuses it. */
async function sqlOf(
  runner: Pick<QueryRunner, 'sql'>,
  query: object,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return (await runner.sql({ ...query }, { signal })).text;
  } catch (failure) {
    if (refusalOf(failure) === undefined) throw failure;
    return undefined;
  }
}

function dataQuery({ measures, dimensions, segments }: ModelQuery): Record<string, unknown> {
  return {
    ...(measures.length > 0 && { measures }),
    ...(dimensions.length > 0 && { dimensions }),
    ...(segments.length > 0 && { segments }),
    limit: 1,
  };
}

function onlyShown({ cubes }: DataMeta): ModelMeta {
  return {
    cubes: cubes.filter(isShown).map((cube) => ({
      ...cube,
      measures: cube.measures.filter(isShown),
      dimensions: cube.dimensions.filter(isShown),
      segments: (cube.segments ?? []).filter(isShown),
    })),
  };
}
