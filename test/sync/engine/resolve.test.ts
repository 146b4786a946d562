import { strict as assert } from 'node:assert';
import { useFixtures } from './engineFixture.ts';

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

  it('keeps both: the branch’s version, and beside it an unsynced copy of the local one', async () => {
    const { fixture, engine } = await conflict();
    await engine.resolve('model/a.yml', 'both');
    const kept = Object.keys(fixture.local).find((path) => path.startsWith('model/a.yml.kept-'));
    assert.equal(fixture.local[kept!], 'a: mine\n');
    assert.equal(fixture.local['model/a.yml'], 'a: theirs\n');
    const plan = await engine.refresh();
    assert.deepEqual([plan.pushes.length, plan.pulls.length, plan.conflicts.length], [0, 0, 0]);
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
