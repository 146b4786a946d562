/** Old bytes of files that synchronisation replaced or removed, kept for at least seven days. */

import type { Hash } from './tree.ts';

export interface TrashEntry {
  id: string;
  /** Where the bytes were, relative to the project folder. */
  path: string;
  hash: Hash;
  /** Milliseconds since the epoch. */
  when: number;
  /** Why they went: replaced or removed by a pull, given up in a conflict, replaced by a restore. */
  reason: string;
  /** Whose bytes they were. */
  side: 'local' | 'remote';
}
