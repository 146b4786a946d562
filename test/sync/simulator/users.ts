/** Users of windows, and programs that change files at the same time. */

import type { Hash } from '../../../src/base/hash.ts';
import type { SyncEngine } from '../../../src/sync/syncEngine.ts';
import type { SyncResult } from '../../../src/sync/transfer/syncResult.ts';
import { type Computer, root, type Window } from './computer.ts';
import { findInTheWay } from './findInTheWay.ts';
import { hashOnce } from './history.ts';
import type { Owner } from './scheduler.ts';
import { openWindow } from './windows.ts';
import type { World } from './world.ts';

/** A user of one window: edits, saves, pushes, pulls and resolves conflicts. */
export async function runUser(world: World, computer: Computer, index: number): Promise<void> {
  const random = world.random;
  const self: Owner = { name: `user ${computer.name}.${index}`, dead: false };
  const actions = world.size === 'long' ? 3 + random.below(7) : 1 + random.below(3);
  for (let count = 0; count < actions; count += 1) {
    await world.scheduler.turn(self, 'thinks');
    let window = computer.windows[index]!;
    if (window.owner.dead) {
      window = openWindow(world, computer, index);
      computer.windows[index] = window;
    }
    window.owner.fuse = undefined;
    if (random.chance(world.crashShare)) window.owner.fuse = 1 + random.below(random.chance(0.5) ? 25 : 70);
    const chance = random.next();
    if (window.engine.state.value.conflicts.length > 0 && random.chance(0.3)) await resolveOne(world, computer, window);
    else if (chance < 0.5) {
      const path = await editFile(world, computer, self);
      if (path && random.chance(0.5)) await callEngine(world, window, (engine) => engine.save([path]));
    } else if (chance < 0.7) await transferConfirmed(world, window, 'push');
    else if (chance < 0.88) await transferConfirmed(world, window, 'pull');
    else if (chance < 0.93) await callEngine(world, window, (engine) => engine.refresh().then(() => undefined));
    else await resolveOne(world, computer, window);
    window.owner.fuse = undefined;
  }
  const window = computer.windows[index]!;
  if (!window.owner.dead && random.chance(0.5)) await resolveOne(world, computer, window);
}

/** Edits, deletes, renames or reverts a file. @returns the path if it was saved */
async function editFile(world: World, computer: Computer, self: Owner): Promise<string | undefined> {
  const random = world.random;
  const path = random.pick(world.paths);
  const absolute = `${root}/${path}`;
  // Two programs that write one file at the same time damage it without any sync.
  if (computer.isSaving) return undefined;
  const before = computer.at(path);
  if (before) computer.replaced.add(hashOnce(before));
  const chance = random.next();
  if (before && chance < 0.12) {
    computer.volume.removeDurably(absolute);
    world.trace(`${self.name} deletes ${path}`);
    world.history.giveUp(before);
    return undefined;
  }
  const renames = world.movesMuch ? 0.3 : 0.12;
  if (before && chance < 0.12 + renames) {
    const others = world.paths.filter((each) => each !== path);
    const free = others.filter((each) => !computer.at(each));
    const other = random.pick(world.movesMuch && free.length > 0 ? free : others);
    makeRoom(world, computer, other, path);
    const replaced = computer.at(other);
    if (replaced && Buffer.compare(replaced, before) !== 0) world.history.giveUp(replaced);
    world.trace(`${self.name} renames ${path} to ${other}`);
    computer.volume.renameDurably(absolute, `${root}/${other}`);
    computer.recordRestore(other, hashOnce(before));
    return undefined;
  }
  if (before && chance < 0.18 + renames) {
    // Reverts to an earlier version and gives up the current one.
    const old = random.pick([...world.server.files.values(), before]);
    if (Buffer.compare(old, before) !== 0) {
      world.history.giveUp(before);
      computer.recordRestore(path, hashOnce(old));
    }
    // Saved durably: a version that both sides have is not pushed, so nothing else makes it durable.
    computer.volume.save(absolute, old, true);
    world.trace(`${self.name} goes back in ${path} to ${old}`);
    return path;
  }
  makeRoom(world, computer, path);
  const bytes = world.history.write(computer.name, computer.visibleVersion(path), random.chance(world.binaryShare));
  world.trace(`${self.name} writes ${path}: ${bytes}`);
  const fill = random.chance(0.4) ? computer.volume.truncate(absolute) : undefined;
  if (fill) {
    computer.isSaving = true;
    await world.scheduler.turn(self, 'is saving');
    fill(bytes);
    computer.isSaving = false;
  } else computer.volume.save(absolute, bytes, world.random.chance(0.5));
  return path;
}

