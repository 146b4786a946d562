import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Limit } from '../../../src/base/async.ts';
import { seedThatNotices } from './build.ts';
import { mutants } from './mutants.ts';
import { playMany } from './playMany.ts';
import { play } from './world.ts';

/** Stories in this run; the nightly one (`npm run simulate -- --nightly`) plays ten million. */
const stories = Number(process.env.SYNC_STORIES ?? 100_000);
/** A machine that is busy with other things plays fewer, and says so. */
const budgetMs = 175_000;
/** Where the known story no longer notices a fault, for the code has changed, another one must turn up within this time. */
const patienceMs = 40_000;

describe('simulated stories', function () {
  this.timeout(0);
  const folder = mkdtempSync(join(tmpdir(), 'data-model-simulator-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has the same trace for the same seed', async () => {
    for (const seed of [1, 2, 3]) {
      const [one, other] = [await play(seed, { trace: true }), await play(seed, { trace: true })];
      assert.ok(one.trace && one.trace.length > 50);
      assert.deepEqual(one.trace, other.trace);
    }
  });

  it(`loses nothing and comes to rest in up to ${stories} stories`, async () => {
    // The same ones each time, so that a change is judged by its own faults; `TEST_SEED` and the nightly run play others.
    const from = Number(process.env.TEST_SEED ?? 1);
    const report = await playMany(folder, { from, count: stories, budgetMs });
    console.log(`      seeds ${from} to ${from + stories - 1}: ${JSON.stringify(report.totals)} in ${report.ms} ms`);
    if (report.failed) {
      const { seed, problems } = report.failed;
      assert.fail(`Seed ${seed} (npm run simulate -- --seed ${seed}): ${problems.join('\n')}`);
    }
    if (report.played < stories)
      console.log(`      only ${report.played} of ${stories}: this machine had no time for more`);
    assert.ok(report.played > 0);
  });

  describe('notice every fault', () => {
    const limit = new Limit(2);
    const caught = new Map<string, Promise<number | undefined>>();
    before(() => {
      for (const [index, mutant] of mutants.entries()) {
        if (mutant.seed === undefined) continue;
        const work = limit.run(() => seedThatNotices(join(folder, `mutant${index}.mjs`), mutant, patienceMs));
        work.catch(() => {});
        caught.set(mutant.name, work);
      }
    });
    for (const { name, seed: known } of mutants) {
      // Pending: no story is known that tells this fault from sound behaviour.
      if (known === undefined) it(name);
      else
        it(name, async () => {
          const seed = await caught.get(name);
          assert.ok(
            seed,
            'not noticed; `npm run simulate -- --mutants` looks for longer: write the story it finds beside the fault',
          );
        });
    }
    it('of which there are at least twenty', () =>
      assert.ok(mutants.filter(({ seed }) => seed !== undefined).length >= 20));
  });
});
