/** Pushes 10,000 new files and compares the time with the bound that latency and connections set. */

import { type BenchmarkResult, budget, summarize } from '../benchmark.ts';
import { openFixture } from './fixture.ts';
import { connections } from './manyChanged.ts';
import { writeFiles } from './project.ts';

const files = 10_000;
const latencyMs = 50;

export async function newFiles(): Promise<BenchmarkResult> {
  const fixture = await openFixture({ files: 10, latencyMs });
  const { engine, dispose } = fixture.openEngine();
  try {
    await engine.refresh();
    writeFiles(fixture.folder, { to: files, folder: 'model/new' });
    const start = performance.now();
    const result = await engine.push();
    const ms = performance.now() - start;
    if (result.done.length !== files || !result.verified) throw new Error(`We pushed ${result.done.length} files`);
    const bound = Math.ceil(files / connections) * latencyMs;
    const again = performance.now();
    const plan = await engine.refresh();
    const afterwards = performance.now() - again;
    if (plan.entries.length > 0) throw new Error('The sides still differ');
    return {
      rows: [
        summarize('10,000 new files: ours', [ms]),
        summarize(`the bound, ⌈${files}/${connections}⌉ × ${latencyMs} ms`, [bound]),
        summarize('ours as a multiple of the bound', [ms / bound], '×'),
        summarize('the next comparison', [afterwards]),
        summarize('requests of the push', [result.requests], 'requests'),
      ],
      remarks: [budget('10,000 new files: at most 10 s', ms / 1000, 10)],
      summary: { newFilesMs: ms, newFilesOverBound: ms / bound },
    };
  } finally {
    dispose();
    await fixture.close();
  }
}
