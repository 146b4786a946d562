/** The computer and the process that synchronise; a test replaces them. */

import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { isProcessAlive } from '../../base/process.ts';
import type { Disk } from '../disk/disk.ts';
import { userLockFolder } from '../disk/lockFolder.ts';
import { NodeDisk } from '../disk/nodeDisk.ts';
import type { WatchSource } from './watchFolder.ts';

export interface Machine {
  disk: Disk;
  newId: () => string;
  pid: number;
  host: string;
  isAlive: (pid: number) => boolean;
  /** The folder of this user's locks; undefined, the default: the storage folder of this program. */
  lockFolder?: () => Promise<string | undefined>;
  /** Default: `watchFolder`. */
  watch?: WatchSource;
}

export function thisMachine(): Machine {
  const disk = new NodeDisk();
  const newId = () => randomBytes(4).toString('hex');
  return {
    disk,
    newId,
    lockFolder: () => userLockFolder(disk, newId),
    pid: process.pid,
    host: hostname(),
    isAlive: isProcessAlive,
  };
}
