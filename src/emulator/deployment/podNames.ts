/** Names of the pods that run a build of a branch. */

import { createHash } from 'node:crypto';
import type { BranchRecord, DeploymentRecord } from '../records/platformRecord.ts';

interface PodNames {
  api: string;
  worker: string;
}

export function podNames({ id }: DeploymentRecord, branch: BranchRecord, jobId: number): PodNames {
  const revision = createHash('sha1').update(`${id}/${branch.id}/${jobId}`).digest('hex');
  const stem = branch.parent === null ? `deployment-${id}` : `deployment-${id}-branch-${branch.id}`;
  return {
    api: `${stem}-api-${revision.slice(0, 8)}-${revision.slice(8, 13)}`,
    worker: `${stem}-worker-${revision.slice(0, 8)}-${revision.slice(13, 18)}`,
  };
}
