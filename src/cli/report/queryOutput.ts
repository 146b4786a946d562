/** The output of the command. */

import { UserError } from '../../base/errors.ts';
import type { BuildObject } from '../../platform/branchBuild.ts';
import { comparedCsv, comparedObject } from '../../query/compare/comparedObject.ts';
import type { ComparedTable } from '../../query/compare/compareTables.ts';
import { lineDiff } from '../../query/compare/lineDiff.ts';
import { compareAnswers, type OtherAnswer, runOnOther } from '../../query/compare/runOnOther.ts';
import { csvOf } from '../../query/results/csv.ts';
import { formatSql } from '../../query/results/formatSql.ts';
import { resultObject } from '../../query/results/json.ts';
import type { ResultTable, WholeTable } from '../../query/results/resultTable.ts';
import type { QueryRunner, QuerySql } from '../../query/run/runQuery.ts';
import { cutFailure, wholeTable } from '../../query/run/wholeRows.ts';

type Query = Readonly<Record<string, unknown>>;

export const formats = ['json', 'csv', 'sql'] as const;
type Format = (typeof formats)[number];

export function isFormat(name: string): name is Format {
  return (formats as readonly string[]).includes(name);
}

/** The branch to compare with. */
interface Other {
  branch: string;
  runner: QueryRunner;
}

interface Output {
  /** @param builds of the branch and of the other one */
  text(builds: readonly BuildObject[]): string;
  /** The rows that are missing in the result. */
  cut?: UserError | undefined;
  /** Members that the other branch does not have. */
  newMembers?: readonly string[] | undefined;
}

/**
 * @throws as `QueryRunner` does; UserError that names the other branch, with that failure as its cause, or for a comparison of results
 * with missing rows
 */
export async function outputOf(
  format: Format,
  query: Query,
  runner: QueryRunner,
  other: Other | undefined,
): Promise<Output> {
  // The first failure ends both.
  const stop = new AbortController();
  const { signal } = stop;
  const onOther = async <T>(ask: (runner: QueryRunner, query: Query) => Promise<T>) => {
    if (!other) return undefined;
    const { branch, runner: its } = other;
    return runOnOther(query, {
      ask: (each) => ask(its, each),
      ownMeta: () => runner.meta({ signal }),
      otherMeta: () => its.meta({ signal }),
    }).catch((failure: unknown) => Promise.reject(named(branch, failure)));
  };
  try {
    if (format === 'sql') {
      const [sql, before] = await Promise.all([
        runner.sql(query, { signal }),
        onOther((its, each) => its.sql(each, { signal })),
      ]);
      const { answer = undefined, newMembers = undefined } = before ?? {};
      const [old, own] = await Promise.all([answer, sql].map((one) => (one ? formattedText(one) : '')));
      const difference = () => lineDiff(old!, own!).join('\n');
      return { text: () => `${before ? difference() : sqlText(sql)}\n`, newMembers };
    }
    const [now, before] = await Promise.all([
      runner.run(query, { signal }),
      onOther(async (its, each) => wholeTable(await its.table(each, { signal }))),
    ]);
    const cut = cutFailure(now.table);
    const ask = (each: Query) => runner.table(each, { signal });
    const compared = before && (await comparedWith(before, query, now.table, ask));
    const { newMembers } = before ?? {};
    if (format === 'csv') {
      return { text: () => (compared ? comparedCsv(compared) : csvOf(now.table)), cut, newMembers };
    }
    const text = ([build, otherBuild]: readonly BuildObject[]) => {
      const comparison = compared && {
        compared: { build: otherBuild, ...comparedObject(compared), ...(newMembers?.length && { newMembers }) },
      };
      return `${JSON.stringify({ build, ...resultObject(now), ...comparison })}\n`;
    };
    return { text, cut, newMembers };
  } finally {
    stop.abort();
  }
}

/** The differences in the part of the query that both branches know. */
async function comparedWith(
  { answer, query: shared }: OtherAnswer<WholeTable>,
  query: Query,
  now: ResultTable,
  ask: (query: Query) => Promise<ResultTable>,
): Promise<ComparedTable> {
  return compareAnswers(answer, wholeTable(shared === query ? now : await ask(shared)));
}

function named(branch: string, failure: unknown): unknown {
  if (!(failure instanceof UserError)) return failure;
  const { message, where, action, code = 'other-branch' } = failure;
  return new UserError(`On ${branch}: ${message}`, { where, action, code, cause: failure });
}

/** With one item on a line, so that the difference shows what has changed. */
async function formattedText(sql: QuerySql): Promise<string> {
  return sqlText({ ...sql, text: (await formatSql(sql.text, undefined)).text });
}

/** The statement, with its parameters as a comment below it. */
function sqlText({ text, parameters }: QuerySql): string {
  return parameters.length === 0 ? text : `${text}\n-- parameters: ${JSON.stringify(parameters)}`;
}
