/** A `git checkout` that changes 10,000 files under the watcher: what is planned meanwhile, and when. */

import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type BenchmarkResult, budget, summarise } from '../benchmark.ts';
import { writeFiles } from './project.ts';
import { openScene } from './scene.ts';

const files = 10_000;
/** Nothing more is expected after so long a silence. */
const silenceMs = 3_000;

export async function checkout(rounds = 2): Promise<BenchmarkResult> {
  const scene = await openScene({ files, latencyMs: 50 });
  const git = (...args: string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.invalid', ...args], {
      cwd: scene.folder,
    });
  await git('init', '--quiet', '--initial-branch=one');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'One');
  await git('checkout', '--quiet', '-b', 'two');
  writeFiles(scene.folder, { to: files - 1, version: 'two' });
  await git('commit', '--quiet', '--all', '--message', 'Two');
  await git('checkout', '--quiet', 'one');
  const { engine, wire, dispose } = scene.openEngine();
  try {
    await engine.refresh();
    const plans: { at: number; local: number; deletes: number }[] = [];
    const subscription = engine.state.onChange(({ phase, plan }) => {
      if (!plan || phase === 'scanning' || phase === 'pushing') return;
      const deletes = plan.pushes.filter(({ change }) => change === 'delete').length;
      plans.push({ at: performance.now(), local: plan.pushes.length, deletes });
    });
    engine.watch();
    // The watcher has to know the folder before it can tell what changed.
    await pause(silenceMs);
    const checkouts: number[] = [];
    const seen: number[] = [];
    const looks: number[] = [];
    let deletes = 0;
    let wrong = 0;
    for (let round = 0; round < rounds; round += 1) {
      plans.length = 0;
      wire.take();
      const begun = performance.now();
      await git('checkout', '--quiet', round % 2 === 0 ? 'two' : 'one');
      const done = performance.now();
      checkouts.push(done - begun);
      while (plans.length === 0 || performance.now() - plans.at(-1)!.at < silenceMs) {
        if (performance.now() - done > 60_000) throw new Error('The watcher told nothing');
        await pause(50);
      }
      seen.push(plans.at(-1)!.at - done);
      looks.push(wire.take().filter(({ what }) => what.includes('file-hashes')).length);
      deletes += plans.reduce((sum, plan) => sum + plan.deletes, 0);
      if (plans.at(-1)!.local !== (round % 2 === 0 ? files - 1 : 0)) wrong += 1;
    }
    subscription.dispose();
    return {
      rows: [
        summarise('git checkout of 10,000 files', checkouts),
        summarise('from its end to the plan', seen),
        summarise('plans of it', looks, 'times'),
        summarise('false deletions in them', [deletes], 'times'),
      ],
      remarks: [
        budget('checkout: no false deletion', deletes, 0),
        budget('checkout: planned once', Math.max(...looks), 1),
        budget('checkout: the plan is right', wrong, 0),
      ],
      summary: { checkoutToPlanMs: Math.max(...seen), checkoutPlans: Math.max(...looks), falseDeletes: deletes },
    };
  } finally {
    dispose();
    await scene.close();
  }
}
