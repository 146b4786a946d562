/** Deployments with their environments, versions, settings and regions. Spec: groups A and B. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { record } from '../definition/record.ts';
import { cursorPaging, DeploymentId, listResponse, offsetPaging, Timestamp } from '../definition/shapes.ts';

export const deploymentPath = z.strictObject({ deploymentId: DeploymentId });

export const Deployment = z.looseObject({
  id: DeploymentId,
  name: z.string(),
  created_at: z.nullish(Timestamp),
  /** Base address of the deployment's data API; null until the first build. */
  deploymentUrl: z.nullish(z.string()),
  /** How far its creation is: one of `creationSteps`, or a newer one. */
  creationStep: z.nullish(z.string()),
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

const DeploymentVersion = z.looseObject({
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

/** Its fields are not specified. */
const CspsConfigInput = record(z.string(), z.unknown());

const CreateDeploymentInput = z.strictObject({
  name: z.string().check(z.minLength(1)),
  cloudProvider: z.optional(settingsFields.cloudProvider),
  creationMethod: z.optional(settingsFields.creationMethod),
  deployMode: z.optional(settingsFields.deployMode),
  region: z.optional(settingsFields.region),
  csps: z.optional(CspsConfigInput),
});

/** A partial merge; secrets and the container image cannot be set here. */
export const UpdateDeploymentInput = z.partial(z.strictObject(settingsFields));

const Region = z.looseObject({
  id: z.union([z.string(), z.number()]),
  name: z.string(),
  title: z.nullish(z.string()),
  provider: z.nullish(z.string()),
  isPublic: z.nullish(z.boolean()),
  isDedicated: z.nullish(z.boolean()),
  isHybrid: z.nullish(z.boolean()),
});

export type Region = z.output<typeof Region>;
const RegionsListResponse = listResponse(Region);
const DeploymentDeleteResponse = z.looseObject({ success: z.nullish(z.boolean()) });

const unknownRegion = { status: 400, when: '`region` is not on the list of regions' };
const unknownVersion = { status: 400, when: '`releaseChannelVersion` is not on the list of versions' };

/** By the names of the specification, for the OpenAPI document. */
export const deploymentSchemas = {
  CreateDeploymentInput,
  CspsConfigInput,
  Deployment,
  DeploymentDeleteResponse,
  DeploymentSettings,
  DeploymentVersion,
  Environment,
  RegionResponse: Region,
  RegionsListResponse,
  UpdateDeploymentInput,
};

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
    permission: { all: ['DeploymentRead'] },
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
    query: z.strictObject(cursorPaging),
    permission: { all: ['DeploymentRead'] },
    response: listResponse(DeploymentVersion),
    list: { item: DeploymentVersion, paging: ['cursor'] },
  }),
  createDeployment: operation({
    id: 'createDeployment',
    group: 'B',
    method: 'POST',
    changes: 'resource',
    path: '/build/api/v1/deployments/',
    summary: 'Create a deployment',
    body: CreateDeploymentInput,
    permission: { all: ['SchemaUpdate'] },
    response: Deployment,
    failures: [unknownRegion, { status: 400, when: '`csps` is given: there is no cloud provider to configure' }],
  }),
  getDeployment: operation({
    id: 'getDeployment',
    group: 'B',
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}',
    summary: 'Read one deployment',
    params: deploymentPath,
    permission: { all: ['DeploymentRead'] },
    response: Deployment,
  }),
  updateDeployment: operation({
    id: 'updateDeployment',
    group: 'B',
    method: 'PUT',
    changes: 'resource',
    path: '/api/v1/deployments/{deploymentId}',
    summary: 'Merge settings into a deployment; template variables merge key by key',
    params: deploymentPath,
    body: UpdateDeploymentInput,
    permission: { all: ['SchemaUpdate'] },
    response: Deployment,
    failures: [
      unknownVersion,
      unknownRegion,
      { status: 400, when: '`releaseChannelVersion` is not of the channel `releaseChannel`' },
    ],
  }),
  deleteDeployment: operation({
    id: 'deleteDeployment',
    group: 'B',
    method: 'DELETE',
    changes: 'resource',
    path: '/api/v1/deployments/{deploymentId}',
    summary: 'Delete a deployment',
    params: deploymentPath,
    permission: { all: ['SchemaUpdate'] },
    response: DeploymentDeleteResponse,
  }),
  getDeploymentSettings: operation({
    id: 'getDeploymentSettings',
    group: 'B',
    method: 'GET',
    path: '/api/v1/deployments/{deploymentId}/settings',
    summary: 'Read a deployment’s settings, without secrets',
    params: deploymentPath,
    permission: { all: ['DeploymentRead'] },
    response: DeploymentSettings,
  }),
  listRegions: operation({
    id: 'listRegions',
    group: 'B',
    method: 'GET',
    path: '/api/v1/regions/',
    summary: 'List the regions a deployment may run in',
    query: z.strictObject(cursorPaging),
    response: RegionsListResponse,
    list: { item: Region, paging: ['cursor'] },
  }),
  getSpec: operation({
    id: 'getSpec',
    group: 'B',
    method: 'GET',
    path: '/api/v1/spec',
    summary: 'Read the OpenAPI 3.1 document of the running server',
    response: z.looseObject({ openapi: z.string(), paths: record(z.string(), z.unknown()) }),
    cacheable: true,
  }),
};
