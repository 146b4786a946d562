import { strict as assert } from 'node:assert';
import type { SyncResult } from '../../../src/sync/transfer/syncResult.ts';
import { doneIn, useFixtures } from './engineFixture.ts';

describe('two windows', () => {
  const createFixture = useFixtures();

  it('take turns: the second one waits, then halts', async () => {
    const fixture = createFixture();
    const first = await fixture.synced();
    const second = fixture.engine({ lockWaitMs: 50 });
    await second.refresh();
    fixture.put('model/a.yml', 'a: 2\n');
    let other: Promise<SyncResult> | undefined;
    const putting = new Promise<void>((resolve) => {
      fixture.branch.put = async () => {
        other = second.push();
        resolve();
        await other;
        fixture.branch.write('model/a.yml', 'a: 2\n');
      };
    });
    const pushed = first.push();
    await putting;
    assert.equal((await other!).halt?.kind, 'locked');
    assert.deepEqual(doneIn(await pushed), ['push edit model/a.yml']);
  });

  it('know what the other window did', async () => {
    const fixture = createFixture();
    const first = await fixture.synced();
    const second = fixture.engine();
    await second.refresh();
    fixture.put('model/a.yml', 'a: 2\n');
    await first.push();
    fixture.branch.write('model/a.yml', 'a: 3\n');
    assert.deepEqual(doneIn(await second.pull()), ['pull edit model/a.yml']);
    const plan = await first.refresh();
    assert.deepEqual([plan.pushes.length, plan.pulls.length, plan.conflicts.length], [0, 0, 0]);
  });
});
