/** The history of what each synchronisation did, for a person to read. */

import type { HaltKind } from './halt.ts';
import type { Change } from './planTypes.ts';

export interface JournalEntry {
  /** Milliseconds since the epoch. */
  when: number;
  action: 'push' | 'pull' | 'resolve' | 'restore';
  branchName: string;
  planId: string;
  done: { path: string; direction: 'push' | 'pull'; change: Change; from?: string }[];
  conflicts: string[];
  halt?: { kind: HaltKind; message: string };
  verified: boolean;
  requests: number;
  ms: number;
}
