import { strict as assert } from 'node:assert';
import { systemClock } from '../../../src/base/clock.ts';
import { thisMachine } from '../../../src/base/machine.ts';
import { NodeDisk } from '../../../src/base/nodeDisk.ts';
import { openStore } from '../../../src/sync/local/folderStore.ts';
import { useFixtures } from '../engineFixture.ts';

const dayMs = 24 * 60 * 60 * 1000;
const clockIn = (days: number) => ({ ...systemClock, now: () => Date.now() + days * dayMs });

/** A disk that is fast, because nothing on it is durable. */
function withoutSync(): NodeDisk {
  const disk = new NodeDisk();
  const create = disk.create.bind(disk);
  disk.create = (path, bytes, options) => create(path, bytes, { ...options, sync: false });
  disk.syncFolder = () => Promise.resolve();
  return disk;
}

describe('the trash', () => {
  const createFixture = useFixtures();

  it('survives a clock that is 40 days ahead for a while', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.branch.write('model/a.yml', 'a: 2\n');
    await engine.pull();
    engine.dispose();
    const late = fixture.engine({ clock: clockIn(40) });
    await late.pull();
    assert.deepEqual(
      (await late.trash()).map(({ path }) => path),
      ['model/a.yml'],
    );
    late.dispose();
    const again = fixture.engine();
    const [entry] = await again.trash();
    await again.restore(entry!);
    assert.equal(fixture.local['model/a.yml'], 'a: 1\n');
  });

  it('survives it also with more versions than are kept regardless of their age', async () => {
    const fixture = createFixture();
    const engine = await fixture.synced();
    fixture.branch.write('model/a.yml', 'a: 2\n');
    await engine.pull();
    engine.dispose();
    const store = await openStore(engine.target, fixture.storage, systemClock, {
      ...thisMachine(),
      disk: withoutSync(),
    });
    const other = { path: 'model/b.yml', reason: '', side: 'local' } as const;
    for (let count = 0; count < 1_100; count += 1) await store.trash.put(Buffer.from('b'), other);
    const late = fixture.engine({ clock: clockIn(40) });
    await late.pull();
    late.dispose();
    const again = fixture.engine();
    const entry = (await again.trash()).find(({ path }) => path === 'model/a.yml');
    await again.restore(entry!);
    assert.equal(fixture.local['model/a.yml'], 'a: 1\n');
  });
});
