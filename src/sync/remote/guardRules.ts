/** The rules the guard checks before each mutating call. */

import type { Hash } from '../../base/hash.ts';
import { isPersonalBranch } from '../../contract/dataModel/branches.ts';
import { HaltError, halt, listSome } from '../plan/halt.ts';
import { foldersOf, type Tree } from '../plan/tree.ts';
import type { Probe } from './branchPort.ts';

/** @throws HaltError `not-dev-branch` */
export function assertPersonalBranch(branchName: string): void {
  if (isPersonalBranch(branchName)) return;
  throw new HaltError(branchName === '' ? halt('no-branch') : halt('not-dev-branch', [branchName]));
}

/** @throws HaltError `session-moved` when the open dev-mode session is not on `branchName` */
export function assertSessionOn(branchName: string, { branchName: open }: Probe): void {
  if (open === branchName) return;
  throw new HaltError(
    open === undefined ? halt('session-closed', [branchName]) : halt('session-moved', [branchName, open]),
  );
}

/** @throws HaltError `remote-moved` when the branch is not as the plan saw it */
export function assertUnmoved(expected: ReadonlyMap<string, Hash | undefined>, listed: Tree): void {
  const moved = [...expected].filter(([path, hash]) => listed.get(path) !== hash).map(([path]) => path);
  moved.push(...takenPlaces(expected, listed));
  if (moved.length > 0) throw new HaltError(halt('remote-moved', [], moved));
}

/** New files whose place is a folder on the branch, or that lie in a folder that is a file there. */
function takenPlaces(expected: ReadonlyMap<string, Hash | undefined>, listed: Tree): string[] {
  const added = [...expected].filter(([, hash]) => hash === undefined).map(([path]) => path);
  const taken = new Set(added.filter((path) => foldersOf(path).some((folder) => listed.has(folder))));
  if (added.length === 0) return [];
  for (const path of listed.keys()) for (const folder of foldersOf(path)) if (expected.has(folder)) taken.add(folder);
  return [...taken];
}

/** @throws Error when a write changes a path without a planned version: a mistake of the caller */
export function assertNamed(changed: readonly string[], expected: ReadonlyMap<string, Hash | undefined>): void {
  const path = changed.find((each) => !expected.has(each));
  if (path !== undefined) throw new Error(`The write changes ${path}, which the plan does not name.`);
}

/**
 * A listing may be partial, so if absence matters a second listing must agree.
 * @throws HaltError `partial-listing`
 */
export function assertSecondListing(
  secondListing: ReadonlySet<string>,
  expected: ReadonlyMap<string, Hash | undefined>,
): void {
  const hidden = [...expected]
    .filter(([path, hash]) => hash === undefined && secondListing.has(path))
    .map(([path]) => path);
  if (hidden.length > 0) throw new HaltError(halt('partial-listing', [listSome(hidden)], hidden));
}
