/** The emulator's conversion of times to a time zone, called for each row of a query. */

import { localTime } from '../../../src/emulator/data/sqlFunctions.ts';
import { type BenchmarkResult, median, processorTime, summarize } from '../benchmark.ts';

const rowCount = 20_000;

export function measureLocalTime(rounds: number): BenchmarkResult {
  const times = Array.from({ length: rowCount }, (_, row) => {
    return new Date(Date.UTC(2026, 0, 1) + row * 1_577_000).toISOString().slice(0, -1);
  });
  const local: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = processorTime();
    for (const time of times) localTime(time, 'Europe/Berlin');
    local.push(processorTime() - start);
  }
  return {
    rows: [summarize(`local time of ${rowCount} rows`, local)],
    remarks: ['Local time: processor time, in the thread of the database.'],
    summary: { localTimeMs: median(local) },
  };
}
