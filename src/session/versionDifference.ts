/** Compares the model in the editor with that of its branch. */

import { partOf } from '../model/project/readProject.ts';
import type { SavedChanges } from './savedChanges.ts';

/** How the model in the editor differs from that of its branch, with which queries and tests are answered: paths, each in one list. */
export interface VersionDifference {
  /** With unsaved edits. */
  unsaved: readonly string[];
  conflicts: readonly string[];
  /** Saved or changed by another program, and not on the branch. */
  unpushed: readonly string[];
  /** Changed on the branch, and not in the folder. */
  unpulled: readonly string[];
}

/** Undefined if both are the same, as far as the last comparison knows. @param unsaved paths of documents with unsaved edits */
export function versionDifference(
  { sync: { plan } }: SavedChanges,
  unsaved: readonly string[],
  modelFolder: string,
): VersionDifference | undefined {
  const named = new Set<string>();
  const remaining = (paths: readonly string[]) =>
    paths.filter((path) => {
      if (named.has(path) || partOf(path, modelFolder) !== 'model') return false;
      named.add(path);
      return true;
    });
  const pathsOf = (entries: readonly { path: string }[] = []) => remaining(entries.map(({ path }) => path));
  const difference = {
    unsaved: remaining(unsaved),
    conflicts: pathsOf(plan?.conflicts),
    unpushed: pathsOf(plan?.pushes),
    unpulled: pathsOf(plan?.pulls),
  };
  return named.size > 0 ? difference : undefined;
}
