import { strict as assert } from 'node:assert';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { syncReasons } from '../../src/sync/plan/syncReasons.ts';
import { confirm, doneIn, interceptedDisk, model, useFixtures } from './engineFixture.ts';
import { FakeFailure } from './fakeBranch.ts';
import { put, temporaryFolder, textsIn } from './temporary.ts';

describe('pull', () => {
  const createFixture = useFixtures();

  it('pulls changes, keeps the old bytes in the trash, and restores them', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.branch.write('model/a.yml', 'a: theirs\n');
    fixture.branch.files.delete('model/b.yml');
    const asked = await engine.pull();
    assert.equal(asked.halt?.kind, 'mass-delete');
    await engine.pull({ confirmed: true, plan: asked.plan });
    assert.deepEqual(fixture.local, { 'cube.js': model['cube.js'], 'model/a.yml': 'a: theirs\n' });
    const trash = await engine.trash();
    assert.deepEqual(trash.map(({ path }) => path).sort(), ['model/a.yml', 'model/b.yml']);
    for (const entry of trash) await engine.restore(entry);
    assert.deepEqual(fixture.local, model);
    assert.deepEqual((await engine.trash())[0]?.reason, syncReasons.message('restored'));
  });

  it('does not overwrite a file with unsaved changes', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced({ isDirty: (path) => path === 'model/a.yml' });
    fixture.branch.write('model/a.yml', 'a: theirs\n');
    fixture.branch.write('model/b.yml', 'b: theirs\n');
    const result = await engine.pull();
    assert.deepEqual(doneIn(result), ['pull edit model/b.yml']);
    assert.deepEqual(
      result.conflicts.map(({ path, reason }) => `${path} ${reason}`),
      ['model/a.yml unsaved'],
    );
    assert.equal(fixture.local['model/a.yml'], 'a: 1\n');
  });

  it('does not overwrite a file that changed after the plan', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.branch.write('model/a.yml', 'a: theirs\n');
    fixture.branch.before = (call) => {
      if (call === 'contents') fixture.put('model/a.yml', 'a: just now\n');
    };
    const result = await engine.pull();
    assert.deepEqual(doneIn(result), []);
    assert.deepEqual(
      result.deferred.map(({ path }) => path),
      ['model/a.yml'],
    );
    assert.equal(fixture.local['model/a.yml'], 'a: just now\n');
    assert.equal((await engine.refresh()).conflicts.length, 1);
  });

  it('does not treat the user’s own text as an interrupted pull', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.branch.write('model/a.yml', 'a: theirs\n');
    fixture.branch.before = (call) => {
      if (call === 'contents') fixture.put('model/a.yml', 'a: just now\n');
    };
    assert.equal((await engine.pull()).deferred.length, 1);
    fixture.branch.before = () => {};
    // The user writes the same bytes here, and the branch changes again: both sides changed.
    fixture.put('model/a.yml', 'a: theirs\n');
    fixture.branch.write('model/a.yml', 'a: later\n');
    const { done: brought, conflicts } = await engine.pull();
    assert.deepEqual([brought, conflicts.map(({ path }) => path)], [[], ['model/a.yml']]);
  });

  it('writes a folder in the place of a file that moved away', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.branch.files.delete('model/a.yml');
    fixture.branch.write('model/a.yml/x.yml', 'x: 1\n');
    fixture.branch.write('model/moved.yml', 'a: 1\n');
    const result = await engine.pull();
    assert.deepEqual(result.deferred, []);
    assert.deepEqual(fixture.local, fixture.branch.texts());
  });

  for (const [how, step] of [
    ['deleted', (path: string) => rmSync(path)],
    ['moved away', (path: string) => renameSync(path, `${path}.txt`)],
  ] as const) {
    it(`defers a file that is ${how} while it is replaced`, async () => {
      const fixture = createFixture();
      const { machine, beforeNextCall } = interceptedDisk();
      const engine = await fixture.synced({ machine });
      fixture.branch.write('model/a.yml', 'a: theirs\n');
      fixture.branch.write('model/b.yml', 'b: theirs\n');
      const path = join(fixture.folder, 'model/a.yml');
      beforeNextCall('rename', path, () => step(path));
      const result = await engine.pull({ paths: ['model/a.yml'] });
      assert.deepEqual([doneIn(result), result.deferred.length], [[], 1]);
      assert.deepEqual(doneIn(await engine.pull()), ['pull add model/a.yml', 'pull edit model/b.yml']);
      assert.deepEqual(
        Object.keys(fixture.local).filter((path) => path.includes('.sync-')),
        [],
      );
    });
  }

  it('refuses content that does not have its hash', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.branch.write('model/data.bin', Buffer.from([0xff, 0x00]));
    const result = await engine.pull();
    assert.deepEqual(doneIn(result), []);
    assert.match(result.refused[0]?.reason.message ?? '', /text only/);
    assert.equal(existsSync(join(fixture.folder, 'model/data.bin')), false);
  });

  it('never writes through a symbolic link, nor outside the folder', async () => {
    const outside = temporaryFolder();
    put(outside, 'a.yml', 'outside');
    const fixture = createFixture({
      ...model,
      'model/linked/a.yml': 'a',
      'model/../../evil.yml': 'x',
      'model/\u202ecod.yml': 'x',
    });
    mkdirSync(join(fixture.folder, 'model'), { recursive: true });
    symlinkSync(outside, join(fixture.folder, 'model/linked'));
    const engine = fixture.engine();
    const result = await confirm(engine, 'pull');
    assert.deepEqual(textsIn(outside), { 'a.yml': 'outside' });
    assert.ok(!existsSync(join(fixture.folder, '..', 'evil.yml')));
    assert.deepEqual(
      result.refused.map(({ path }) => path).sort(),
      ['model/../../evil.yml', 'model/linked', 'model/linked/a.yml', 'model/\u202ecod.yml'].sort(),
    );
    assert.deepEqual(result.deferred, []);
  });

  it('writes nothing when the contents cannot be fetched', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.branch.write('model/a.yml', 'a: theirs\n');
    fixture.branch.before = (call) => {
      if (call === 'contents') throw new FakeFailure('timeout', 'unknown');
    };
    await assert.rejects(engine.pull());
    assert.equal(engine.state.value.phase, 'offline');
    assert.deepEqual(fixture.local, model);
  });
});
