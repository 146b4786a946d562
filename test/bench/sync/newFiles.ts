/** 10,000 new files pushed in one go: how much beyond the bound of latency and connections. */

import { type BenchmarkResult, budget, summarise } from '../benchmark.ts';
import { connections } from './manyChanged.ts';
import { writeFiles } from './project.ts';
import { openScene } from './scene.ts';

const files = 10_000;
const latencyMs = 50;

export async function newFiles(): Promise<BenchmarkResult> {
  const scene = await openScene({ files: 10, latencyMs });
  const { engine, dispose } = scene.openEngine();
  try {
    await engine.refresh();
    writeFiles(scene.folder, { to: files, folder: 'model/new' });
    const begun = performance.now();
    const result = await engine.push();
    const ms = performance.now() - begun;
    if (result.done.length !== files || !result.verified) throw new Error(`We sent ${result.done.length} files`);
    const bound = Math.ceil(files / connections) * latencyMs;
    const again = performance.now();
    const plan = await engine.refresh();
    const afterwards = performance.now() - again;
    if (plan.entries.length > 0) throw new Error('Something is left to send');
    return {
      rows: [
        summarise('10,000 new files: ours', [ms]),
        summarise(`the bound, ⌈${files}/${connections}⌉ × ${latencyMs} ms`, [bound]),
        summarise('ours as a multiple of the bound', [ms / bound], '×'),
        summarise('the comparison after it', [afterwards]),
        summarise('requests of the push', [result.requests], 'requests'),
      ],
      remarks: [budget('10,000 new files: at most 1.5 times the bound', ms / bound, 1.5)],
      summary: { newFilesMs: ms, newFilesOverBound: ms / bound },
    };
  } finally {
    dispose();
    await scene.close();
  }
}
