/** Compares three trees: which changes make the local tree and the remote tree equal, and which are in conflict. */

import type { CatalogMessage } from '../../base/errors.ts';
import { foldName } from '../../base/foldName.ts';
import { type Hash, hashOf } from '../../base/hash.ts';
import { areNested, byMajority, findCollisions, nestsWith } from './names.ts';
import {
  byPath,
  type Conflict,
  type PlanEntry,
  type PullEntry,
  type PushEntry,
  type RefusedEntry,
  type Sides,
  type TransferEntry,
} from './planTypes.ts';
import { syncReasons } from './syncReasons.ts';
import { foldersOf, type Tree } from './tree.ts';
import { findTypeClashes } from './typeClashes.ts';

export interface Differences {
  /** Everything the user decides on, as one text. */
  identity: string;
  entries: readonly PlanEntry[];
  pushes: readonly PushEntry[];
  pulls: readonly PullEntry[];
  conflicts: readonly Conflict[];
  refused: readonly RefusedEntry[];
  agreed: ReadonlyMap<string, Hash | undefined>;
}

/** An empty file has no content to lose. */
const emptyFile: Hash = hashOf(new Uint8Array());

/**
 * Compares three trees. A change wins over a deletion; when both sides changed, both versions stay; equal bytes only advance
 * the base. A file that moved with unchanged content is a rename. The last copy of some content is never removed.
 * `listed` is the whole branch, with the files that are not synced.
 */
