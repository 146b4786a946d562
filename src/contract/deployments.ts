/** Deployments with their environments, versions, settings, builds, logs, pods and variables. Spec: groups A and B. */

import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { record } from './record.ts';
import { cursorPaging, DeploymentId, flag, listResponse, offsetPaging, Success, Timestamp } from './shapes.ts';

export const deploymentPath = z.strictObject({ deploymentId: DeploymentId });

export const Deployment = z.looseObject({
  id: DeploymentId,
  name: z.string(),
  created_at: z.nullish(Timestamp),
  /** Base address of the deployment's data API; null until the first build. */
  deploymentUrl: z.nullish(z.string()),
});
export type Deployment = z.output<typeof Deployment>;

const EnvironmentType = z.enum(['production', 'staging', 'development']);

const RestCredentials = z.looseObject({ url: z.nullish(z.string()) });
const SqlCredentials = z.looseObject({ host: z.nullish(z.string()), port: z.nullish(z.number()) });

export const Environment = z.looseObject({
  id: z.union([z.string(), z.number()]),
  name: z.string(),
  type: z.string(),
  api_credentials: z.nullish(
    z.union([
      z.looseObject({ rest: z.nullish(RestCredentials), sql: z.nullish(SqlCredentials) }),
      z.array(
        z.looseObject({
          type: z.string(),
          url: z.nullish(z.string()),
          host: z.nullish(z.string()),
          port: z.nullish(z.number()),
        }),
      ),
    ]),
  ),
});
export type Environment = z.output<typeof Environment>;

export const DeploymentVersion = z.looseObject({
  releaseChannelVersion: z.string(),
  version: z.string(),
  releaseChannel: z.nullish(z.string()),
  isLatestInChannel: z.nullish(z.boolean()),
  isCurrent: z.nullish(z.boolean()),
});
export type DeploymentVersion = z.output<typeof DeploymentVersion>;

const settingsFields = {
  cloudProvider: z.enum(['svccloud', 'aws', 'gcp']),
  creationMethod: z.enum(['upload', 'svccloud', 'github', 'ssh']),
  deployMode: z.enum(['git', 'cli']),
  region: z.string(),
  releaseChannel: z.string(),
  releaseChannelVersion: z.string(),
  releaseChannelVersionHold: z.boolean(),
  template: z.string(),
  templateVariables: record(z.string(), z.unknown()),
  defaultLaunchpadViewGroup: z.string(),
  launchpadTabs: z.array(z.string()),
};

/** Lenient: a newer server may name providers, methods or modes that are unknown here. */
export const DeploymentSettings = z.looseObject({
  cloudProvider: z.nullish(z.string()),
  creationMethod: z.nullish(z.string()),
  deployMode: z.nullish(z.string()),
  region: z.nullish(z.string()),
  releaseChannel: z.nullish(z.string()),
  releaseChannelVersion: z.nullish(z.string()),
  releaseChannelVersionHold: z.optional(z.unknown()),
  template: z.nullish(z.string()),
  templateVariables: z.nullish(record(z.string(), z.unknown())),
  defaultLaunchpadViewGroup: z.nullish(z.string()),
  launchpadTabs: z.optional(z.unknown()),
  repoType: z.nullish(z.string()),
  /** Name of the production branch; the list of branches does not mark it. */
  deployBranchName: z.nullish(z.string()),
  deployBranchReadOnly: z.nullish(z.boolean()),
  deployBranchMergeAllowed: z.nullish(z.boolean()),
  deployProjectRoot: z.nullish(z.string()),
  deploymentUrl: z.nullish(z.string()),
});
export type DeploymentSettings = z.output<typeof DeploymentSettings>;

export const CreateDeploymentInput = z.strictObject({
  name: z.string().check(z.minLength(1)),
  cloudProvider: z.optional(settingsFields.cloudProvider),
  creationMethod: z.optional(settingsFields.creationMethod),
  deployMode: z.optional(settingsFields.deployMode),
  region: z.optional(settingsFields.region),
  /** `CspsConfigInput`: its fields are not specified. */
  csps: z.optional(record(z.string(), z.unknown())),
});

/** A partial merge; secrets and the container image cannot be set here. */
export const UpdateDeploymentInput = z.partial(z.strictObject(settingsFields));

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

export const EnvVariable = z.looseObject({ name: z.string(), value: z.nullish(z.string()) });
export type EnvVariable = z.output<typeof EnvVariable>;

/** The server returns this instead of the value of a secret variable, and does not accept it as a value. */
export const encryptedPlaceholder = '[ENCRYPTED]';

export const Region = z.looseObject({
  id: z.union([z.string(), z.number()]),
  name: z.string(),
  title: z.nullish(z.string()),
  provider: z.nullish(z.string()),
  isPublic: z.nullish(z.boolean()),
  isDedicated: z.nullish(z.boolean()),
  isHybrid: z.nullish(z.boolean()),
});

