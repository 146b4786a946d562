/** The phases of a sync. Notes: “dbt sync”. */

import type { DbtRunRecord } from '../records/dbtRecord.ts';

export type SyncPhase =
  | 'INITIALIZING'
  | 'CREATING_SANDBOX'
  | 'UPLOADING_PROJECT'
  | 'INSTALLING_DEPENDENCIES'
  | 'RUNNING_DBT_DEPS'
  | 'COMPILING_DBT'
  | 'PROCESSING_MANIFEST'
  | 'WRITING_CUBE_FILES'
  | 'FINALIZING';

/** A manifest needs no repository and no sandbox. Spec: rules of group D. */
const phasesBySource: Readonly<Record<DbtRunRecord['source'], readonly SyncPhase[]>> = {
  git: [
    'INITIALIZING',
    'CREATING_SANDBOX',
    'UPLOADING_PROJECT',
    'INSTALLING_DEPENDENCIES',
    'RUNNING_DBT_DEPS',
    'COMPILING_DBT',
    'PROCESSING_MANIFEST',
    'WRITING_CUBE_FILES',
    'FINALIZING',
  ],
  manifest: ['INITIALIZING', 'PROCESSING_MANIFEST', 'WRITING_CUBE_FILES', 'FINALIZING'],
};

/** The share of completed phases. */
export function percentComplete({ source, status, phases }: DbtRunRecord): number {
  if (status === 'COMPLETED') return 100;
  const completed = phases.filter(({ outcome }) => outcome === 'completed').length;
  return Math.floor((100 * completed) / phasesBySource[source].length);
}
