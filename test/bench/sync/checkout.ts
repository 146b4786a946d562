/** A `git checkout` that changes 10,000 files under the file watcher: the plans during it and their times. */

import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type BenchmarkResult, budget, summarize } from '../benchmark.ts';
import { openFixture } from './fixture.ts';
import { writeFiles } from './project.ts';

const files = 10_000;
/** The checkout is complete after this time without a new plan. */
const silenceMs = 3_000;

export async function checkout(rounds = 2): Promise<BenchmarkResult> {
  const fixture = await openFixture({ files, latencyMs: 50 });
  const git = (...args: string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.invalid', ...args], {
      cwd: fixture.folder,
    });
  await git('init', '--quiet', '--initial-branch=one');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'One');
  await git('checkout', '--quiet', '-b', 'two');
  writeFiles(fixture.folder, { to: files - 1, version: 'two' });
  await git('commit', '--quiet', '--all', '--message', 'Two');
  await git('checkout', '--quiet', 'one');
  const { engine, wire, dispose } = fixture.openEngine();
  try {
    await engine.refresh();
    const plans: { at: number; local: number; deletes: number }[] = [];
    const subscription = engine.state.onChange(({ phase, plan }) => {
      if (!plan || phase === 'scanning' || phase === 'pushing') return;
      const deletes = plan.pushes.filter(({ change }) => change === 'delete').length;
      plans.push({ at: performance.now(), local: plan.pushes.length, deletes });
    });
    engine.watch();
    // The watcher must read the folder before it can report changes.
    await pause(silenceMs);
    const checkouts: number[] = [];
    const seen: number[] = [];
    const comparisons: number[] = [];
    let deletes = 0;
    let wrong = 0;
    for (let round = 0; round < rounds; round += 1) {
      plans.length = 0;
      wire.take();
      const start = performance.now();
      await git('checkout', '--quiet', round % 2 === 0 ? 'two' : 'one');
      const done = performance.now();
      checkouts.push(done - start);
      while (plans.length === 0 || performance.now() - plans.at(-1)!.at < silenceMs) {
        if (performance.now() - done > 60_000) throw new Error('The watcher reported nothing');
        await pause(50);
      }
      seen.push(plans.at(-1)!.at - done);
      comparisons.push(wire.take().filter(({ what }) => what.includes('file-hashes')).length);
      deletes += plans.reduce((sum, plan) => sum + plan.deletes, 0);
      if (plans.at(-1)!.local !== (round % 2 === 0 ? files - 1 : 0)) wrong += 1;
    }
    subscription.dispose();
    return {
      rows: [
        summarize('git checkout of 10,000 files', checkouts),
        summarize('from the end of the checkout to the plan', seen),
        summarize('plans', comparisons, 'times'),
        summarize('false deletions in the plans', [deletes], 'times'),
      ],
      remarks: [
        budget('checkout: no false deletion', deletes, 0),
        budget('checkout: planned once', Math.max(...comparisons), 1),
        budget('checkout: the plan is right', wrong, 0),
      ],
      summary: { checkoutToPlanMs: Math.max(...seen), checkoutPlans: Math.max(...comparisons), falseDeletes: deletes },
    };
  } finally {
    dispose();
    await fixture.close();
  }
}
