/** Plans for 10,000 paths: unchanged, changed in many ways, and new. */

import { hashOf } from '../../../src/base/hash.ts';
import { planDifferences } from '../../../src/sync/plan/planDifferences.ts';
import { type BenchmarkResult, median, summarize } from '../benchmark.ts';
import { pathOf } from './project.ts';

const files = 10_000;

export async function planning(rounds = 25): Promise<BenchmarkResult> {
  const quiet: number[] = [];
  const busy: number[] = [];
  const first: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [base, local, remote] = [tree(), tree(), tree()];
    quiet.push(time(() => planDifferences(base, local, remote)));
    first.push(time(() => planDifferences(new Map(), local, new Map())));
    for (let index = 0; index < files; index += 20) {
      const path = pathOf(index);
      if (index % 100 === 0) local.delete(path);
      else if (index % 80 === 0) remote.set(path, hashOf(Buffer.from(`${index}`)));
      else if (index % 60 === 0) local.set(pathOf(index, 'model/views'), hashOf(Buffer.from(path)));
      else local.set(path, hashOf(Buffer.from(`${index}`)));
    }
    busy.push(time(() => planDifferences(base, local, remote)));
  }
  return {
    rows: [
      summarize('plan of 10,000 paths, none changed', quiet),
      summarize('plan of 10,000 paths, one in twenty changed', busy),
      summarize('plan of 10,000 new paths', first),
    ],
    remarks: [],
    summary: { planQuietMs: median(quiet), planMs: median(busy), planNewMs: median(first) },
  };
}

function tree(): Map<string, string> {
  return new Map(Array.from({ length: files }, (_, index) => [pathOf(index), hashOf(Buffer.from(pathOf(index)))]));
}

function time(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
