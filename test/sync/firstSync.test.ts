import { strict as assert } from 'node:assert';
import { confirm, doneIn, model, useFixtures } from './engineFixture.ts';

describe('the first sync', () => {
  const createFixture = useFixtures();

  it('shows its plan and changes nothing before the confirmation', async () => {
    const fixture = createFixture();
    fixture.put('model/mine.yml', 'mine\n');
    const engine = fixture.engine();
    const pulled = await engine.pull();
    assert.equal(pulled.halt?.kind, 'first-sync');
    assert.deepEqual(pulled.done, []);
    assert.deepEqual(Object.keys(fixture.local), ['model/mine.yml']);
    assert.equal(engine.state.value.phase, 'halted');
    await engine.pull({ confirmed: true, plan: pulled.plan });
    assert.deepEqual(fixture.local, { ...model, 'model/mine.yml': 'mine\n' });
    assert.equal(fixture.branch.files.has('model/mine.yml'), false);
  });

  it('makes a union: deletes nothing, and differing files are conflicts', async () => {
    const fixture = createFixture();
    fixture.put('model/a.yml', 'a: mine\n');
    fixture.put('model/mine.yml', 'mine\n');
    const engine = fixture.engine();
    await confirm(engine, 'pull');
    const pushed = await engine.push();
    assert.deepEqual(doneIn(pushed), ['push add model/mine.yml']);
    assert.deepEqual(
      pushed.conflicts.map(({ path }) => path),
      ['model/a.yml'],
    );
    assert.equal(fixture.local['model/a.yml'], 'a: mine\n');
    assert.equal(fixture.branch.texts()['model/a.yml'], 'a: 1\n');
  });

  it('needs no confirmation when both sides are equal', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/a.yml', 'a: 2\n');
    assert.equal((await engine.push()).halt, undefined);
    assert.equal(fixture.branch.texts()['model/a.yml'], 'a: 2\n');
  });

  it('keeps what was equal as common when it is cancelled: a later edit of it is not a conflict', async () => {
    const fixture = createFixture();
    for (const [path, text] of Object.entries(model)) fixture.put(path, text);
    fixture.put('model/mine.yml', 'mine\n');
    assert.equal((await fixture.engine().push()).halt?.kind, 'first-sync');
    fixture.put('model/a.yml', 'a: 2\n');
    fixture.branch.write('model/b.yml', 'b: 2\n');
    // Another window reads what is stored, and still asks.
    const engine = fixture.engine();
    const plan = await engine.refresh();
    assert.deepEqual(plan.conflicts, []);
    assert.deepEqual(
      plan.entries.map(({ kind, path }) => `${kind} ${path}`),
      ['push model/a.yml', 'pull model/b.yml', 'push model/mine.yml'],
    );
    assert.deepEqual(doneIn(await confirm(engine, 'push')), ['push edit model/a.yml', 'push add model/mine.yml']);
    assert.equal((await engine.pull()).halt, undefined);
    assert.equal(fixture.local['model/b.yml'], 'b: 2\n');
  });

  it('asks again after another ignore file, and does not trust what was equal before', async () => {
    const fixture = createFixture();
    for (const [path, text] of Object.entries(model)) fixture.put(path, text);
    fixture.put('model/mine.yml', 'mine\n');
    assert.equal((await fixture.engine().push()).halt?.kind, 'first-sync');
    fixture.put('.datamodelignore', 'model/other.yml\n');
    assert.equal((await fixture.engine().push()).halt?.kind, 'first-sync');
  });

  it('asks again when the plan is not the one that was shown', async () => {
    const fixture = createFixture();
    const engine = fixture.engine();
    const asked = await engine.pull();
    fixture.branch.write('model/c.yml', 'c: 1\n');
    const result = await engine.pull({ confirmed: true, plan: asked.plan });
    assert.equal(result.halt?.kind, 'plan-changed');
    assert.deepEqual(fixture.local, {});
    assert.deepEqual(await engine.pull({ confirmed: true }).then(({ halt }) => halt?.kind), 'first-sync');
  });
});
