/** 500 of 2,000 files changed: compares our push with the public client's deploy, over HTTP/1.1 or HTTP/2. */

import { type BenchmarkResult, budget, median, summarize } from '../benchmark.ts';
import { openFixture } from './fixture.ts';
import { writeFiles } from './project.ts';
import { startPublicClient } from './publicClient.ts';

const files = 2000;
const changed = 500;
const latencyMs = 50;

export async function manyChanged(rounds = 5, http2 = false): Promise<BenchmarkResult> {
  const over = http2 ? 'HTTP/2' : 'HTTP/1.1';
  const fixture = await openFixture({ files, latencyMs, http2 });
  const theirs = await startPublicClient(fixture);
  try {
    const ours: number[] = [];
    const public_: number[] = [];
    let requests = 0;
    await settle();
    for (let round = 0; round < rounds; round += 1) {
      const both = [runOurs, runTheirs];
      if (round % 2 === 1) both.reverse();
      for (const run of both) await run(round);
    }
    const times = median(public_.map((ms, index) => ms / (ours[index] ?? Number.NaN)));
    return {
      rows: [
        summarize(`500 of 2,000 changed, ${over}: ours`, ours),
        summarize(`500 of 2,000 changed, ${over}: the public client`, public_),
        summarize(
          'the public client as a multiple of ours',
          public_.map((ms, at) => ms / (ours[at] ?? Number.NaN)),
          '×',
        ),
        summarize('requests of ours', [requests], 'requests'),
      ],
      remarks: [budget(`500 changed, ${over}: at least 30 times faster than the public client`, times, 30, 'least')],
      summary: {
        [`pushMs ${over}`]: median(ours),
        [`publicMs ${over}`]: median(public_),
        [`timesFaster ${over}`]: times,
        pushRequests: requests,
      },
    };

    /** Records the current state as base. */
    async function settle(): Promise<void> {
      const { engine, dispose } = fixture.openEngine();
      const plan = await engine.refresh();
      if (plan.entries.length > 0) throw new Error(`${plan.entries.length} files differ before the run`);
      dispose();
    }

    async function runOurs(round: number): Promise<void> {
      writeFiles(fixture.folder, { to: changed, version: `ours ${round}` });
      const { engine, dispose } = fixture.openEngine();
      const start = performance.now();
      const result = await engine.push();
      ours.push(performance.now() - start);
      dispose();
      requests = result.requests;
      if (result.done.length !== changed || !result.verified) throw new Error(`We pushed ${result.done.length} files`);
    }

    async function runTheirs(round: number): Promise<void> {
      writeFiles(fixture.folder, { to: changed, version: `theirs ${round}` });
      const start = performance.now();
      const uploads = await theirs.deploy(fixture.folder);
      public_.push(performance.now() - start);
      if (uploads !== changed) throw new Error(`The public client uploaded ${uploads} files`);
      await settle();
    }
  } finally {
    await theirs.close();
    await fixture.close();
  }
}
