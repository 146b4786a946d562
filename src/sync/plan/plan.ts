/** The three-way plan: what must travel so that a local tree and a remote tree become equal. A pure function of three trees. */

import { findCollisions } from './names.ts';
import type { Conflict, PlanEntry, PullEntry, PushEntry, RefusedEntry } from './planTypes.ts';
import { type Hash, hashOf, type Tree } from './tree.ts';

export interface Differences {
  /** What a person would decide on, as one text. */
  identity: string;
  entries: readonly PlanEntry[];
  pushes: readonly PushEntry[];
  pulls: readonly PullEntry[];
  conflicts: readonly Conflict[];
  refused: readonly RefusedEntry[];
  agreed: ReadonlyMap<string, Hash | undefined>;
}

type Moving = PushEntry | PullEntry;

/** An empty file has no content to lose. */
const nothing: Hash = hashOf(new Uint8Array());

/**
 * Compares three trees. A change beats a delete; where both sides changed, both are kept; equal bytes only advance the base.
 * Files with unchanged content that went from one path to another travel as renames. What goes here and what goes there never
 * take the last file with some content together.
 */
export function planDifferences(base: Tree, local: Tree, remote: Tree): Differences {
  const moving: Moving[] = [];
  const conflicts: Conflict[] = [];
  const agreed = new Map<string, Hash | undefined>();
  for (const sides of differing(base, local, remote)) {
    const { path } = sides;
    if (sides.local === sides.remote) {
      if (sides.base !== sides.local) agreed.set(path, sides.local);
    } else if (sides.remote === sides.base || (sides.remote === undefined && sides.local !== sides.base)) {
      moving.push({ kind: 'push', change: changeOf(sides.remote, sides.local), ...sides });
    } else if (sides.local === sides.base || sides.local === undefined) {
      moving.push({ kind: 'pull', change: changeOf(sides.local, sides.remote), ...sides });
    } else {
      conflicts.push({ kind: 'conflict', reason: sides.base === undefined ? 'both-added' : 'both-changed', ...sides });
    }
  }
  const renamed = keepLast([...pairRenames(moving, 'push'), ...pairRenames(moving, 'pull')], local, remote);
  const { kept, refused } = refuseCollisions(renamed, local, remote);
  const entries: PlanEntry[] = [...kept, ...conflicts, ...refused].sort(byPath);
  return {
    identity: identify(entries),
    entries,
    pushes: entries.filter((entry) => entry.kind === 'push'),
    pulls: entries.filter((entry) => entry.kind === 'pull'),
    conflicts: entries.filter((entry) => entry.kind === 'conflict'),
    refused: entries.filter((entry) => entry.kind === 'refused'),
    agreed,
  };
}

interface Sides {
  path: string;
  base: Hash | undefined;
  local: Hash | undefined;
  remote: Hash | undefined;
}

/** Every path at which the three trees are not all the same; most paths of most plans are none. */
function differing(base: Tree, local: Tree, remote: Tree): Sides[] {
  const found: Sides[] = [];
  let inBase = 0;
  let inRemote = 0;
  for (const [path, l] of local) {
    const b = base.get(path);
    const r = remote.get(path);
    if (b !== undefined) inBase += 1;
    if (r !== undefined) inRemote += 1;
    if (l !== r || b !== l) found.push({ path, base: b, local: l, remote: r });
  }
  // Where every path of a side was met already, it has no other.
  if (inRemote < remote.size) {
    for (const [path, r] of remote) {
      if (local.has(path)) continue;
      const b = base.get(path);
      if (b !== undefined) inBase += 1;
      found.push({ path, base: b, local: undefined, remote: r });
    }
  }
  if (inBase < base.size) {
    for (const [path, b] of base) {
      if (!local.has(path) && !remote.has(path)) found.push({ path, base: b, local: undefined, remote: undefined });
    }
  }
  return found;
}

function changeOf(there: Hash | undefined, here: Hash | undefined): 'add' | 'edit' | 'delete' {
  if (here === undefined) return 'delete';
  return there === undefined ? 'add' : 'edit';
}