export function planDifferences(base: Tree, local: Tree, remote: Tree, listed = remote): Differences {
  const moving: TransferEntry[] = [];
  const conflicts: Conflict[] = [];
  const agreed = new Map<string, Hash | undefined>();
  for (const sides of differingPaths(base, local, remote)) {
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
  const clashes = findTypeClashes(moving);
  conflicts.push(...clashes.conflicts);
  const paired = [...pairRenames(clashes.rest, 'push'), ...pairRenames(clashes.rest, 'pull')];
  const { kept, refused } = refuseCollisions(keepLast(paired, local, remote), local, remote, listed);
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

/** Every path at which the three trees are not all equal. */
function differingPaths(base: Tree, local: Tree, remote: Tree): Sides[] {
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
  // When every path of a tree was found above, it has no others.
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

function changeOf(before: Hash | undefined, after: Hash | undefined): 'add' | 'edit' | 'delete' {
  if (after === undefined) return 'delete';
  return before === undefined ? 'add' : 'edit';
}

/** Joins a deletion and an addition of the same bytes into a rename; prefers a candidate with the same file name. */
function pairRenames(moving: readonly TransferEntry[], kind: TransferEntry['kind']): TransferEntry[] {
  const own = moving.filter((entry) => entry.kind === kind);
  const gone = new Map<Hash, TransferEntry[]>();
  for (const entry of own) {
    if (entry.change !== 'delete' || entry.base === undefined) continue;
    gone.set(entry.base, [...(gone.get(entry.base) ?? []), entry].sort(byPath));
  }
  if (gone.size === 0) return own;
  const paired = new Set<TransferEntry>();
  const renames: TransferEntry[] = [];
  for (const entry of [...own].sort(byPath)) {
    // Only new paths: content that returns to a path known to the base is a change, not a rename.
    if (entry.change !== 'add' || entry.base !== undefined) continue;
    const hash = kind === 'push' ? entry.local : entry.remote;
    // A file that becomes a folder is deleted before it is added.
    const candidates = (gone.get(hash!) ?? []).filter((each) => !paired.has(each) && !areNested(each.path, entry.path));
    const old = candidates.find((candidate) => nameOf(candidate.path) === nameOf(entry.path)) ?? candidates[0];
    if (!old) continue;
    paired.add(old).add(entry);
    renames.push({ ...entry, change: 'rename', from: old.path });
  }
  return [...own.filter((entry) => !paired.has(entry)), ...renames];
}

/**
 * Two files have the same bytes, and each side removes another one of them. Together they would remove the last copy, so one
 * file stays and is transferred.
 */
function keepLast(moving: readonly TransferEntry[], local: Tree, remote: Tree): readonly TransferEntry[] {
  const losesContent = ({ change }: TransferEntry) => change === 'delete' || change === 'edit';
  const remoteLosses = new Map<Hash, TransferEntry>();
  for (const entry of moving) {
    if (entry.kind !== 'push' || !losesContent(entry)) continue;
    // A deletion is preferred to an edit: it can be the old name of a rename.
    if (entry.change === 'delete' || !remoteLosses.has(entry.remote!)) remoteLosses.set(entry.remote!, entry);
  }
  const localLosses = moving.filter(
    (entry) => entry.kind === 'pull' && losesContent(entry) && remoteLosses.has(entry.local!),
  );
  if (localLosses.length === 0) return moving;
  const safe = new Set([emptyFile]);
  const changed = { push: new Set<string>(), pull: new Set<string>() };
  for (const { kind, path, from = path } of moving) changed[kind].add(path).add(from);
  for (const [path, hash] of local) if (!changed.pull.has(path)) safe.add(hash);
  for (const [path, hash] of remote) if (!changed.push.has(path)) safe.add(hash);
  const replacements = new Map<TransferEntry, readonly TransferEntry[]>();
  // Local deletions first: these files stay where the user has them.
  for (const here of localLosses.sort((a, b) =>
    a.change === b.change ? byPath(a, b) : a.change === 'delete' ? -1 : 1,
  )) {
    const hash = here.local!;
    const twin = remoteLosses.get(hash)!;
    if (safe.has(hash) || (here.change === 'edit' && twin.change === 'edit')) continue;
    safe.add(hash);
    if (here.change === 'edit') replacements.set(twin, [{ ...twin, kind: 'pull', change: 'add' }]);
    else if (twin.change === 'edit') replacements.set(here, [{ ...here, kind: 'push', change: 'add' }]);
    else replacements.set(twin, []).set(here, [{ ...here, kind: 'push', change: 'rename', from: twin.path }]);
  }
  return moving.flatMap((entry) => replacements.get(entry) ?? entry);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Refuses every new name that collides with another name of the result; files that exist already stay as they are. */
function refuseCollisions(moving: readonly TransferEntry[], local: Tree, remote: Tree, listed: Tree) {
  const added = moving.filter(({ change }) => change === 'add' || change === 'rename').map(({ path }) => path);
  if (added.length === 0) return { kept: [...moving], refused: [] };
  const names = new Set([...local.keys(), ...remote.keys()]);
  for (const { change, path, from } of moving) {
    if (change !== 'edit') names.delete(path);
    if (from !== undefined) names.delete(from);
  }
  const collisions = findCollisions([...[...names].sort(), ...byMajority(added, [...names, ...added])]);
  const unsynced = listed === remote ? [] : Array.from(listed.keys()).filter((path) => !remote.has(path));
  const nestsUnsynced = nestsWith(unsynced);
  const kept: TransferEntry[] = [];
  const refused: RefusedEntry[] = [];
  for (const entry of moving) {
    const { kind, change, path, base, local: here, remote: there } = entry;
    const other = collisions.get(path);
    const isNew = change === 'add' || change === 'rename';
    let reason: CatalogMessage | undefined;
    if (isNew && other !== undefined) reason = describeCollision(path, other);
    else if (isNew && kind === 'push' && nestsUnsynced(path)) reason = syncReasons.message('unsynced-on-branch');
    if (reason === undefined) kept.push(entry);
    else refused.push({ kind: 'refused', path, base, local: here, remote: there, reason });
  }
  return { kept, refused };
}

/** Names the folder that is written in two ways, or the other file. */
function describeCollision(path: string, other: string): CatalogMessage {
  const others = foldersOf(other);
  const [at, folder] = [...foldersOf(path).entries()].find(([index, each]) => others[index] !== each) ?? [-1, ''];
  if (others[at] !== undefined && foldName(others[at]) === foldName(folder)) {
    return syncReasons.message('folder-collision', [folder, others[at]]);
  }
  return syncReasons.message('collision', [other]);
}

function identify(entries: readonly PlanEntry[]): string {
  const lines = entries.map((entry) => [
    entry.kind,
    entry.path,
    entry.base ?? '',
    entry.local ?? '',
    entry.remote ?? '',
    'from' in entry ? (entry.from ?? '') : '',
    ...('inside' in entry ? entry.inside!.flatMap(({ path, local, remote }) => [path, local, remote]) : []),
  ]);
  return JSON.stringify(lines);
}
