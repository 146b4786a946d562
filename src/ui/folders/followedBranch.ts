/** The dev branch that a bound folder follows: files in the folder sync with this branch. */

import type { Disposable, Lifetime } from '../../base/lifetime.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import type { BoundFolder, Folders } from '../../session/folders.ts';
import type { SyncEngine } from '../../sync/syncEngine.ts';
import { forCurrent, forEachItem } from '../shell/observe.ts';

export function forEachSession(
  folders: Folders,
  enter: (session: FolderSession, folder: BoundFolder, lifetime: Lifetime) => void,
): Disposable {
  return forEachItem(folders.list, (folder, whileBound) => {
    whileBound.add(forCurrent(folder.session, (session, whileOpen) => enter(session, folder, whileOpen)));
  });
}

/** A folder with the dev branch that it follows. */
export interface FollowedBranch {
  folder: BoundFolder;
  session: FolderSession;
  engine: SyncEngine;
  branchName: string;
}

/** Undefined while the session of the folder is not open or follows no branch. */
export function followedBranchOf(folder: BoundFolder): FollowedBranch | undefined {
  const session = folder.session.value;
  const engine = session?.sync.value;
  const branchName = session?.branchName;
  return session && engine && branchName !== undefined ? { folder, session, engine, branchName } : undefined;
}

/** Calls `enter` for each folder that follows a dev branch, and again when it follows another branch. */
export function forEachFollowedBranch(
  folders: Folders,
  enter: (followed: FollowedBranch, lifetime: Lifetime) => void,
): Disposable {
  return forEachSession(folders, (session, folder, whileOpen) => {
    whileOpen.add(
      forCurrent(session.sync, (_engine, whileFollowed) => {
        const followed = followedBranchOf(folder);
        if (followed) enter(followed, whileFollowed);
      }),
    );
  });
}
