import { strict as assert } from 'node:assert';
import { useFixtures } from './engineFixture.ts';

describe('SyncEngine', () => {
  const createFixture = useFixtures();

  it('records what it did in the history', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/a.yml', 'a: 2\n');
    await engine.push();
    fixture.branch.write('model/b.yml', 'b: 2\n');
    await engine.pull();
    const history = await engine.history();
    assert.deepEqual(
      history.map(({ action, done: entries }) => `${action} ${entries.map(({ path }) => path)}`),
      ['pull model/b.yml', 'push model/a.yml'],
    );
  });

  it('sends one request when nothing changed', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    const plan = await engine.refresh();
    assert.deepEqual(fixture.branch.calls, ['hashes']);
    assert.equal(plan.entries.length, 0);
  });

  it('can be disposed during its work', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put('model/a.yml', 'a: 2\n');
    fixture.branch.before = (call) => {
      if (call === 'probe') engine.dispose();
    };
    await engine.push().catch(() => {});
    assert.ok(['a: 1\n', 'a: 2\n'].includes(fixture.branch.texts()['model/a.yml']!));
  });
});
