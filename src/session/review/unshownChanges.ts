/** What a commit or merge brought to its target that the review before it did not show. */

import { type FileChange, fileChanges } from '../../review/fileChanges.ts';
import type { Tree } from '../../sync/plan/tree.ts';
import type { BranchReading } from './readReview.ts';

/** @param now the target after the merge. The platform may have merged the versions of a file that both branches changed. */
export function unshownChanges(
  { before, after, fork }: Pick<BranchReading, 'before' | 'after' | 'fork'>,
  now: Tree,
): readonly FileChange[] {
  const isShown = (path: string) => {
    const [old, sent, found] = [before.get(path), after.get(path), now.get(path)];
    if (found === old || found === sent) return true;
    return old !== sent && (!fork || (fork.get(path) !== old && fork.get(path) !== sent));
  };
  const shown = new Map(now);
  for (const path of new Set([...before.keys(), ...after.keys(), ...now.keys()])) {
    if (isShown(path)) continue;
    const old = before.get(path);
    if (old === undefined) shown.delete(path);
    else shown.set(path, old);
  }
  return fileChanges(shown, now);
}