/** The user removes the files in the place of a folder of `path`, or the folder in its place; `moved` gets that path. */
export function makeRoom(world: World, computer: Computer, path: string, moved?: string): void {
  const { volume } = computer;
  for (const [at, { bytes }] of [...volume.files]) {
    if (findInTheWay([at], `${root}/${path}`).length === 0 || at === `${root}/${moved}`) continue;
    world.trace(`${computer.name} removes ${at} to make room`);
    computer.replaced.add(hashOnce(bytes));
    if (!at.endsWith('.sync-new')) world.history.giveUp(bytes);
    volume.removeDurably(at);
  }
}

/** Pushes or pulls, and confirms the shown plan. */
export async function transferConfirmed(
  world: World,
  window: Window,
  direction: 'push' | 'pull',
): Promise<SyncResult | undefined> {
  const first = await callEngine(world, window, (engine) => engine[direction]());
  if (!first?.halt?.confirmable) return first;
  return callEngine(world, window, (engine) => engine[direction]({ confirmed: true, plan: first.plan }));
}

export async function resolveOne(world: World, computer: Computer, window: Window): Promise<void> {
  const { engine } = window;
  const conflict = engine.state.value.conflicts[0];
  if (!conflict) return;
  const choice = world.random.pick(['local', 'remote', 'both'] as const);
  const versions = [conflict, ...(conflict.inside ?? [])].map(({ path, local, remote }) => {
    return { local, remote, mine: computer.at(path), theirs: world.server.files.get(path) };
  });
  world.tally.count(`resolved with ${choice}`);
  if (conflict.inside) world.tally.count('type clash resolved');
  world.resolving = conflict.path;
  await callEngine(world, window, () => engine.resolve(conflict.path, choice));
  world.resolving = undefined;
  for (const { local, remote, mine, theirs } of versions) {
    giveUpOtherVersion(world, { local, remote }, choice, mine, theirs);
  }
}

/** The user saw both versions and gave one up, whether or not the engine finished. */
function giveUpOtherVersion(
  world: World,
  conflict: { local: Hash | undefined; remote: Hash | undefined },
  choice: 'local' | 'remote' | 'both',
  mine: Uint8Array | undefined,
  theirs: Uint8Array | undefined,
): void {
  if (choice === 'local' && theirs && hashOnce(theirs) === conflict.remote) world.history.giveUp(theirs);
  if (choice === 'remote' && mine && hashOnce(mine) === conflict.local) world.history.giveUp(mine);
}

/** Calls an engine; a crash or an expected failure ends the call. */
export async function callEngine<T extends SyncResult | undefined>(
  world: World,
  window: Window,
  call: (engine: SyncEngine) => Promise<T>,
): Promise<T | undefined> {
  window.port.changes = 0;
  try {
    const result = await Promise.race([call(window.engine), window.killed.then(() => undefined)]);
    const pushed = new Set(result?.done.filter(({ direction }) => direction === 'push').map(({ change }) => change));
    if (pushed.size - Number(pushed.has('add') && pushed.has('edit')) > 1) world.tally.count('pushed in steps');
    if (result?.halt) world.tally.count(`halt ${result.halt.kind}`);
    if (result) {
      const done = result.done.map(({ direction, change, path: at }) => `${direction} ${change} ${at}`).join(', ');
      world.trace(`${window.owner.name} did: ${done} ${result.halt?.kind ?? ''}`);
    }
    for (const { path, hash } of result?.done ?? []) {
      if (hash === undefined || !result?.verified) continue;
      window.computer.remember(path, hash);
      window.computer.synced.add(hash);
    }
    for (const { direction } of result?.done ?? []) {
      world.tally.count(direction === 'push' ? 'pushed' : 'pulled');
    }
    return result;
  } catch (failure) {
    const { writeState } = failure as { writeState?: unknown };
    if (writeState === undefined) world.problems.push(`Unexpected failure: ${(failure as Error).stack}`);
    return undefined;
  }
}

/** Another program saves the file that an engine has just touched. */
export function interfere(world: World, computer: Computer, touched: string): void {
  const temporary = /^(.*\/)?\.([^/]+)\.[0-9a-f]{8}\.sync-(?:new|old)$/.exec(touched);
  const path = temporary ? `${temporary[1] ?? ''}${temporary[2]}` : touched;
  if (world.quiet || computer.isSaving || !world.paths.includes(path)) return;
  const before = computer.visibleVersion(path);
  // The program cannot save where the engine has made a folder.
  if (!before || computer.volume.folders.has(`${root}/${path}`)) return;
  if (findInTheWay(computer.files().keys(), path).length > 0) return;
  computer.replaced.add(hashOnce(before));
  const bytes = world.history.write(computer.name, before);
  world.tally.count('edited in between');
  world.trace(`${computer.name} interferes with ${path}: ${bytes}`);
  computer.volume.save(`${root}/${path}`, bytes, world.random.chance(0.5));
}
