/** The rules the guard checks before each mutating call. */

import { isPersonalBranch } from '../../contract/branches.ts';
import { HaltError, halt, listSome } from '../plan/halt.ts';
import type { Hash, Tree } from '../plan/tree.ts';
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
  if (moved.length > 0) throw new HaltError(halt('remote-moved', [], moved));
}

/**
 * A listing may be partial, so where absence matters a second listing must agree. `manifest` is set when files that it does
 * not name are to be deleted.
 * @throws HaltError `partial-listing`
 */
export function assertSecondListing(
  secondListing: ReadonlySet<string>,
  expected: ReadonlyMap<string, Hash | undefined>,
  manifest: ReadonlyMap<string, Hash> | undefined,
): void {
  const hidden = [...expected]
    .filter(([path, hash]) => hash === undefined && secondListing.has(path))
    .map(([path]) => path);
  if (manifest) for (const path of secondListing) if (!manifest.has(path) && !expected.has(path)) hidden.push(path);
  if (hidden.length > 0) throw new HaltError(halt('partial-listing', [listSome(hidden)], hidden));
}
