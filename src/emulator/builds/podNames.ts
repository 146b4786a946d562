/** Names of the pods that run a build of a branch. */

import { createHash } from 'node:crypto';
import type { BranchRecord, DeploymentRecord } from '../records/platformRecord.ts';

interface PodNames {
  api: string;
  worker: string;
}

/** Every log line needs the names, so the last ones of each branch are kept. */
const known = new WeakMap<BranchRecord, { jobId: number; names: PodNames }>();

export function podNames({ id }: DeploymentRecord, branch: BranchRecord, jobId: number): PodNames {
  const last = known.get(branch);
  if (last?.jobId === jobId) return last.names;
  const revision = createHash('sha1').update(`${id}/${branch.id}/${jobId}`).digest('hex');
  const stem = branch.parent === null ? `deployment-${id}` : `deployment-${id}-branch-${branch.id}`;
  const names = {
    api: `${stem}-api-${revision.slice(0, 8)}-${revision.slice(8, 13)}`,
    worker: `${stem}-worker-${revision.slice(0, 8)}-${revision.slice(13, 18)}`,
  };
  known.set(branch, { jobId, names });
  return names;
}
