/** The end of a watched scenario: the windows must notice the last change. */

import type { Clock } from '../../../src/base/clock.ts';
import { type Computer, root } from './computer.ts';
import { hashOnce } from './history.ts';
import { makeRoom, transferConfirmed } from './users.ts';
import { openWindow } from './windows.ts';
import type { World } from './world.ts';

/** Longer than an engine waits for quiet, and shorter than its periodic rescan. */
const quietMs = 25_000;
const rescanMs = 3 * 60_000;

/**
 * Without further calls, the windows must show the actual state: soon if a change event announced the last change, otherwise
 * after the periodic rescan.
 */
export async function checkWatched(world: World): Promise<void> {
  const clock = world.scheduler.clockOf({ name: 'time', dead: false });
  const notified: Computer[] = [];
  for (const computer of world.computers) {
    for (const [index, window] of computer.windows.entries()) {
      if (window.owner.dead) computer.windows[index] = openWindow(world, computer, index);
    }
    if (await makeLastChange(world, computer, clock)) notified.push(computer);
  }
  await clock.delay(quietMs);
  for (const computer of notified) assertShown(world, computer, 'soon', false);
  await clock.delay(rescanMs + quietMs);
  for (const computer of world.computers) assertShown(world, computer, 'in the end', true);
}

/** Changes a file a last time. @returns whether the windows were notified */
async function makeLastChange(world: World, computer: Computer, clock: Clock): Promise<boolean> {
  const random = world.random;
  const path = random.pick(world.paths);
  const how = random.pick(['told', 'told late', 'watcher fails', 'untold', 'return', 'in a transfer'] as const);
  world.tally.count(`last change ${how}`);
  const share = { dropped: 0, duplicated: 0, delayed: 0, failed: 0 };
  if (how === 'told late') share.delayed = 1;
  else if (how === 'watcher fails') share.failed = 1;
  else if (how === 'untold' || how === 'return') share.dropped = 1;
  else if (random.chance(0.5)) share.duplicated = 1;
  let transfer: Promise<unknown> | undefined;
  if (how === 'in a transfer') {
    const window = computer.windows[0]!;
    window.port.latencyMs = 2_000;
    transfer = transferConfirmed(world, window, 'push');
    await clock.delay(500);
  }
  for (const { watcher } of computer.windows) watcher.setFaults(share);
  makeRoom(world, computer, path);
  const before = computer.visibleVersion(path);
  const bytes = world.history.write(computer.name, before);
  world.trace(`${computer.name} writes ${path} a last time (${how}): ${bytes}`);
  computer.replaced.add(hashOnce(before ?? bytes));
  computer.volume.save(`${root}/${path}`, bytes, true);
  if (how === 'return') for (const { engine } of computer.windows) engine.requestRescan();
  if (transfer) {
    await transfer;
    for (const { port } of computer.windows) port.latencyMs = 0;
  }
  // Later changes by the engine are announced correctly.
  await clock.delay(quietMs / 5);
  for (const { watcher } of computer.windows) watcher.setFaults({ dropped: 0, duplicated: 0, delayed: 0, failed: 0 });
  return how !== 'untold';
}

function assertShown(world: World, computer: Computer, when: string, remoteToo: boolean): void {
  for (const { engine, owner } of computer.windows) {
    const { plan } = engine.state.value;
    for (const path of world.paths) {
      const here = computer.at(path);
      if (!plan || plan.local.get(path) !== (here && hashOnce(here)))
        world.problems.push(`${owner.name} does not show ${when} the folder's version of ${path}`);
      if (remoteToo && plan?.remote.get(path) !== world.server.hashes.get(path))
        world.problems.push(`${owner.name} does not show ${when} the branch's version of ${path}`);
    }
  }
}
