/** The pods that run a deployment: those of the serving build, and those of a build that is starting or has failed. */

import type { Pod } from '../../contract/deployments/runtime.ts';
import type { BranchRecord } from '../records/platformRecord.ts';
import type { Builds } from './builds.ts';
import type { DeploymentState } from './deploymentState.ts';
import { podNames } from './podNames.ts';

const containers = {
  api: ['INIT', 'MAIN', 'cubejs-server', 'vector', 'api-proxy'],
  worker: ['INIT', 'MAIN', 'cubejs-server', 'vector'],
};

export function podsOf(deployment: DeploymentState, builds: Builds): Pod[] {
  return deployment.record.branches.flatMap((branch) => {
    if (builds.mode(branch) === undefined || branch.build?.status === 'stopped') return [];
    const serving = branch.served ? pods(deployment, branch, branch.served.jobId, 'Running', 0) : [];
    const { build } = branch;
    if (!build || build.jobId === branch.served?.jobId || build.status === 'cancelled') return serving;
    const [status, restarts] =
      build.status === 'failed' ? (['CrashLoopBackOff', 1] as const) : (['Pending', 0] as const);
    return [...serving, ...pods(deployment, branch, build.jobId, status, restarts)];
  });
}

function pods(
  { record }: DeploymentState,
  branch: BranchRecord,
  jobId: number,
  status: string,
  restartCount: number,
): Pod[] {
  const names = podNames(record, branch, jobId);
  return (['api', 'worker'] as const).map((type) => ({
    name: names[type],
    status,
    type,
    ready: status === 'Running',
    restartCount,
    containers: [...containers[type]],
  }));
}
