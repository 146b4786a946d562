/** Finds paths that are a file on one side and a folder on the other: a disk and a branch can have only one of them. */

import { byPath, type Conflict, type TransferEntry } from './planTypes.ts';
import { foldersOf } from './tree.ts';

/** Replaces the entries of each clash by one conflict, unless the side that did not change gives way. */
export function findTypeClashes(moving: readonly TransferEntry[]): {
  rest: readonly TransferEntry[];
  conflicts: readonly Conflict[];
} {
  const here = moving.filter(({ local, remote }) => local !== undefined && remote === undefined);
  const there = moving.filter(({ local, remote }) => local === undefined && remote !== undefined);
  if (here.length === 0 || there.length === 0) return { rest: moving, conflicts: [] };
  const taken = new Set<TransferEntry>();
  const conflicts: Conflict[] = [];
  for (const [files, others] of [
    [here, there],
    [there, here],
  ] as const) {
    for (const [file, inside] of groupInside(files, others)) {
      if (!stays(file) || !inside.some(stays)) continue;
      for (const entry of [file, ...inside]) taken.add(entry);
      conflicts.push({ ...sidesOf(file), kind: 'conflict', reason: 'file-and-folder', inside: inside.map(sidesOf) });
    }
  }
  return { rest: taken.size > 0 ? moving.filter((entry) => !taken.has(entry)) : moving, conflicts };
}

/** Whether the file exists on both sides after the transfer. */
function stays({ change }: TransferEntry): boolean {
  return change !== 'delete';
}

function sidesOf({ path, base, local, remote }: TransferEntry) {
  return { path, base, local, remote };
}

/** Each of `files` whose path is a folder of `others`, with the others in it, sorted. */
function groupInside(
  files: readonly TransferEntry[],
  others: readonly TransferEntry[],
): Map<TransferEntry, TransferEntry[]> {
  const fileAt = new Map(files.map((entry) => [entry.path, entry]));
  const groups = new Map<TransferEntry, TransferEntry[]>();
  for (const other of [...others].sort(byPath)) {
    for (const folder of foldersOf(other.path)) {
      const file = fileAt.get(folder);
      if (file) groups.set(file, [...(groups.get(file) ?? []), other]);
    }
  }
  return groups;
}
