/** The properties that every scenario must keep. */

import { posix } from 'node:path';
import type { Hash } from '../../../src/base/hash.ts';
import { type Computer, root } from './computer.ts';
import { hashOnce } from './history.ts';
import { storage, type World } from './world.ts';

/** A conflict is false when one side is the common version and the other one is based on it. */
export function assertRealConflict(
  world: World,
  computer: Computer,
  { path, local, remote }: { path: string; local?: Hash | undefined; remote?: Hash | undefined },
): void {
  if (computer.isBaseDamaged || world.server.returned.has(path) || computer.returned.has(path)) return;
  if (local === undefined || remote === undefined) return;
  const common = computer.common.get(path) ?? new Set();
  const ahead = world.history.descends(local, remote) && (common.has(remote) || computer.sent.has(`${path} ${remote}`));
  const behind = world.history.descends(remote, local) && common.has(local);
  if (ahead || behind) world.problems.push(`${computer.name}: a false conflict in ${path}`);
}

/** When a lock is taken, its last holder must have released it or ended. */
export function assertSoleHolder(world: World, computer: Computer, bytes: Uint8Array): void {
  const { pid, since } = JSON.parse(Buffer.from(bytes).toString('utf8')) as { pid: number; since: number };
  const last = computer.holder;
  if (last && last.pid !== pid && world.pids.has(last.pid) && since - last.since < 10_000)
    world.problems.push(`${computer.name}: a window took the lock of another one that works`);
  computer.holder = { pid, since };
}

export function isEqual(world: World, computer: Computer): boolean {
  let here = 0;
  for (const [path, { bytes }] of computer.volume.files) {
    if (!path.startsWith(`${root}/`) || isKept(path)) continue;
    const theirs = world.server.files.get(path.slice(root.length + 1));
    if (!theirs || Buffer.compare(theirs, bytes) !== 0) return false;
    here += 1;
  }
  return here === world.server.files.size - world.hostile.size;
}

export function assertEqual(world: World, computer: Computer): void {
  const files = computer.files();
  for (const [path, bytes] of files) {
    if (isKept(path)) continue;
    const theirs = world.server.files.get(path);
    if (!theirs || Buffer.compare(theirs, bytes) !== 0)
      world.problems.push(`${computer.name}: ${path} differs in the end`);
  }
  for (const path of world.server.files.keys()) {
    if (!files.has(path) && !world.hostile.has(path))
      world.problems.push(`${computer.name}: ${path} is missing in the end`);
  }
}

/** A file with a hostile name stays as it is on the branch and is in no folder. */
export function assertHostileUntouched(world: World): void {
  for (const [path, bytes] of world.hostile) {
    if (world.server.files.get(path) !== bytes) world.problems.push(`${path} is not on the branch as it was`);
    const places = [`${root}/${path}`, posix.join(root, path), path];
    for (const { name, volume } of world.computers) {
      // A hostile name may lead to a file that is synced under its proper name.
      for (const at of places) {
        if (volume.files.has(at) && !world.paths.includes(at.slice(root.length + 1)))
          world.problems.push(`${name} has ${at}`);
      }
    }
  }
}

export function assertNothingLost(world: World, when: string): void {
  const live = new Set<Hash>(world.server.hashes.values());
  for (const computer of world.computers) for (const bytes of computer.files().values()) live.add(hashOnce(bytes));
  const kept = new Set<Hash>();
  for (const { volume } of world.computers) {
    for (const [path, { bytes }] of volume.files) if (path.startsWith(storage)) kept.add(hashOnce(bytes));
  }
  for (const { name, volume, replaced } of world.computers) {
    for (const { path, bytes } of volume.removed) {
      const hash = hashOnce(bytes);
      // A temporary file of a pull has the branch's version.
      if (!path.startsWith(root) || path.endsWith('.sync-new')) continue;
      if (!world.history.isVersion(hash) || live.has(hash) || replaced.has(hash)) continue;
      const inTrash = [...volume.files].some(([at, file]) => at.startsWith(storage) && hashOnce(file.bytes) === hash);
      if (!inTrash) world.problems.push(`${name}: the old bytes of ${path} are in no trash`);
    }
  }
  for (const { hash } of world.server.windowLosses) {
    // In the race of docs/sync.md, a version typed on the server only is lost; a version of a folder is in its trash. The
    // author gave up the versions it is based on.
    const author = world.history.authorOf(hash);
    if (kept.has(hash) || author === 'web' || author === 'first author') live.add(hash);
  }
  for (const { hash, text } of world.history.lost(live)) {
    const trash = kept.has(hash) ? ' (only in a trash or a store)' : '';
    world.problems.push(`Lost ${when}: ${text.trim()}${trash}`);
  }
}

/** A local version that “keep both” kept next to the branch's version. */
export function isKept(path: string): boolean {
  return path.includes('.kept-');
}
