/** Writers on the branch that have no folder. */

import { findInTheWay } from './findInTheWay.ts';
import type { Owner } from './scheduler.ts';
import { branchName, type World } from './world.ts';

/** A user who edits the branch in a browser. */
export async function runWebEditor(world: World): Promise<void> {
  const random = world.random;
  const self: Owner = { name: 'web', dead: false };
  const actions = 1 + random.below(world.size === 'small' ? 2 : 4);
  for (let count = 0; count < actions; count += 1) {
    await world.scheduler.turn(self, 'edits the branch');
    for (let pause = random.below(40); pause > 0; pause -= 1) await world.scheduler.turn(self, 'reads');
    editBranch(world);
  }
}

export function editBranch(world: World, about?: string): void {
  const random = world.random;
  if (world.quiet) return;
  const path = about ?? random.pick(world.paths);
  const before = world.server.files.get(path);
  const chance = random.next();
  if (before && chance < 0.15) {
    world.trace(`web deletes ${path}`);
    world.history.giveUp(before);
    world.server.delete(path);
  } else if (before && chance < 0.25) {
    const other = random.pick(world.paths);
    const others = [...world.server.files.keys()].filter((each) => each !== path);
    if (other === path || others.includes(other) || findInTheWay(others, other).length > 0) return;
    world.trace(`web renames ${path} to ${other}`);
    world.server.delete(path);
    world.server.write(other, before);
  } else {
    for (const each of findInTheWay([...world.server.files.keys()], path)) {
      world.trace(`web deletes ${each} to make room`);
      world.history.giveUp(world.server.files.get(each));
      world.server.delete(each);
    }
    const bytes = world.history.write('web', before);
    world.trace(`web writes ${path}: ${bytes}`);
    world.server.write(path, bytes);
  }
}

/** Another client of the same credential, which opens dev mode on another branch for a while. */
export async function runOtherClient(world: World): Promise<void> {
  const self: Owner = { name: 'wanderer', dead: false };
  for (let pause = world.random.below(80); pause > 0; pause -= 1) await world.scheduler.turn(self, 'waits');
  world.tally.count('session moved');
  world.server.session = 'dev-someone-2';
  for (let pause = world.random.below(80); pause > 0; pause -= 1) await world.scheduler.turn(self, 'waits');
  world.server.session = branchName;
}
