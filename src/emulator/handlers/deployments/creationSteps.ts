/** The creation of a deployment, step by step. Spec: group B; docs/emulator.md. */

import { commitEdits } from '../../branches/promotion.ts';
import { saveTree } from '../../branches/workTree.ts';
import { missingFor, nextSteps } from '../../deployment/creationSteps.ts';
import type { LiveDeployment } from '../../platform/liveDeployment.ts';
import type { Caller } from '../../platform/platform.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import { sampleProject } from '../../sample/sample.ts';
import type { Handlers } from '../definition/handler.ts';
import { toDeployment } from './deployments.ts';

export const creationStepHandlers: Pick<Handlers, 'advanceCreationStep' | 'resetCreationStep'> = {
  advanceCreationStep: ({ deployment, caller, body }) =>
    deployment.change(async () => {
      const { record, deployBranch } = deployment;
      const allowed = nextSteps(record);
      const next = body?.step ?? allowed[0];
      if (next === undefined || !allowed.includes(next)) {
        const steps = allowed.length === 0 ? 'there is no next step' : `the next step is ${allowed.join(' or ')}`;
        throw new HttpFailure(400, `step: the deployment is at the step '${record.creationStep}'; ${steps}`);
      }
      const hasFiles = (await deployment.tree(deployBranch)).size > 0;
      const missing = missingFor(record, hasFiles);
      if (missing) throw new HttpFailure(409, `The step '${record.creationStep}' is not finished: ${missing}`);
      record.creationStep = next;
      const answer = toDeployment(deployment);
      if (next === 'demo' && !hasFiles) await addDemoModel(deployment, caller);
      if (next === 'ready' && !deployBranch.build) await deployment.builds.queue(deployBranch);
      return answer;
    }),

  resetCreationStep: ({ deployment }) =>
    deployment.change(async () => {
      deployment.record.creationStep = 'project';
      return toDeployment(deployment);
    }),
};

/** The files of the sample, on the production branch. */
async function addDemoModel(deployment: LiveDeployment, caller: Caller): Promise<void> {
  const { deployBranch, repository } = deployment;
  const files = new Map<string, string>();
  for (const [path, bytes] of sampleProject()) files.set(path, await repository.writeFile(bytes));
  await saveTree(deployment, deployBranch, files);
  await commitEdits(deployment, caller, deployBranch, 'Demo model');
}
