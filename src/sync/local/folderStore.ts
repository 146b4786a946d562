/** Everything synchronisation stores on this machine about one folder. */

import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { FolderLock, lockFolderOf } from '../../base/folderLock.ts';
import { hashOf } from '../../base/hash.ts';
import type { Machine } from '../../base/machine.ts';
import { Filter, ignoreFileName } from '../plan/filter.ts';
import type { SyncTarget } from '../plan/syncTarget.ts';
import { BaseStore } from '../state/baseStore.ts';
import { ContentStore } from '../state/contentStore.ts';
import { Journal } from '../state/journal.ts';
import { HashCache } from './hashCache.ts';
import { LocalFolder } from './localFolder.ts';
import { Trash } from './trash.ts';

export interface FolderStore {
  /** The project folder without symbolic links, POSIX separators. */
  root: string;
  folder: LocalFolder;
  base: BaseStore;
  contents: ContentStore;
  trash: Trash;
  journal: Journal;
  lock: FolderLock;
  /** The current filter; `loadFilter` reads the ignore file again. */
  filter(): Filter;
  loadFilter(): Promise<Filter>;
  /** Deletes unused contents, at most once a day, and not after a pause of more than a week. */
  sweep(now: number): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;
/** After a longer pause nothing is deleted until the next sweep: the clock may be wrong. */
const maxPauseMs = 7 * dayMs;
/** Contents that base and trash do not use are kept this long, because the base of another branch may use them. */
const keepMs = 30 * dayMs;

/** The trash of a folder, which all its branches and programs share. */
export async function openTrash(projectFolder: string, storageFolder: string, clock: Clock, machine: Machine) {
  const { disk, newId } = machine;
  const root = ((await disk.resolve(projectFolder)) ?? projectFolder).replace(/\\/g, '/');
  const ownFolder = join(storageFolder, 'sync', hashOf(Buffer.from(root)).slice(0, 16));
  const contents = new ContentStore(disk, join(ownFolder, 'contents'), newId);
  return { root, ownFolder, contents, trash: new Trash({ disk, folder: ownFolder, contents, clock, newId }) };
}

export async function openStore(
  target: SyncTarget,
  storageFolder: string,
  clock: Clock,
  machine: Machine,
): Promise<FolderStore> {
  const { disk, newId } = machine;
  const { modelFolder } = target;
  const { root, ownFolder, contents, trash } = await openTrash(target.projectFolder, storageFolder, clock, machine);
  // The lock removes its own folder, so this one is made here.
  await disk.makeFolder(ownFolder);
  const locks = (await machine.lockFolder?.()) ?? join(storageFolder, 'locks');
  const cache = new HashCache(disk, ownFolder, newId);
  let ignoreText = '';
  let filter = new Filter({ modelFolder });
  const key = {
    origin: target.origin,
    deployment: String(target.deploymentId),
    branch: target.branchName,
    folder: root,
    algorithm: 'sha1',
  } as const;
  const base = new BaseStore(disk, join(ownFolder, 'bases'), key, newId);
  return {
    root,
    folder: new LocalFolder({ disk, root, filter: () => filter, cache, trash, clock, newId }),
    base,
    contents,
    trash,
    journal: new Journal(disk, ownFolder),
    lock: new FolderLock({ ...machine, folder: lockFolderOf(root, locks), clock }),
    filter: () => filter,
    loadFilter: async () => {
      const text = Buffer.from((await disk.read(`${root}/${ignoreFileName}`))?.bytes ?? []).toString('utf8');
      if (text !== ignoreText) {
        ignoreText = text;
        filter = new Filter({ modelFolder, ignoreText });
      }
      return filter;
    },
    sweep: async (now) => {
      const marker = join(ownFolder, 'swept');
      const last = await disk.stat(marker);
      const pause = now - (last?.mtimeMs ?? 0);
      if (last && pause < dayMs) return;
      if (last && pause <= maxPauseMs) {
        const kept = (await trash.entries()).map(({ hash }) => hash);
        await base.load(filter.fingerprint);
        await contents.sweep(new Set([...base.lastKnown.values(), ...kept]), now - keepMs);
      }
      await disk.remove(marker);
      await disk.makeFolder(ownFolder);
      await disk.append(marker, new Uint8Array(), { sync: false });
    },
  };
}
