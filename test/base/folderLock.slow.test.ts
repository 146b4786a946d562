import assert from 'node:assert/strict';
import type { Clock } from '../../src/base/clock.ts';
import type { Disk } from '../../src/base/disk.ts';
import { FolderLock } from '../../src/base/folderLock.ts';
import { MemoryDisk, MemoryVolume } from '../sync/simulator/memory/memoryDisk.ts';

/** A machine with a folder that several processes lock; `killed` ends a process at its current step. */
function machine() {
  const volume = new MemoryVolume(() => 0);
  const alive = new Set<number>();
  let ids = 0;
  const clock: Clock = {
    now: () => 0,
    every: () => () => {},
    delay: () => new Promise((resolve) => setImmediate(resolve)),
  };
  const open = (pid: number, turn: () => Promise<void> = () => Promise.resolve()) => {
    alive.add(pid);
    const disk: Disk = new MemoryDisk(volume, turn, { byOthers: () => true, mayCrash: () => true });
    const newId = () => `${++ids}`;
    return new FolderLock({
      disk,
      folder: '/state',
      clock,
      newId,
      pid,
      host: 'here',
      isAlive: (each) => alive.has(each),
    });
  };
  /** A process that does a number of disk operations and then waits. */
  const openHalting = (pid: number, after: number) => {
    let left = after;
    let wake = () => {};
    const turn = async () => {
      while (left === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      left -= 1;
    };
    const goOn = (more: number) => {
      left = more;
      wake();
    };
    return { lock: open(pid, turn), hasHalted: () => left === 0, goOn };
  };
  return { volume, open, openHalting, killed: (pid: number) => alive.delete(pid) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 2));

/** More than the number of disk operations of a takeover. */
const steps = 16;

describe('the lock of a folder', () => {
  it('has one holder, and the next one after its release', async () => {
    const { open } = machine();
    const first = await open(1).acquire(0);
    assert.ok(await first?.isHeld());
    const other = open(2);
    assert.equal(await other.acquire(0), undefined);
    await first?.release();
    assert.ok(await (await other.acquire(0))?.isHeld());
  });

  it('passes to the next process when its holder was killed, or its file is damaged', async () => {
    const { volume, open, killed } = machine();
    await open(1).acquire(0);
    killed(1);
    const second = await open(2).acquire(0);
    assert.ok(await second?.isHeld());
    killed(2);
    for (const [index, text] of ['', '{"token":', '{}', '5'].entries()) {
      volume.save('/state/lock', Buffer.from(text), true);
      const next = await open(3 + index).acquire(0);
      assert.ok(await next?.isHeld(), text);
      assert.equal(await second?.isHeld(), false);
    }
    assert.deepEqual([...volume.files.keys()], ['/state/lock']);
  });

  it('stays with the process that took it over, at whatever step another late process stops, continues or is killed', async () => {
    let met = 0;
    for (let after = 0; after < steps; after += 1) {
      for (let more = 0; more < steps; more += 1) {
        const { open, openHalting, killed } = machine();
        await open(1).acquire(0);
        killed(1);
        const late = openHalting(2, after);
        const lateHeld = late.lock.acquire(0);
        await settled();
        if (!late.hasHalted()) continue;
        const held = await open(3).acquire(0);
        late.goOn(more);
        await settled();
        const wasKilled = late.hasHalted();
        if (wasKilled) killed(2);
        const message = `halted after ${after} steps, ${wasKilled ? 'killed' : 'ended'} within ${more} more`;
        const next = await open(4).acquire(0);
        if (held) {
          met += 1;
          assert.ok(await held.isHeld(), message);
          assert.equal(next, undefined, message);
          if (!wasKilled) assert.equal(await lateHeld, undefined, message);
        } else {
          // The late process was first, and no process waits for it in vain.
          assert.ok(await (wasKilled ? next : await lateHeld)?.isHeld(), message);
        }
      }
    }
    assert.ok(met > 50, `${met} interleavings with another process in between`);
  });

  for (const [ending, torn] of [
    ['is killed', false],
    ['loses its power', true],
  ] as const) {
    it(`passes on when one process after another ${ending} during the takeover`, async () => {
      for (let first = 0; first < steps; first += 1) {
        for (let second = 0; second < steps; second += 1) {
          const { volume, open, openHalting, killed } = machine();
          const end = (pid: number) => {
            killed(pid);
            if (torn) for (const path of volume.files.keys()) volume.save(path, new Uint8Array(), true);
          };
          await open(1).acquire(0);
          end(1);
          for (const [pid, after] of [
            [2, first],
            [3, second],
          ] as const) {
            const { lock } = openHalting(pid, after);
            void lock.acquire(0);
            await settled();
            end(pid);
          }
          const held = await open(4).acquire(0);
          assert.ok(await held?.isHeld(), `killed after ${first} and ${second} steps`);
          assert.equal(await open(5).acquire(0), undefined);
        }
      }
    });
  }
});
