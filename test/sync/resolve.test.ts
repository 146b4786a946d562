import { strict as assert } from 'node:assert';
import { hashOf } from '../../src/base/hash.ts';
import { keptCopyPath } from '../../src/sync/plan/filter.ts';
import { refuseName } from '../../src/sync/plan/names.ts';
import { interceptedDisk, useFixtures } from './engineFixture.ts';

describe('a resolved conflict', () => {
  const createFixture = useFixtures();

  const conflict = async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/a.yml', 'a: mine\n');
    fixture.branch.write('model/a.yml', 'a: theirs\n');
    await engine.refresh();
    return { fixture, engine };
  };

  it('has the contents of the base and of the branch', async () => {
    const { engine } = await conflict();
    assert.equal(Buffer.from((await engine.baseContent('model/a.yml')) ?? []).toString(), 'a: 1\n');
    assert.equal(Buffer.from((await engine.remoteContent('model/a.yml')) ?? []).toString(), 'a: theirs\n');
  });

  it('takes the local version and keeps the other one in the trash', async () => {
    const { fixture, engine } = await conflict();
    await engine.resolve('model/a.yml', 'local');
    assert.equal(fixture.branch.texts()['model/a.yml'], 'a: mine\n');
    const [entry] = await engine.trash();
    assert.equal(entry?.side, 'remote');
    await engine.restore(entry!);
    assert.equal(fixture.local['model/a.yml'], 'a: theirs\n');
  });

  it('takes the branch’s version and keeps the other one in the trash', async () => {
    const { fixture, engine } = await conflict();
    await engine.resolve('model/a.yml', 'remote');
    assert.equal(fixture.local['model/a.yml'], 'a: theirs\n');
    assert.equal((await engine.trash())[0]?.side, 'local');
    assert.equal(engine.state.value.conflicts.length, 0);
  });

  it('keeps both: the branch’s version, and next to it an unsynced copy of the local one', async () => {
    const { fixture, engine } = await conflict();
    await engine.resolve('model/a.yml', 'both');
    const kept = Object.keys(fixture.local).find((path) => path.startsWith('model/a.yml.kept-'));
    assert.equal(fixture.local[kept!], 'a: mine\n');
    assert.equal(fixture.local['model/a.yml'], 'a: theirs\n');
    const plan = await engine.refresh();
    assert.deepEqual([plan.pushes.length, plan.pulls.length, plan.conflicts.length], [0, 0, 0]);
  });

  for (const name of ['a'.repeat(251), 'ü'.repeat(125), '😀'.repeat(62), 'a'.repeat(238), 'a'.repeat(237)]) {
    const path = `model/${name}.yml`;
    it(`keeps both for a name of ${Buffer.byteLength(name) + 4} bytes`, async () => {
      const fixture = createFixture({ [path]: 'a: 1\n' });
      const engine = await fixture.synced();
      fixture.put(path, 'a: mine\n');
      fixture.branch.write(path, 'a: theirs\n');
      await engine.refresh();
      await engine.resolve(path, 'both');
      assert.equal(fixture.local[path], 'a: theirs\n');
      const kept = Object.keys(fixture.local).find((each) => each !== path)!;
      assert.equal(fixture.local[kept], 'a: mine\n');
      assert.match(kept, /\.kept-[0-9a-f]{8}$/);
      assert.equal(engine.why(kept).reason.message, 'It is a copy kept in a conflict, for this machine only.');
    });
  }

  it('has a name for every copy, below every path that can be synced', () => {
    const hash = hashOf(Buffer.from('a'));
    const folders = ['model', `model/${'ö'.repeat(100)}`, `model/${Array(4).fill('x'.repeat(200)).join('/')}`];
    for (const folder of folders) {
      for (let length = 1; length <= 84; length += 1) {
        const path = `${folder}/${'€'.repeat(length)}`;
        if (refuseName(path) !== undefined) continue;
        assert.equal(refuseName(keptCopyPath(path, hash)), undefined, keptCopyPath(path, hash));
      }
    }
    const twins = ['1', '2'].map((end) => keptCopyPath(`model/${'a'.repeat(250)}${end}`, hash));
    assert.notEqual(twins[0], twins[1], 'two files with the same content have a copy each');
  });

  it('stays when the copy of the local version cannot be written', async () => {
    const { machine, beforeNextCall } = interceptedDisk();
    const fixture = createFixture();
    const engine = await fixture.synced({ machine });
    fixture.put('model/a.yml', 'a: mine\n');
    fixture.branch.write('model/a.yml', 'a: theirs\n');
    await engine.refresh();
    const kept = keptCopyPath('model/a.yml', hashOf(Buffer.from('a: mine\n')));
    beforeNextCall('link', '.sync-new', () => fixture.put(kept, 'other\n'));
    await assert.rejects(engine.resolve('model/a.yml', 'both'), { code: 'not-kept' });
    assert.equal(fixture.local['model/a.yml'], 'a: mine\n');
    assert.deepEqual(
      (await engine.refresh()).conflicts.map(({ path }) => path),
      ['model/a.yml'],
    );
  });

  it('keeps both again after an interrupted attempt', async () => {
    const { fixture, engine } = await conflict();
    const kept = keptCopyPath('model/a.yml', hashOf(Buffer.from('a: mine\n')));
    fixture.put(kept, 'a: mine\n');
    await engine.resolve('model/a.yml', 'both');
    assert.deepEqual([fixture.local[kept], fixture.local['model/a.yml']], ['a: mine\n', 'a: theirs\n']);
  });

  it('halts when the branch changed since the conflict was shown', async () => {
    const { fixture, engine } = await conflict();
    fixture.branch.write('model/a.yml', 'a: theirs, newer\n');
    const result = await engine.resolve('model/a.yml', 'local');
    assert.equal(result.halt?.kind, 'plan-changed');
    assert.equal(fixture.branch.texts()['model/a.yml'], 'a: theirs, newer\n');
  });

  it('compares with the conflict that was shown, not with a running comparison', async () => {
    const { fixture, engine } = await conflict();
    fixture.put('model/a.yml', 'a: mine, newer\n');
    const comparing = engine.refresh();
    const [result] = await Promise.all([engine.resolve('model/a.yml', 'remote'), comparing]);
    assert.equal(result.halt?.kind, 'plan-changed');
    assert.equal(fixture.local['model/a.yml'], 'a: mine, newer\n');
  });
});
