import assert from 'node:assert/strict';
import type { Disk } from '../../../src/base/disk.ts';
import { type BaseKey, BaseStore } from '../../../src/sync/state/baseStore.ts';
import { MemoryDisk, MemoryVolume } from '../simulator/memory/memoryDisk.ts';
import { Random } from '../simulator/random.ts';

const key: BaseKey = {
  origin: 'https://platform.test',
  deployment: '1',
  branch: 'dev-anna-1',
  folder: '/project',
  algorithm: 'sha1',
};
const hash = (digit: string) => digit.repeat(40);

/** A machine that stores its bases in `/state`. */
function machine() {
  const volume = new MemoryVolume(() => 0);
  volume.makeFolder('/state');
  const disk = new MemoryDisk(volume, () => Promise.resolve(), { byOthers: () => false, mayCrash: () => false });
  let ids = 0;
  /** A separate process on that disk, or on one that stops at some call. */
  const open = async (on: Disk = disk) => {
    const store = new BaseStore(on, '/state', key, () => `${++ids}`);
    await store.load('filter');
    return store;
  };
  /** A disk whose process is killed before this call. */
  const killedAt = (call: keyof Disk): Disk =>
    new Proxy(disk, {
      get: (target, name: keyof Disk) =>
        name === call ? () => new Promise(() => {}) : (target[name] as (...args: unknown[]) => unknown).bind(target),
    });
  return { volume, disk, open, killedAt };
}

describe('BaseStore', () => {
  it('is read by the next process', async () => {
    const { open } = machine();
    const first = await open();
    await first.begin(new Map([['a.yml', hash('a')]]));
    await first.record({ agreed: [['b.yml', hash('b')]] }, 0);
    const next = await open();
    assert.equal(next.origin, 'found');
    assert.deepEqual([...next.tree].sort(), [
      ['a.yml', hash('a')],
      ['b.yml', hash('b')],
    ]);
  });

  it('survives a power loss after it is recorded, also after an incomplete line', async () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const { volume, open, killedAt } = machine();
      await (await open()).begin(new Map([['a.yml', hash('a')]]));
      // The log exists, but its name is not durable yet.
      const killed = await open(killedAt('syncFolder'));
      const neverEnds = killed.record({ agreed: [['b.yml', hash('b')]] }, 0);
      await Promise.race([neverEnds, new Promise((resolve) => setImmediate(resolve))]);
      await (await open()).record({ agreed: [['c.yml', hash('c')]] }, 0);
      volume.losePower(new Random(seed));
      const { origin, tree } = await open();
      assert.deepEqual([origin, tree.get('a.yml'), tree.get('c.yml')], ['found', hash('a'), hash('c')], `seed ${seed}`);
    }
  });

  it('keeps intents for the next process, except withdrawn ones', async () => {
    const { open } = machine();
    const store = await open();
    await store.begin(new Map([['a.yml', hash('a')]]));
    const intent = (path: string) => ({ side: 'push', path, hash: hash('c') }) as const;
    await store.record({ intents: [intent('c.yml'), intent('d.yml')] }, 0);
    await store.record({ intents: [intent('c.yml')] }, 0);
    await store.record({ withdrawn: [intent('c.yml'), intent('d.yml')] }, 0);
    // An earlier attempt with the same bytes may have been interrupted; its result is unknown.
    assert.deepEqual(store.intents, [intent('c.yml')]);
    assert.deepEqual((await open()).intents, [intent('c.yml')]);
  });

  it('is read again when another window wrote it during the read', async () => {
    const { disk, open } = machine();
    const writer = await open();
    await writer.begin(new Map([['a.yml', hash('a')]]));
    await writer.record({ agreed: [['b.yml', hash('b')]] }, 0);
    // Between the reads of snapshot and log, and the final check of both.
    let read = 0;
    const late = new Proxy(disk, {
      get: (target, name: keyof Disk) => {
        if (name !== 'read') return (target[name] as (...args: unknown[]) => unknown).bind(target);
        return async (path: string) => {
          const file = await target.read(path);
          read += 1;
          if (read === 2) await writer.record({ agreed: [['c.yml', hash('c')]] }, 0);
          return file;
        };
      },
    });
    const reader = await open(late);
    await reader.load('filter');
    assert.equal(reader.tree.get('c.yml'), hash('c'));
  });

  it('is not confused with another branch or a damaged file', async () => {
    const { volume, open } = machine();
    const first = await open();
    await first.begin(new Map([['a.yml', hash('a')]]));
    for (const [path, inode] of volume.files) {
      if (path.endsWith('base.json')) volume.save(path, Buffer.from(inode.bytes).subarray(0, -3), true);
    }
    const { origin, tree } = await open();
    assert.deepEqual([origin, tree.size], ['lost', 0]);
  });
});
