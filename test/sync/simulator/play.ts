/** Plays one scenario and checks its result. */

import { assertSoleHolder } from './checks.ts';
import { Computer, root } from './computer.ts';
import { findInTheWay } from './findInTheWay.ts';
import { MemoryVolume } from './memory/memoryDisk.ts';
import { editBranch, runOtherClient, runWebEditor } from './otherWriters.ts';
import { calmNetwork, settle } from './settle.ts';
import { interfere, runUser } from './users.ts';
import { checkWatched } from './watchedEnd.ts';
import { openWindow, syncBefore } from './windows.ts';
import { type ScenarioOptions, World } from './world.ts';

interface SimulationResult {
  problems: string[];
  trace: string[] | undefined;
}

export async function play(seed: number, options: ScenarioOptions = {}): Promise<SimulationResult> {
  const world = new World(seed, options);
  const random = world.random;
  for (const path of world.paths)
    if (random.chance(0.6) && findInTheWay(world.server.files.keys(), path).length === 0)
      world.server.write(path, world.history.write('first author', undefined));
  for (const [path, bytes] of world.hostile) world.server.write(path, bytes);
  if (world.hostile.size > 0) world.tally.count('scenario with hostile names');
  // A small scenario has one folder and the browser, so two writers.
  const folders = world.size === 'small' ? 1 : world.size === 'long' && random.chance(0.5) ? 3 : 2;
  for (let index = 0; index < folders; index += 1) {
    const computer = new Computer(`folder${index}`, new MemoryVolume(() => world.scheduler.now));
    computer.volume.onTouched = (path) => {
      if (path.startsWith(root) && random.chance(world.interferenceShare))
        interfere(world, computer, path.slice(root.length + 1));
    };
    if (world.watcherFaults) {
      computer.volume.onChanged = (path, changedAt) => {
        if (!path.startsWith(`${root}/`)) return;
        for (const { watcher, owner } of computer.windows)
          if (!owner.dead) watcher.changed(path.slice(root.length + 1), changedAt);
      };
    }
    computer.volume.onRemoved = (path) => {
      if (path.endsWith('/lock')) computer.holder = undefined;
    };
    computer.volume.onNamed = (path, bytes) => {
      if (path.endsWith('/lock')) assertSoleHolder(world, computer, bytes);
    };
    computer.volume.makeFolder(`${root}/model/cubes`);
    world.computers.push(computer);
    if (random.chance(0.7)) await syncBefore(world, computer);
    else if (random.chance(0.6)) {
      // A folder that has files before it is ever synced, some equal to the branch's.
      for (const path of world.paths) {
        if (!random.chance(0.4) || findInTheWay(computer.files().keys(), path).length > 0) continue;
        const theirs = world.server.files.get(path);
        const bytes = theirs && random.chance(0.5) ? theirs : world.history.write(computer.name, undefined);
        computer.volume.save(`${root}/${path}`, bytes, true);
      }
    }
    const windows = random.chance(0.2) ? 2 : 1;
    for (let count = 0; count < windows; count += 1) computer.windows.push(openWindow(world, computer, count));
  }
  world.server.onListed = () => {
    // A change of the file in the conflict that is being resolved is the hardest case.
    const about = world.resolving;
    if (!random.chance(about === undefined ? world.interferenceShare : world.interferenceShare * 2)) return;
    world.tally.count('branch edited in between');
    editBranch(world, about);
  };
  world.server.onStarted = () => {
    if (random.chance(world.interferenceShare * 2)) editBranch(world);
  };
  world.server.onWritten = (who, path, hash) => {
    const computer = world.computers.find(({ name }) => who.startsWith(name));
    computer?.sent.add(`${path} ${hash}`);
    computer?.sentVersions.add(hash);
  };
  const people = world.computers.flatMap((computer) =>
    computer.windows.map((_, index) => runUser(world, computer, index)),
  );
  if (world.size === 'small' || random.chance(0.5)) people.push(runWebEditor(world));
  if (random.chance(0.15)) people.push(runOtherClient(world));
  await world.scheduler.run(Promise.all(people), 40_000);
  await calmNetwork(world);
  if (world.watcherFaults) await world.scheduler.run(checkWatched(world), 20_000);
  await settle(world);
  world.tally.count('steps', world.scheduler.steps);
  world.tally.count('in window', world.server.windowLosses.length);
  world.tally.count(`scenario of ${folders} ${folders === 1 ? 'folder' : 'folders'}`);
  if (world.watcherFaults) world.tally.count('scenario watched');
  return {
    problems: [...world.problems, ...world.server.problems],
    trace: world.scheduler.trace,
  };
}
