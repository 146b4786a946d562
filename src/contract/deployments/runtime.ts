/** The runtime of a deployment: builds, logs, pods, environment variables, tokens of the data APIs. Spec: group B. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import type { Permission } from '../definition/permissions.ts';
import { cursorPaging, DeploymentId, flag, listResponse, Success, Timestamp } from '../definition/shapes.ts';
import { deploymentPath } from './deployments.ts';

export const BuildStatus = z.looseObject({
  deploymentId: z.nullish(DeploymentId),
  branchName: z.nullish(z.string()),
  mode: z.nullish(z.string()),
  /**
   * `built`, `building`, `warmup`, `failed`, `cancelled`, `stopped`, `none` or `dev_mode`. An unknown value means that the build
   * is still running.
   */
  status: z.string(),
  errorText: z.nullish(z.string()),
  buildJobId: z.nullish(z.union([z.string(), z.number()])),
  deploymentStatus: z.nullish(z.string()),
  filesHash: z.nullish(z.string()),
  lastHash: z.nullish(z.string()),
  updatedAt: z.nullish(Timestamp),
});
export type BuildStatus = z.output<typeof BuildStatus>;

export const LogLine = z.looseObject({
  pod: z.nullish(z.string()),
  date: z.nullish(z.string()),
  message: z.string(),
});
export type LogLine = z.output<typeof LogLine>;

export const logContainers = ['INIT', 'MAIN', 'cubejs-server', 'vector', 'api-proxy'] as const;

export const Pod = z.looseObject({
  name: z.string(),
  status: z.nullish(z.string()),
  type: z.nullish(z.string()),
  ready: z.nullish(z.boolean()),
  restartCount: z.nullish(z.number()),
  containers: z.nullish(z.array(z.string())),
});
export type Pod = z.output<typeof Pod>;

const EnvVariable = z.looseObject({ name: z.string(), value: z.nullish(z.string()) });
export type EnvVariable = z.output<typeof EnvVariable>;

const SetEnvVariablesInput = z.strictObject({
  env_variables: z.array(
    z.strictObject({ name: z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/)), value: z.string() }),
  ),
});

const CreateDeploymentTokenInput = z.strictObject({
  /** Seconds. */
  expiresIn: z.optional(z.int().check(z.minimum(60), z.maximum(86_400))),
});

const DeploymentLogsResponse = listResponse(LogLine);
const DeploymentPodsResponse = listResponse(Pod);
const EnvVariablesListResponse = listResponse(EnvVariable);

/** By the names of the specification, for the OpenAPI document. */
export const runtimeSchemas = {
  BuildStatusResponse: BuildStatus,
  CreateDeploymentTokenInput,
  DeploymentLogLine: LogLine,
  DeploymentLogsResponse,
  DeploymentPod: Pod,
  DeploymentPodsResponse,
  EnvVariableItem: EnvVariable,
  EnvVariablesListResponse,
  SetEnvVariablesInput,
};

/** A variable may be a secret, and the model reads it. */
const manageVariables: Permission = { any: ['SecretsManage', 'SchemaUpdate'] };

export const runtimeOperations = {
  getBuildStatus: operation({
    id: 'getBuildStatus',
    group: 'B',
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/build-status',
    summary: 'Read the state of a branch’s build; without a branch, of the open dev branch or production',
    params: deploymentPath,
    query: z.strictObject({ branchName: z.optional(z.string()), wait: z.optional(flag) }),
    permission: { all: ['DeploymentRead'] },
    response: BuildStatus,
    failures: [{ status: 400, when: '`wait` is used with an empty branch' }],
  }),
  listLogs: operation({
    id: 'listLogs',
    group: 'B',
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/logs',
    summary: 'Read the tail of a deployment’s logs',
    params: deploymentPath,
    query: z.strictObject({
      source: z.optional(z.enum(['production', 'dev'])),
      container: z.optional(z.enum(logContainers)),
      pod: z.optional(z.string()),
      ...cursorPaging,
    }),
    permission: { all: ['DeploymentRead'] },
    response: DeploymentLogsResponse,
    list: { item: LogLine, paging: ['cursor'] },
  }),
  listPods: operation({
    id: 'listPods',
    group: 'B',
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/pods',
    summary: 'List the pods that run a deployment',
    params: deploymentPath,
    query: z.strictObject(cursorPaging),
    permission: { all: ['DeploymentRead'] },
    response: DeploymentPodsResponse,
    list: { item: Pod, paging: ['cursor'] },
  }),
  listEnvVars: operation({
    id: 'listEnvVars',
    group: 'B',
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/env-vars',
    summary: 'List environment variables; secret values come back as a placeholder',
    params: deploymentPath,
    query: z.strictObject(cursorPaging),
    permission: manageVariables,
    response: EnvVariablesListResponse,
    list: { item: EnvVariable, paging: ['cursor'] },
  }),
  setEnvVars: operation({
    id: 'setEnvVars',
    group: 'B',
    method: 'PUT',
    changes: 'resource',
    path: '/api/v1/deployments/{deploymentId}/env-vars',
    summary: 'Add or replace environment variables; they take effect on the next build',
    params: deploymentPath,
    body: SetEnvVariablesInput,
    permission: manageVariables,
    response: Success,
    idempotent: true,
    failures: [{ status: 400, when: 'a name is not an identifier, or a value is the placeholder of a secret' }],
  }),
  createDeploymentToken: operation({
    id: 'createDeploymentToken',
    group: 'B',
    method: 'POST',
    changes: 'nothing',
    path: '/api/v1/deployments/{deploymentId}/token',
    summary: 'Issue a token for the deployment’s data APIs',
    params: deploymentPath,
    body: z.optional(CreateDeploymentTokenInput),
    permission: { all: ['DeploymentRead'] },
    response: z.looseObject({ cubeApiToken: z.nullish(z.string()), token: z.nullish(z.string()) }),
    idempotent: true,
    failures: [{ status: 400, when: '`expiresIn` is outside 60 to 86400 seconds' }],
  }),
};
