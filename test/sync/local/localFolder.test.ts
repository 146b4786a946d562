import { strict as assert } from 'node:assert';
import { syncReasons } from '../../../src/sync/plan/syncReasons.ts';
import { useFixtures } from '../engineFixture.ts';

describe('a write that was interrupted', () => {
  const createFixture = useFixtures();
  const copy = 'model/.a.yml.0123abcd.sync-new';

  async function recovered(text: string) {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.put(copy, text);
    await engine.pull();
    return { fixture, engine, trash: await engine.trash() };
  }

  it('leaves its half-finished copy in the trash, from which it can be restored', async () => {
    const { fixture, engine, trash } = await recovered('a: half of');
    assert.ok(!(copy in fixture.local), 'the copy is gone from the folder');
    assert.equal(fixture.local['model/a.yml'], 'a: 1\n');
    assert.deepEqual(
      trash.map(({ path, reason }) => [path, reason]),
      [['model/a.yml', syncReasons.message('write-interrupted')]],
    );
    await engine.restore(trash[0]!);
    assert.equal(fixture.local['model/a.yml'], 'a: half of');
  });

  it('leaves no copy in the trash that is already in its place', async () => {
    const { fixture, trash } = await recovered('a: 1\n');
    assert.ok(!(copy in fixture.local));
    assert.deepEqual(trash, []);
  });
});
