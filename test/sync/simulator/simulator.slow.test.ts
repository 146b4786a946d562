import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Limit } from '../../../src/base/async.ts';
import { seedThatNotices } from './build.ts';
import { mutants } from './mutants.ts';
import { playMany } from './playMany.ts';
import { play } from './world.ts';

/** Stories in this run; the nightly one (`npm run simulate -- --nightly`) plays ten million. Fewer only by hand. */
const stories = Number(process.env.SYNC_STORIES ?? 100_000);
/** What goes wrong in 100,000 stories, and how often at least: no fault that the stories tell of may quietly go out of use. */
const atLeast: Readonly<Record<string, number>> = {
  'process killed': 15_000,
  'power lost': 20_000,
  'base damaged': 1_000,
  'request lostBefore': 5_000,
  'request lostAfter': 5_000,
  'request notSent': 5_000,
  'request refused': 5_000,
  'request repeated': 5_000,
  'request late': 500,
  'request ignored': 200,
  'listing partial': 5_000,
  'listing stale': 100,
  'event dropped': 5_000,
  'event duplicated': 3_000,
  'event delayed': 2_000,
  'event reordered': 3_000,
  'watcher failed': 1_000,
  'session moved': 5_000,
  'edited in between': 10_000,
  'branch edited in between': 10_000,
  'story of 1 folder': 50_000,
  'story of 2 folders': 5_000,
  'story of 3 folders': 200,
  'sent put': 20_000,
  'sent finish': 2_000,
  'sent delete': 1_000,
  'sent move': 50,
  'resolved with local': 5_000,
  'resolved with remote': 5_000,
  'resolved with both': 5_000,
  'halt partial-listing': 100,
  'halt session-moved': 100,
  'halt verify-mismatch': 100,
};
/** Where a process was killed: every kind of step on the disk, and around requests; around the rarer ones in killed.slow.test.ts. */
const killedAt = [
  ...['stat', 'list', 'read', 'create', 'append', 'rename', 'link', 'remove', 'sync', 'syncFile', 'delay', 'told'],
  ...['hashes', 'paths', 'contents', 'probe', 'put', 'start', 'file'].map((each) => `${each} answered`),
];
/** Where the known story no longer notices a fault, for the code has changed, another one must turn up within this time. */
const patienceMs = 40_000;

describe('simulated stories', function () {
  this.timeout(0);
  const folder = mkdtempSync(join(tmpdir(), 'data-model-simulator-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has the same trace for the same seed', async () => {
    for (const seed of [1, 2, 3]) {
      const [one, other] = [await play(seed, { trace: true }), await play(seed, { trace: true })];
      assert.ok(one.trace && one.trace.length > 20);
      assert.deepEqual(one.trace, other.trace);
    }
  });

  it(`loses nothing and comes to rest in ${stories} stories`, async () => {
    // The same ones each time, so that a change is judged by its own faults; `TEST_SEED` and the nightly run play others.
    const from = Number(process.env.TEST_SEED ?? 1);
    const report = await playMany(folder, { from, count: stories });
    console.log(`      seeds ${from} to ${from + stories - 1}: ${JSON.stringify(report.totals)} in ${report.ms} ms`);
    if (report.failed) {
      const { seed, problems } = report.failed;
      assert.fail(`Seed ${seed} (npm run simulate -- --seed ${seed}): ${problems.join('\n')}`);
    }
    assert.equal(report.played, stories);
    for (const [what, times] of Object.entries(atLeast)) {
      const wanted = Math.floor((times * stories) / 100_000);
      assert.ok((report.totals[what] ?? 0) >= wanted, `“${what}” happened ${report.totals[what] ?? 0} times only`);
    }
    if (stories < 100_000) return;
    for (const step of killedAt) assert.ok(report.totals[`crash at ${step}`], `nobody was killed at “${step}”`);
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
