/** 500 changed of 2,000 files: our push beside the public client's deploy, in turns, and beside what the latency allows. */

import { type BenchmarkResult, budget, median, summarise } from '../benchmark.ts';
import { writeFiles } from './project.ts';
import { startPublicClient } from './publicClient.ts';
import { openScene } from './scene.ts';

const files = 2000;
const changed = 500;
const latencyMs = 50;
/** Connections of our client: so many uploads are under way at once. */
export const connections = 16;

export async function manyChanged(rounds = 5): Promise<BenchmarkResult> {
  const scene = await openScene({ files, latencyMs });
  const theirs = await startPublicClient(scene);
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
    const bound = Math.ceil(changed / connections) * latencyMs;
    const times = median(public_.map((ms, index) => ms / (ours[index] ?? Number.NaN)));
    const overBound = median(ours) / bound;
    return {
      rows: [
        summarise('500 of 2,000 changed: ours', ours),
        summarise('500 of 2,000 changed: the public client', public_),
        summarise(
          'the public client as a multiple of ours',
          public_.map((ms, at) => ms / (ours[at] ?? Number.NaN)),
          '×',
        ),
        summarise(`the bound, ⌈${changed}/${connections}⌉ × ${latencyMs} ms`, [bound]),
        summarise(
          'ours as a multiple of the bound',
          ours.map((ms) => ms / bound),
          '×',
        ),
        summarise('requests of ours', [requests], 'requests'),
      ],
      remarks: [
        budget('500 changed: at least 10 times faster than the public client', times, 10, 'least'),
        budget('500 changed: at most 1.5 times the bound', overBound, 1.5),
      ],
      summary: {
        pushMs: median(ours),
        publicMs: median(public_),
        timesFaster: times,
        boundMs: bound,
        overBound,
        pushRequests: requests,
      },
    };

    /** A base to start from, whoever wrote last. */
    async function settle(): Promise<void> {
      const { engine, dispose } = scene.openEngine();
      const plan = await engine.refresh();
      if (plan.entries.length > 0) throw new Error(`${plan.entries.length} files differ before the run`);
      dispose();
    }

    async function runOurs(round: number): Promise<void> {
      writeFiles(scene.folder, { to: changed, version: `ours ${round}` });
      const { engine, dispose } = scene.openEngine();
      const begun = performance.now();
      const result = await engine.push();
      ours.push(performance.now() - begun);
      dispose();
      requests = result.requests;
      if (result.done.length !== changed || !result.verified) throw new Error(`We sent ${result.done.length} files`);
    }

    async function runTheirs(round: number): Promise<void> {
      writeFiles(scene.folder, { to: changed, version: `theirs ${round}` });
      const begun = performance.now();
      const uploads = await theirs.deploy(scene.folder);
      public_.push(performance.now() - begun);
      if (uploads !== changed) throw new Error(`The public client sent ${uploads} files`);
      await settle();
    }
  } finally {
    await theirs.close();
    await scene.close();
  }
}
