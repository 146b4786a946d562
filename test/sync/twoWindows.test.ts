import { strict as assert } from 'node:assert';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { SyncResult } from '../../src/sync/transfer/syncResult.ts';
import { doneIn, useFixtures } from './engineFixture.ts';
import { temporaryFolder } from './temporary.ts';

function linkTo(folder: string): string {
  const link = join(temporaryFolder(), 'link');
  symlinkSync(folder, link);
  return link;
}

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

  for (const [what, projectFolder] of [
    ['another storage folder', (folder: string) => folder],
    ['another path of the folder', linkTo],
  ] as const) {
    it(`take turns also when one of them has ${what}`, async () => {
      const fixture = createFixture();
      const editor = await fixture.synced();
      const storageFolder = temporaryFolder();
      const command = fixture.engine({ storageFolder, lockWaitMs: 0 }, projectFolder(fixture.folder));
      await command.refresh();
      fixture.put('model/a.yml', 'a: 2\n');
      let other: SyncResult | undefined;
      const put = fixture.branch.put.bind(fixture.branch);
      fixture.branch.put = async (files) => {
        other = await command.pull();
        await put(files);
      };
      const pushed = await editor.push();
      assert.equal(other?.halt?.kind, 'locked');
      assert.deepEqual(doneIn(pushed), ['push edit model/a.yml']);
      const { halt } = await command.pull();
      assert.equal(halt, undefined, 'the lock is free again');
    });
  }

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

  it('show nothing to do after a save that the other window has pushed', async () => {
    const fixture = createFixture();
    const first = await fixture.synced();
    const second = fixture.engine();
    await second.refresh();
    fixture.put('model/both.yml', 'both: 1\n');
    await first.save(['model/both.yml']);
    await second.save(['model/both.yml']);
    const { local, remote, halt } = second.state.value;
    assert.deepEqual([local, remote, halt], [0, 0, undefined]);
  });
});
