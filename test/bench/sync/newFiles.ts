/** Pushes 10,000 new files, over HTTP/1.1 or HTTP/2. */

import { type BenchmarkResult, budget, summarize } from '../benchmark.ts';
import { openFixture } from './fixture.ts';
import { writeFiles } from './project.ts';

const files = 10_000;
const latencyMs = 50;

export async function newFiles(http2 = false): Promise<BenchmarkResult> {
  const over = http2 ? 'HTTP/2' : 'HTTP/1.1';
  const fixture = await openFixture({ files: 10, latencyMs, http2 });
  const { engine, dispose } = fixture.openEngine();
  try {
    await engine.refresh();
    writeFiles(fixture.folder, { to: files, folder: 'model/new' });
    const start = performance.now();
    const result = await engine.push();
    const ms = performance.now() - start;
    if (result.done.length !== files || !result.verified) throw new Error(`We pushed ${result.done.length} files`);
    const again = performance.now();
    const plan = await engine.refresh();
    const afterwards = performance.now() - again;
    if (plan.entries.length > 0) throw new Error('The sides still differ');
    return {
      rows: [
        summarize(`10,000 new files, ${over}: ours`, [ms]),
        summarize('the next comparison', [afterwards]),
        summarize('requests of the push', [result.requests], 'requests'),
      ],
      remarks: [budget(`10,000 new files, ${over}: at most 10 s`, ms / 1000, 10)],
      summary: { [`newFilesMs ${over}`]: ms },
    };
  } finally {
    dispose();
    await fixture.close();
  }
}
