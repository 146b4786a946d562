/** A result of 50,000 rows: from the answer to the table, and what is done with tables. The reference parses the same answer. */

import { Client } from '../../../src/platform/client.ts';
import { compareTables } from '../../../src/query/compare/compareTables.ts';
import { compareCells } from '../../../src/query/results/compareCells.ts';
import { csvOf } from '../../../src/query/results/csv.ts';
import { tableOf } from '../../../src/query/results/resultTable.ts';
import { QueryRunner } from '../../../src/query/run/runQuery.ts';
import { wholeTable } from '../../../src/query/run/wholeRows.ts';
import { type BenchmarkResult, median, processorTime, summarize } from '../benchmark.ts';
import { startBenchThread } from '../sync/benchThread.ts';
import { largeAnswer, largeQuery } from './largeAnswer.ts';

const rowCount = 50_000;

export async function measureManyRows(rounds: number): Promise<BenchmarkResult> {
  const thread = await startBenchThread('../query/resultPlatform.ts', { rows: rowCount });
  const baseUrl = await new Promise<string>((resolve) => thread.once('message', resolve));
  const client = new Client({ baseUrl, credential: { token: 'bench' } });
  const runner = new QueryRunner({ client, deploymentId: 1 });
  const answer = largeAnswer(rowCount);
  const text = JSON.stringify(answer);
  const before = tableOf(answer, largeQuery);
  const after = tableOf(largeAnswer(rowCount, 10), largeQuery);
  const times: Record<string, number[]> = {};
  const measure = async (what: string, work: () => unknown) => {
    const start = processorTime();
    await work();
    times[what] = [...(times[what] ?? []), processorTime() - start];
  };
  const total = before.columns.findIndex(({ key }) => key === 'orders.total');
  try {
    await runner.run(largeQuery);
    for (let round = 0; round < rounds; round += 1) {
      await measure('parse', () => JSON.parse(text));
      await measure('answer to table', () => runner.run(largeQuery));
      await measure('rows to table', () => tableOf(answer, largeQuery));
      await measure('compare', () => compareTables(wholeTable(before), wholeTable(after)));
      await measure('sort', () => [...after.rows].sort((a, b) => compareCells(b[total]!, a[total]!, 'number')));
      await measure('to CSV', () => csvOf(after));
    }
  } finally {
    runner.dispose();
    client.dispose();
    await thread.terminate();
  }
  const medians = Object.entries(times).map(([what, values]) => [what, median(values)] as const);
  const summary = Object.fromEntries(medians.map(([what, ms]) => [`rows: ${what}`, ms]));
  return {
    rows: Object.entries(times).map(([what, values]) => summarize(`${rowCount} rows: ${what}`, values)),
    remarks: [
      `${rowCount} rows: processor time. “Answer to table” has both requests and the parsing; it takes ${(summary['rows: answer to table']! / summary['rows: parse']!).toFixed(1)} × the parsing alone.`,
    ],
    summary,
  };
}