const unknownVersion = { status: 400, when: '`releaseChannelVersion` is not on the list of versions' };

export const deploymentOperations = {
  listDeployments: operation({
    id: 'listDeployments',
    group: 'A',
    method: 'GET',
    path: '/api/v1/deployments',
    summary: 'List the deployments this credential can see',
    query: z.strictObject(offsetPaging),
    response: listResponse(Deployment, 'deployments'),
    list: { item: Deployment, key: 'deployments', paging: ['offset'] },
  }),
  listEnvironments: operation({
    id: 'listEnvironments',
    group: 'A',
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/environments',
    summary: 'List a deployment’s environments; staging environments only while the flag of their branch is on',
    params: deploymentPath,
    query: z.strictObject({ type: z.optional(EnvironmentType), ...offsetPaging, ...cursorPaging }),
    response: listResponse(Environment, 'environments'),
    list: { item: Environment, key: 'environments', paging: ['offset', 'cursor'] },
  }),
  listVersions: operation({
    id: 'listVersions',
    group: 'A',
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/versions',
    summary: 'List the head of each update channel and the older versions the account has run',
    params: deploymentPath,
    response: listResponse(DeploymentVersion),
    list: { item: DeploymentVersion, paging: [] },
  }),
  createDeployment: operation({
    id: 'createDeployment',
    group: 'B',
    method: 'POST',
    path: '/build/api/v1/deployments/',
    summary: 'Create a deployment',
    body: CreateDeploymentInput,
    response: Deployment,
  }),
  getDeployment: operation({
    id: 'getDeployment',
    group: 'B',
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}',
    summary: 'Read one deployment',
    params: deploymentPath,
    response: Deployment,
  }),
  updateDeployment: operation({
    id: 'updateDeployment',
    group: 'B',
    method: 'PUT',
    path: '/api/v1/deployments/{deploymentId}',
    summary: 'Merge settings into a deployment; template variables merge key by key',
    params: deploymentPath,
    body: UpdateDeploymentInput,
    response: Deployment,
    failures: [unknownVersion],
  }),
  deleteDeployment: operation({
    id: 'deleteDeployment',
    group: 'B',
    method: 'DELETE',
    path: '/api/v1/deployments/{deploymentId}',
    summary: 'Delete a deployment',
    params: deploymentPath,
    response: Success,
  }),
  getDeploymentSettings: operation({
    id: 'getDeploymentSettings',
    group: 'B',
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/settings',
    summary: 'Read a deployment’s settings, without secrets',
    params: deploymentPath,
    response: DeploymentSettings,
  }),
  getBuildStatus: operation({
    id: 'getBuildStatus',
    group: 'B',
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/build-status',
    summary: 'Read the state of a branch’s build; without a branch, of the open dev branch or production',
    params: deploymentPath,
    query: z.strictObject({ branchName: z.optional(z.string()), wait: z.optional(flag) }),
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
    response: listResponse(LogLine),
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
    response: listResponse(Pod),
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
    response: listResponse(EnvVariable),
    list: { item: EnvVariable, paging: ['cursor'] },
  }),
  setEnvVars: operation({
    id: 'setEnvVars',
    group: 'B',
    method: 'PUT',
    path: '/api/v1/deployments/{deploymentId}/env-vars',
    summary: 'Add or replace environment variables; they take effect on the next build',
    params: deploymentPath,
    body: z.strictObject({
      env_variables: z.array(
        z.strictObject({ name: z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/)), value: z.string() }),
      ),
    }),
    response: Success,
    idempotent: true,
    failures: [{ status: 400, when: 'a name is not an identifier, or a value is the placeholder of a secret' }],
  }),
  createDeploymentToken: operation({
    id: 'createDeploymentToken',
    group: 'B',
    method: 'POST',
    path: '/api/v1/deployments/{deploymentId}/token',
    summary: 'Issue a token for the deployment’s data APIs',
    params: deploymentPath,
    body: z.optional(z.strictObject({ expiresIn: z.optional(z.int().check(z.minimum(60), z.maximum(86_400))) })),
    response: z.looseObject({ cubeApiToken: z.nullish(z.string()), token: z.nullish(z.string()) }),
    idempotent: true,
    failures: [{ status: 400, when: '`expiresIn` is outside 60 to 86400 seconds' }],
  }),
  listRegions: operation({
    id: 'listRegions',
    group: 'B',
    method: 'GET',
    path: '/api/v1/regions/',
    summary: 'List the regions a deployment may run in',
    query: z.strictObject(cursorPaging),
    response: listResponse(Region),
    list: { item: Region, paging: ['cursor'] },
  }),
  getSpec: operation({
    id: 'getSpec',
    group: 'B',
    method: 'GET',
    path: '/api/v1/spec',
    summary: 'Read the OpenAPI 3.1 document of the running server',
    response: z.looseObject({ openapi: z.string(), paths: record(z.string(), z.unknown()) }),
  }),
};
