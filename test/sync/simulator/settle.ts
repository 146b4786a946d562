/** The end of a scenario: everything must become equal, and no version may be lost. */

import { posix } from 'node:path';
import { foldersOf } from '../../../src/sync/plan/tree.ts';
import {
  assertEqual,
  assertHostileUntouched,
  assertNothingLost,
  assertRealConflict,
  isEqual,
  isKept,
} from './checks.ts';
import { type Computer, root, type Window } from './computer.ts';
import { noFaults } from './memory/networkFaults.ts';
import type { Owner } from './scheduler.ts';
import { callEngine, resolveOne, transferConfirmed } from './users.ts';
import { closeWindow, losePower, openWindow } from './windows.ts';
import { branchName, type World } from './world.ts';

/**
 * Rounds in each of which every folder syncs once, one after the other, until everything is equal. Of three folders the second
 * one may have a conflict that ends when the third one deletes the file: its push in the next round is too late for the first.
 */
const quietRounds = (folders: number) => (folders > 2 ? 3 : 2);

/** Ends all network faults and delivers the pending requests. */
export async function calmNetwork(world: World): Promise<void> {
  world.quiet = true;
  world.server.session = branchName;
  const self: Owner = { name: 'quiet', dead: false };
  const drained = async () => {
    while (world.scheduler.isWaiting(world.network)) await world.scheduler.turn(self, 'waits');
  };
  await world.scheduler.run(drained(), 10_000);
  for (const { windows } of world.computers) for (const { port } of windows) port.faults = noFaults;
}

/** A few sync rounds of every folder must make everything equal except conflicts; then the users resolve these. */
export async function settle(world: World): Promise<void> {
  // Idle computers may lose their power, too.
  for (const computer of world.computers) {
    if (world.crashShare === 0 || !world.random.chance(0.4)) continue;
    for (const window of computer.windows) if (!window.owner.dead) window.kill();
    losePower(world, computer);
  }
  const windows = world.computers.map((computer) => {
    const window = computer.windows[0]!;
    if (!window.owner.dead) return { computer, window };
    const reopened = openWindow(world, computer, 0);
    computer.windows[0] = reopened;
    return { computer, window: reopened };
  });
  // Closes the other windows.
  for (const computer of world.computers) for (const window of computer.windows.slice(1)) closeWindow(world, window);
  const round = async () => {
    for (const { computer, window } of windows) {
      moveCopies(world, computer);
      await transferConfirmed(world, window, 'pull');
      // After a pull there is usually nothing to push.
      if (world.random.chance(0.2) || !isEqual(world, computer)) await transferConfirmed(world, window, 'push');
    }
  };
  const rest = async () => {
    const rounds = quietRounds(windows.length);
    for (let left = rounds; left > 0; left -= 1) {
      await world.scheduler.run(round(), 20_000);
      if (await isQuiet(world, windows, left === 1)) return world.tally.count(`at rest after ${rounds - left + 1}`);
    }
  };
  await rest();
  assertNothingLost(world, 'before conflicts were settled');
  const choose = async (looked: boolean) => {
    for (const { computer, window } of windows) {
      if (!looked) await callEngine(world, window, (engine) => engine.refresh().then(() => undefined));
      for (let left = world.paths.length; left > 0 && window.engine.state.value.conflicts.length > 0; left -= 1) {
        await resolveOne(world, computer, window);
      }
    }
  };
  world.tally.count('conflict at rest', world.conflicts);
  // Many scenarios end here: resolving a conflict takes as long as everything before.
  if (world.conflicts > 0 && world.random.chance(0.6)) return closeAll(world);
  // One folder's resolution may be a conflict in another folder.
  for (let turns = 3; turns > 0 && world.conflicts > 0; turns -= 1) {
    await world.scheduler.run(choose(turns === 3 && windows.length === 1), 20_000);
    if (!windows.every(({ computer }) => isEqual(world, computer)) || world.random.chance(0.2)) await rest();
    else world.conflicts = 0;
  }
  for (const { computer } of windows) assertEqual(world, computer);
  assertNothingLost(world, 'in the end');
  closeAll(world);
}

/** A pull leaves copies of “keep both” in a folder where the branch has a file. The user moves them. */
function moveCopies(world: World, { volume }: Computer): void {
  for (const at of [...volume.files.keys()]) {
    if (!at.startsWith(`${root}/`) || !isKept(at)) continue;
    const isInTheWay = foldersOf(at.slice(root.length + 1)).some((folder) => world.server.files.has(folder));
    if (isInTheWay) volume.renameDurably(at, `${root}/${posix.basename(at)}`);
  }
}

function closeAll(world: World): void {
  assertHostileUntouched(world);
  for (const computer of world.computers) for (const window of computer.windows) closeWindow(world, window);
}

/** Whether only conflicts remain everywhere; with `required`, anything else is a problem. */
async function isQuiet(
  world: World,
  windows: readonly { computer: Computer; window: Window }[],
  required: boolean,
): Promise<boolean> {
  world.conflicts = 0;
  // When everything is equal, most checks need no engine.
  if (world.random.chance(0.8) && windows.every(({ computer }) => isEqual(world, computer))) return true;
  let quiet = true;
  const refreshAll = async () => {
    for (const { computer, window } of windows) {
      // The state after work must be as correct as the state after a refresh.
      const known = windows.length === 1 && world.random.chance(0.7) ? window.engine.state.value.plan : undefined;
      const plan = known ?? (await window.engine.refresh());
      world.conflicts += plan.conflicts.length;
      for (const conflict of plan.conflicts) assertRealConflict(world, computer, conflict);
      const left = [...plan.pushes, ...plan.pulls].map(({ kind, change, path }) => `${kind} ${change} ${path}`);
      if (left.length === 0) continue;
      quiet = false;
      if (required) world.problems.push(`${computer.name} is not in sync after its rounds: ${left.join(', ')}`);
    }
  };
  await world.scheduler.run(refreshAll(), 20_000);
  return quiet;
}
