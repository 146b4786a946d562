/** Joins the answers of the data API to a query that compares date ranges, which has one for each range. */

import { type DataResults, type DataRows, type DataSql, rangeKey } from '../contract/dataApi.ts';

/** The rows of all ranges, each row with its range. */
export function joinResults(results: DataResults['results']): DataRows {
  const [first] = results;
  const data = results.flatMap((result) => {
    const range = rangeOf(result);
    return result.data.map((row) => ({ ...row, [rangeKey]: range }));
  });
  const totals = results.map(({ total }) => total);
  const total = totals.some((one) => one === null || one === undefined)
    ? null
    : totals.reduce((sum: number, one) => sum + Number(one), 0);
  return { ...first, data, total };
}

/** All statements with their parameters. */
export function joinStatements(answers: readonly DataSql[]): DataSql {
  const statements = answers.map(({ sql }) => sql.sql);
  const text = statements.map(([statement]) => statement).join('\n;\n');
  return { sql: { sql: [text, statements.flatMap(([, parameters]) => parameters)] } };
}

/** `2026-01-01 - 2026-01-31` */
function rangeOf({ query }: DataRows): string | null {
  const { timeDimensions } = (query ?? {}) as { timeDimensions?: unknown };
  const times: unknown[] = Array.isArray(timeDimensions) ? timeDimensions : [];
  const ranges = times.map((time) => (time as { dateRange?: unknown } | null)?.dateRange);
  const range = ranges.find((each) => Array.isArray(each));
  if (!range) return null;
  return range.map((moment) => String(moment).replace(/T(?:00:00:00\.000|23:59:59\.999)$/, '')).join(' - ');
}
