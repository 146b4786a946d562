/** 200 tests of a model, compared with their queries alone, with the same number of them at the same time. */

import { Limit } from '../../src/base/async.ts';
import { DataApi } from '../../src/platform/dataApi.ts';
import { runTests } from '../../src/query/tests/runTests.ts';
import { testCases } from '../../src/query/tests/testCases.ts';
import { TestRunners } from '../../src/query/tests/testRunners.ts';
import { sampleEmulator } from '../query/sampleEmulator.ts';
import { type BenchmarkOptions, type BenchmarkResult, budget, median, summarize } from './benchmark.ts';

const testCount = 200;
const concurrency = 4;
const limit = 1.3;

/** Other values in each round: the platform must compute all results. */
function queryOf(i: number, round: string) {
  return {
    measures: ['orders.count', 'orders.total_amount'],
    dimensions: ['orders.status'],
    filters: [{ member: 'orders.id', operator: 'notEquals', values: [`${i}`, `9${round}`] }],
  };
}

function documentOf(round: string): string {
  const tests = Array.from({ length: testCount }, (_, i) => ({
    name: `test ${i}`,
    query: queryOf(i, round),
    expect: { row_count: 4, not_null: ['orders.status'], unique: ['orders.status'] },
  }));
  return JSON.stringify({ tests });
}

export async function benchmark({ rounds = 5 }: BenchmarkOptions): Promise<BenchmarkResult> {
  const emulator = await sampleEmulator();
  const { client, deploymentId } = emulator;
  const api = new DataApi({ client, deploymentId });
  const runners = new TestRunners({ client, deploymentId });
  const bare: number[] = [];
  const tests: number[] = [];
  const runBare = async (round: string) => {
    const atOnce = new Limit(concurrency);
    const start = performance.now();
    await Promise.all(Array.from({ length: testCount }, (_, i) => atOnce.run(() => api.load(queryOf(i, round)))));
    return performance.now() - start;
  };
  const runAll = async (round: string) => {
    const start = performance.now();
    const results = await runTests(testCases('a.test.yml', documentOf(round)), {
      queryOf: async () => undefined,
      isMember: async () => true,
      runnerFor: (branch, as) => runners.of(branch, as),
      concurrency,
    });
    const failed = results.find(({ status }) => status !== 'passed');
    if (failed) throw new Error(failed.message);
    return performance.now() - start;
  };
  try {
    await runBare('0');
    await runAll('1');
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await runBare(`${round}2`));
      tests.push(await runAll(`${round}3`));
    }
  } finally {
    runners.dispose();
    api.dispose();
    await emulator.close();
  }
  const ratio = median(tests.map((ms, i) => ms / bare[i]!));
  return {
    rows: [
      summarize(`${testCount} queries, ${concurrency} at a time`, bare),
      summarize(`${testCount} tests of them`, tests),
      summarize(
        'tests / queries',
        tests.map((ms, i) => ms / bare[i]!),
        '×',
      ),
    ],
    remarks: ['The emulator runs in the same process.', budget(`${testCount} tests / their queries`, ratio, limit)],
    summary: { ratio, testsMs: median(tests), queriesMs: median(bare) },
  };
}
