/**
 * Sends a commit or merge that was reviewed. The platform accepts no expected commit, so both branches are compared with the review
 * before the request, and the target after it.
 */

import { type FileChange, fileChanges } from '../../review/fileChanges.ts';
import type { Tree } from '../../sync/plan/tree.ts';
import { isSameTree } from './forkPoints.ts';
import type { BranchReading, ReviewSource } from './readReview.ts';

/**
 * Undefined if a branch moved since the review: then nothing is sent. An abort does not stop a request that is sent.
 * @throws as `send` does; PlatformError, CancelledError
 */
export async function sendReviewed<T>(
  { source, target }: Pick<ReviewSource, 'source' | 'target'>,
  { before, after }: Pick<BranchReading, 'before' | 'after'>,
  send: () => Promise<T>,
  signal?: AbortSignal,
): Promise<{ done: T } | undefined> {
  const [nowBefore, nowAfter] = await Promise.all([target.list(signal), source.list(signal)]);
  if (!isSameTree(before, nowBefore) || !isSameTree(after, nowAfter)) return undefined;
  return { done: await send() };
}

/**
 * The changes that a merge brought to its target and the review did not show.
 * @param now the target after the merge. The platform may have merged the versions of a file that both branches changed.
 */
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
