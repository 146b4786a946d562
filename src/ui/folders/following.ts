/** Lifetimes that follow observables: what is made for a value ends when the value changes. Knows no surface. */

import type { Observable } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import type { BoundFolder, Folders } from '../../session/folders.ts';
import type { SyncEngine } from '../../sync/syncEngine.ts';

/** Calls `enter` with the value now and after each change; what it adds to its lifetime ends with the value. */
export function forCurrent<T>(
  source: Observable<T | undefined>,
  enter: (value: T, lifetime: Lifetime) => void,
): Disposable {
  const whole = new Lifetime();
  let current: Lifetime | undefined;
  const follow = (value: T | undefined) => {
    if (current) whole.release(current);
    current = undefined;
    if (value === undefined || whole.disposed) return;
    current = whole.add(new Lifetime());
    enter(value, current);
  };
  whole.add(source.onChange(follow));
  follow(source.value);
  return whole;
}

/** Calls `enter` once for each item as long as it stays in the list. */
export function forEachItem<T extends object>(
  source: Observable<readonly T[]>,
  enter: (item: T, lifetime: Lifetime) => void,
): Disposable {
  const whole = new Lifetime();
  const known = new Map<T, Lifetime>();
  const follow = (items: readonly T[]) => {
    for (const [item, lifetime] of known) {
      if (items.includes(item)) continue;
      known.delete(item);
      whole.release(lifetime);
    }
    for (const item of items) {
      if (known.has(item)) continue;
      const lifetime = whole.add(new Lifetime());
      known.set(item, lifetime);
      enter(item, lifetime);
    }
  };
  whole.add(source.onChange(follow));
  follow(source.value);
  return whole;
}

export function forEachSession(
  folders: Folders,
  enter: (session: FolderSession, folder: BoundFolder, lifetime: Lifetime) => void,
): Disposable {
  return forEachItem(folders.list, (folder, whileBound) => {
    whileBound.add(forCurrent(folder.session, (session, whileOpen) => enter(session, folder, whileOpen)));
  });
}

/** What a folder and the dev branch it follows are to a surface. */
export interface Followed {
  folder: BoundFolder;
  session: FolderSession;
  engine: SyncEngine;
  /** Name of the dev branch. */
  branch: string;
}

/** What the folder follows at this moment; undefined while its session is not open or follows no branch. */
export function followedBy(folder: BoundFolder): Followed | undefined {
  const session = folder.session.value;
  const engine = session?.sync.value;
  const branch = session?.branchName;
  return session && engine && branch !== undefined ? { folder, session, engine, branch } : undefined;
}

/** Calls `enter` for each folder that follows a dev branch, as long as it follows that one. */
export function forEachEngine(folders: Folders, enter: (followed: Followed, lifetime: Lifetime) => void): Disposable {
  return forEachSession(folders, (session, folder, whileOpen) => {
    whileOpen.add(
      forCurrent(session.sync, (_engine, whileFollowed) => {
        const followed = followedBy(folder);
        if (followed) enter(followed, whileFollowed);
      }),
    );
  });
}
