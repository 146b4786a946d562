/** How a deployment runs: build status, logs, pods, variables, data API tokens. Spec: group B; notes. */

import { encryptedPlaceholder } from '../../../contract/deployments/encryptedPlaceholder.ts';
import type { BuildStatus } from '../../../contract/deployments/runtime.ts';
import { resolveBranch } from '../../branches/devMode.ts';
import { podsOf } from '../../deployment/pods.ts';
import { signToken } from '../../deployment/tokens.ts';
import type { LiveDeployment } from '../../platform/liveDeployment.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { BranchRecord } from '../../records/platformRecord.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';

type RuntimeHandlers = Pick<
  Handlers,
  'getBuildStatus' | 'listLogs' | 'listPods' | 'listEnvVars' | 'setEnvVars' | 'createDeploymentToken'
>;

const secretName = /PASS|SECRET|TOKEN|KEY|CREDENTIAL/;
const day = 86_400;

export const runtimeHandlers: RuntimeHandlers = {
  getBuildStatus: async ({ deployment, caller, query, signal }) => {
    const { branchName, wait } = query;
    if (wait && !branchName) throw new HttpFailure(400, 'branchName: must not be empty with the wait option');
    const known = branchName ? deployment.branch(branchName) : resolveBranch(deployment, caller);
    if (!known) return inactive(deployment, branchName ?? '', 'Bad branch');
    if (deployment.builds.mode(known) === undefined) return inactive(deployment, known.name, 'Branch is not active');
    if (wait) await deployment.builds.waitUntilSettled(known, deployment.services.waitMs, signal);
    return statusOf(deployment, known);
  },

  listLogs: ({ deployment, query }) => {
    const lines = deployment.logs.read(
      ({ source, container, pod }) =>
        (query.source === undefined || source === query.source) &&
        (query.container === undefined || container === query.container) &&
        (query.pod === undefined || pod === query.pod),
    );
    // Old lines are dropped, so positions change; the cursor is the sequence number.
    const page = cursorPage(lines, query, ({ sequence }) => sequence);
    const items = page.items.map(({ pod, date, message }) => ({ pod, date, message }));
    return { ...page, items, data: items };
  },

  listPods: ({ deployment, query }) => cursorPage(podsOf(deployment, deployment.builds), query),

  listEnvVars: ({ deployment, query }) =>
    cursorPage(
      deployment.record.envVars.map(({ name, value }) => ({
        name,
        value: secretName.test(name) ? encryptedPlaceholder : value,
      })),
      query,
    ),

  setEnvVars: ({ deployment, body }) =>
    deployment.change(async () => {
      const { envVars } = deployment.record;
      const refused = body.env_variables.find(({ value }) => value === encryptedPlaceholder);
      if (refused) throw new HttpFailure(400, `The value of ${refused.name} is the placeholder of a secret`);
      for (const { name, value } of body.env_variables) {
        const known = envVars.find((entry) => entry.name === name);
        if (known) known.value = value;
        else envVars.push({ name, value });
      }
      return { success: true };
    }),

  createDeploymentToken: async ({ deployment, caller, body }) => {
    const issuedAt = Math.floor(deployment.services.clock() / 1000);
    const claims = { userId: caller.user.id, iat: issuedAt, exp: issuedAt + (body?.expiresIn ?? day) };
    return { cubeApiToken: await signToken(deployment.record, claims) };
  },
};

function statusOf(deployment: LiveDeployment, branch: BranchRecord): BuildStatus {
  const { build } = branch;
  return {
    deploymentId: deployment.record.id,
    branchName: branch.name,
    mode: deployment.builds.mode(branch) === 'production' ? 'production' : 'dev_mode',
    status: build?.status ?? 'none',
    errorText: build?.errorText ?? null,
    buildJobId: build?.jobId ?? null,
    deploymentStatus: branch.served ? 'running' : 'pending',
    filesHash: build?.filesHash ?? null,
    // The commit of the build: the branch may have a newer commit that is not built.
    lastHash: build?.lastHash ?? branch.head,
    updatedAt: build?.updatedAt ?? deployment.record.createdAt,
  };
}

function inactive(deployment: LiveDeployment, branchName: string, errorText: string): BuildStatus {
  return { deploymentId: deployment.record.id, branchName, mode: 'dev_mode', status: 'building', errorText };
}
