/** Everything synchronisation keeps on this machine about one folder, put together. */

import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive } from '../base/process.ts';
import type { Clock } from './disk/clock.ts';
import type { Disk } from './disk/disk.ts';
import { FolderLock } from './disk/lock.ts';
import { NodeDisk } from './disk/nodeDisk.ts';
import { HashCache } from './local/hashCache.ts';
import { LocalFolder } from './local/localFolder.ts';
import { Trash } from './local/trash.ts';
import type { WatchSource } from './local/watch.ts';
import { Filter, ignoreFileName } from './plan/filter.ts';
import { hashOf } from './plan/tree.ts';
import { BaseStore } from './state/baseStore.ts';
import { ContentStore } from './state/contentStore.ts';
import { Journal } from './state/journal.ts';

/** What belongs to the machine and the process; a test brings its own. */
export interface Machine {
  disk: Disk;
  newId: () => string;
  pid: number;
  host: string;
  isAlive: (pid: number) => boolean;
  /** Default: the real disk's. */
  watch?: WatchSource;
}

export function thisMachine(): Machine {
  return {
    disk: new NodeDisk(),
    newId: () => randomBytes(4).toString('hex'),
    pid: process.pid,
    host: hostname(),
    isAlive: isProcessAlive,
  };
}

export interface StoreTarget {
  origin: string;
  deploymentId: string | number;
  branchName: string;
  projectFolder: string;
  modelFolder: string;
}

export interface FolderStore {
  /** The project folder without symbolic links, POSIX separators. */
  root: string;
  folder: LocalFolder;
  base: BaseStore;
  contents: ContentStore;
  trash: Trash;
  journal: Journal;
  lock: FolderLock;
  /** The filter in force; `loadFilter` reads the ignore file anew. */
  filter(): Filter;
  loadFilter(): Promise<Filter>;
  /** Lets go of contents nobody refers to any more, at most once a day. */
  sweep(now: number): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;
/** What neither the base nor the trash refers to is kept this long all the same: another branch's base may. */
const keepMs = 30 * dayMs;

export async function openStore(
  target: StoreTarget,
  storageFolder: string,
  clock: Clock,
  machine: Machine,
): Promise<FolderStore> {
  const { disk, newId } = machine;
  const { modelFolder } = target;
  const root = ((await disk.resolve(target.projectFolder)) ?? target.projectFolder).replace(/\\/g, '/');
  const own = join(storageFolder, 'sync', hashOf(Buffer.from(root)).slice(0, 16));
  const contents = new ContentStore(disk, join(own, 'contents'), newId);
  const trash = new Trash({ disk, folder: own, contents, clock, newId });
  const cache = new HashCache(disk, own, newId);
  let ignoreText = '';
  let filter = new Filter({ modelFolder });
  const key = {
    origin: target.origin,
    deployment: String(target.deploymentId),
    branch: target.branchName,
    folder: root,
    algorithm: 'sha1',
  } as const;
  const base = new BaseStore(disk, join(own, 'bases'), key, newId);
  return {
    root,
    folder: new LocalFolder({ disk, root, filter: () => filter, cache, trash, clock, newId }),
    base,
    contents,
    trash,
    journal: new Journal(disk, own),
    lock: new FolderLock({ ...machine, folder: own, clock }),
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
      const mark = join(own, 'swept');
      const last = await disk.stat(mark);
      if (last && now - last.mtimeMs < dayMs) return;
      if (last) {
        const kept = (await trash.entries()).map(({ hash }) => hash);
        await base.load(filter.fingerprint);
        await contents.sweep(new Set([...base.lastKnown.values(), ...kept]), now - keepMs);
        await disk.remove(mark);
      }
      await disk.makeFolder(own);
      await disk.append(mark, new Uint8Array(), { sync: false });
    },
  };
}
