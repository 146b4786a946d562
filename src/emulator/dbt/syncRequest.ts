/** The request that starts a dbt sync. */

import type { Author } from '../git/repository.ts';
import type { DbtRunRecord } from '../records/dbtRecord.ts';
import type { Manifest } from './manifestSchema.ts';

export interface DbtRepository {
  /** `owner/name`. */
  name: string;
  gitdir: string;
  /** A branch or tag; undefined: the default branch. */
  ref: string | undefined;
}

type SyncSource = { manifest: Manifest } | { repository: DbtRepository };

export interface SyncRequest {
  source: SyncSource;
  output: DbtRunRecord['output'];
  /** The branch that the new one is for. */
  target: string;
  user: { id: number; email: string };
  author: Author;
}
