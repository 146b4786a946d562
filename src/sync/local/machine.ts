/** The computer and the process that synchronise; a test replaces them. */

import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { isProcessAlive } from '../../base/process.ts';
import type { Disk } from '../disk/disk.ts';
import { NodeDisk } from '../disk/nodeDisk.ts';
import type { WatchSource } from './watchFolder.ts';

export interface Machine {
  disk: Disk;
  newId: () => string;
  pid: number;
  host: string;
  isAlive: (pid: number) => boolean;
  /** Default: `watchFolder`. */
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
