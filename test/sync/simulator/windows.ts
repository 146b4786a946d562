/** The windows of a computer: opening, closing, crashes and power losses. */

import { silentLog } from '../../../src/base/log.ts';
import type { Machine } from '../../../src/base/machine.ts';
import { openStore } from '../../../src/sync/local/folderStore.ts';
import { SyncEngine } from '../../../src/sync/syncEngine.ts';
import { type Computer, root, type Window } from './computer.ts';
import { hashOnce } from './history.ts';
import { MemoryClient } from './memory/memoryClient.ts';
import { MemoryDisk } from './memory/memoryDisk.ts';
import { MemoryPort } from './memory/memoryPort.ts';
import { MemoryWatcher } from './memory/memoryWatcher.ts';
import { noFaults } from './memory/networkFaults.ts';
import type { Owner } from './scheduler.ts';
import { storage, target, type World } from './world.ts';

/** Most scenarios begin after a sync: both sides are equal, and there is a base. */
export async function syncBefore(world: World, computer: Computer): Promise<void> {
  const files = [...world.server.files].filter(([path]) => !world.hostile.has(path));
  for (const [path, bytes] of files) {
    computer.volume.save(`${root}/${path}`, bytes, true);
    computer.remember(path, hashOnce(bytes));
    computer.synced.add(hashOnce(bytes));
  }
  const machine: Machine = {
    disk: new MemoryDisk(computer.volume, () => Promise.resolve(), { byOthers: () => false, mayCrash: () => false }),
    newId: () => world.random.token(),
    pid: 0,
    host: computer.name,
    isAlive: () => false,
  };
  const clock = world.scheduler.clockOf({ name: computer.name, dead: false });
  const store = await openStore(target, storage, clock, machine);
  await store.base.load(store.filter().fingerprint);
  await store.base.begin(new Map(files.map(([path, bytes]) => [path, hashOnce(bytes)])));
  world.tally.count('folder synced before');
}

export function openWindow(world: World, computer: Computer, index: number): Window {
  const pid = world.nextPid++;
  world.pids.add(pid);
  const owner: Owner = { name: `${computer.name}.${index}#${pid}`, dead: false };
  const turn = (label: string) => world.scheduler.turn(owner, label);
  const faults = world.watcherFaults ?? { dropped: 1, duplicated: 0, delayed: 0, failed: 0 };
  const watcher = new MemoryWatcher({
    scheduler: world.scheduler,
    random: world.random,
    owner,
    tally: world.tally,
    faults,
  });
  const machine: Machine = {
    disk: new MemoryDisk(computer.volume, turn, {
      byOthers: (path) => !world.quiet && (computer.windows.length > 1 || path.startsWith(root)),
      mayCrash: () => owner.fuse !== undefined,
    }),
    newId: () => world.random.token(),
    pid,
    host: computer.name,
    isAlive: (other) => world.pids.has(other),
  };
  const tally = world.tally;
  const port = new MemoryPort(world.server, world.scheduler, world.random, { owner, network: world.network, tally });
  port.faults = world.quiet ? noFaults : world.faults;
  port.pageSize = world.pageSize;
  const engine = new SyncEngine({
    target,
    client: new MemoryClient(port, world.random.below(3)),
    storageFolder: storage,
    log: silentLog,
    clock: world.scheduler.clockOf(owner),
    machine,
    watch: watcher.source,
  });
  if (world.watcherFaults) engine.watch();
  let kill = () => {};
  const killed = new Promise<void>((resolve) => {
    kill = () => {
      world.scheduler.kill(owner);
      world.pids.delete(pid);
      resolve();
    };
  });
  owner.onFuse = () => {
    world.tally.count('process killed');
    if (port.changes > 0) world.tally.count('process killed after a change');
    kill();
    if (world.random.chance(0.5)) return;
    // Power fails for the whole computer: every window on this folder ends.
    for (const window of computer.windows) if (!window.owner.dead) window.kill();
    losePower(world, computer);
    if (world.random.chance(0.25)) damageBase(world, computer);
  };
  return { computer, owner, port, watcher, engine, killed, kill };
}

/** Versions that were neither durable nor pushed are lost with the power; the engine is not to blame for them. */
export function losePower(world: World, computer: Computer): void {
  const before = [...computer.files().values()];
  computer.volume.losePower(world.random);
  // A temporary copy of the engine does not count as kept.
  const found = [...computer.files()].filter(([path]) => !path.endsWith('.sync-new'));
  const left = new Set(found.map(([, bytes]) => hashOnce(bytes)));
  for (const bytes of before) {
    const arrived = computer.synced.has(hashOnce(bytes)) || computer.sentVersions.has(hashOnce(bytes));
    if (!left.has(hashOnce(bytes)) && !arrived) world.history.giveUp(bytes);
  }
  world.trace(`${computer.name} lost its power`);
  world.tally.count('power lost');
}

/** Changes one byte of the stored base, or removes it. */
function damageBase(world: World, computer: Computer): void {
  for (const [path, inode] of computer.volume.files) {
    if (!path.endsWith('/base.json')) continue;
    if (world.random.chance(0.5)) computer.volume.files.delete(path);
    else {
      const bytes = Buffer.from(inode.bytes);
      const at = world.random.below(bytes.length);
      bytes[at] = bytes[at]! ^ 1;
      inode.bytes = bytes;
      inode.synced = bytes;
    }
    computer.isBaseDamaged = true;
    world.tally.count('base damaged');
    world.trace(`${computer.name} has a damaged base`);
  }
}

export function closeWindow(world: World, window: Window): void {
  window.kill();
  // A killed engine does no more work; disposing it would only take time.
  if (world.watcherFaults) window.engine.dispose();
}