/** Orders by path. */
export function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/** Joins a delete with an add of the same bytes; of several candidates the one that keeps its file name. */
function pairRenames(moving: readonly Moving[], kind: Moving['kind']): Moving[] {
  const own = moving.filter((entry) => entry.kind === kind);
  const gone = new Map<Hash, Moving[]>();
  for (const entry of own) {
    if (entry.change !== 'delete' || entry.base === undefined) continue;
    gone.set(entry.base, [...(gone.get(entry.base) ?? []), entry].sort(byPath));
  }
  if (gone.size === 0) return own;
  const paired = new Set<Moving>();
  const renames: Moving[] = [];
  for (const entry of [...own].sort(byPath)) {
    // Only a path that was new: content that comes back to a path known to the base is a change, not a move.
    if (entry.change !== 'add' || entry.base !== undefined) continue;
    const hash = kind === 'push' ? entry.local : entry.remote;
    const candidates = (gone.get(hash!) ?? []).filter((candidate) => !paired.has(candidate));
    const old = candidates.find((candidate) => nameOf(candidate.path) === nameOf(entry.path)) ?? candidates[0];
    if (!old) continue;
    paired.add(old).add(entry);
    renames.push({ ...entry, change: 'rename', from: old.path });
  }
  return [...own.filter((entry) => !paired.has(entry)), ...renames];
}

/**
 * Two files have the same bytes; here one goes, there the other, each in the belief that one is left: they were moved one
 * over the other, or both sides removed what was twice there. The last file with some content stays, and travels.
 */
function keepLast(moving: readonly Moving[], local: Tree, remote: Tree): readonly Moving[] {
  const goes = ({ change }: Moving) => change === 'delete' || change === 'edit';
  const there = new Map<Hash, Moving>();
  for (const entry of moving) {
    if (entry.kind !== 'push' || !goes(entry)) continue;
    // One that is deleted rather than one that is edited: it can be the other's old name.
    if (entry.change === 'delete' || !there.has(entry.remote!)) there.set(entry.remote!, entry);
  }
  const last = moving.filter((entry) => entry.kind === 'pull' && goes(entry) && there.has(entry.local!));
  if (last.length === 0) return moving;
  const safe = new Set([nothing]);
  const changed = { push: new Set<string>(), pull: new Set<string>() };
  for (const { kind, path, from = path } of moving) changed[kind].add(path).add(from);
  for (const [path, hash] of local) if (!changed.pull.has(path)) safe.add(hash);
  for (const [path, hash] of remote) if (!changed.push.has(path)) safe.add(hash);
  const instead = new Map<Moving, readonly Moving[]>();
  // Those that are deleted here first: they are kept where the person has them.
  for (const here of last.sort((a, b) => (a.change === b.change ? byPath(a, b) : a.change === 'delete' ? -1 : 1))) {
    const hash = here.local!;
    const twin = there.get(hash)!;
    if (safe.has(hash) || (here.change === 'edit' && twin.change === 'edit')) continue;
    safe.add(hash);
    if (here.change === 'edit') instead.set(twin, [{ ...twin, kind: 'pull', change: 'add' }]);
    else if (twin.change === 'edit') instead.set(here, [{ ...here, kind: 'push', change: 'add' }]);
    else instead.set(twin, []).set(here, [{ ...here, kind: 'push', change: 'rename', from: twin.path }]);
  }
  return moving.flatMap((entry) => instead.get(entry) ?? entry);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Refuses every new name that could not stand beside the names there will be; what is already there stays as it is. */
function refuseCollisions(moving: readonly Moving[], local: Tree, remote: Tree) {
  const added = moving.filter(({ change }) => change === 'add' || change === 'rename').map(({ path }) => path);
  if (added.length === 0) return { kept: [...moving], refused: [] };
  const names = new Set([...local.keys(), ...remote.keys()]);
  for (const { change, path, from } of moving) {
    if (change !== 'edit') names.delete(path);
    if (from !== undefined) names.delete(from);
  }
  const collisions = findCollisions([...[...names].sort(), ...added.sort()]);
  const kept: Moving[] = [];
  const refused: RefusedEntry[] = [];
  for (const entry of moving) {
    const other = collisions.get(entry.path);
    if (other === undefined || entry.change === 'delete' || entry.change === 'edit') kept.push(entry);
    else {
      const { path, base, local: here, remote: there } = entry;
      const reason = `It cannot stand beside “${other}”: on some computers the two names mean one file.`;
      refused.push({ kind: 'refused', path, base, local: here, remote: there, reason });
    }
  }
  return { kept, refused };
}

function identify(entries: readonly PlanEntry[]): string {
  const lines = entries.map((entry) => [
    entry.kind,
    entry.path,
    entry.base ?? '',
    entry.local ?? '',
    entry.remote ?? '',
    'from' in entry ? (entry.from ?? '') : '',
  ]);
  return JSON.stringify(lines);
}
