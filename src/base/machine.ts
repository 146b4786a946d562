/** The computer and the process of a program; a test replaces them. */

import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Disk } from './disk.ts';
import { userLockFolder } from './folderLock.ts';
import { NodeDisk } from './nodeDisk.ts';
import { patientDisk } from './patientDisk.ts';
import { isProcessAlive } from './process.ts';

export interface Machine {
  disk: Disk;
  newId: () => string;
  pid: number;
  host: string;
  isAlive: (pid: number) => boolean;
  /** The folder of this user's locks; undefined, the default: the storage folder of this program. */
  lockFolder?: () => Promise<string | undefined>;
}

export function thisMachine(): Machine {
  const disk = process.platform === 'win32' ? patientDisk(new NodeDisk()) : new NodeDisk();
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
