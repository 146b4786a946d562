/** What the command prints. */

import { UserError } from '../../base/errors.ts';
import { comparedCsv, comparedObject } from '../../query/compare/comparedObject.ts';
import { compareTables } from '../../query/compare/compareTables.ts';
import { lineDiff } from '../../query/compare/lineDiff.ts';
import { csvOf } from '../../query/results/csv.ts';
import { resultObject } from '../../query/results/json.ts';
import type { QueryRunner, QuerySql } from '../../query/run/runQuery.ts';
import { cutFailure, wholeTable } from '../../query/run/wholeTable.ts';

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
  text: string;
  /** What is missing of the result. */
  cut?: UserError | undefined;
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
  const onOther = async <T>(work: (runner: QueryRunner) => Promise<T>) => {
    return other && work(other.runner).catch((failure: unknown) => Promise.reject(named(other.branch, failure)));
  };
  try {
    if (format === 'sql') {
      const [sql, before] = await Promise.all([
        runner.sql(query, { signal }),
        onOther((each) => each.sql(query, { signal })),
      ]);
      return { text: before ? `${lineDiff(sqlText(before), sqlText(sql)).join('\n')}\n` : `${sqlText(sql)}\n` };
    }
    const [now, before] = await Promise.all([
      runner.run(query, { signal }),
      onOther(async (each) => wholeTable(await each.table(query, { signal }))),
    ]);
    const compared = before && compareTables(before, wholeTable(now.table));
    const cut = cutFailure(now.table);
    if (format === 'csv') return { text: compared ? comparedCsv(compared) : csvOf(now.table), cut };
    const result = { ...resultObject(now), ...(compared && { compared: comparedObject(compared) }) };
    return { text: `${JSON.stringify(result)}\n`, cut };
  } finally {
    stop.abort();
  }
}

function named(branch: string, failure: unknown): unknown {
  if (!(failure instanceof UserError)) return failure;
  const { message, where, action, code = 'other-branch' } = failure;
  return new UserError(`On ${branch}: ${message}`, { where, action, code, cause: failure });
}

/** The statement, with its parameters as a comment below it. */
function sqlText({ text, parameters }: QuerySql): string {
  return parameters.length === 0 ? text : `${text}\n-- parameters: ${JSON.stringify(parameters)}`;
}
