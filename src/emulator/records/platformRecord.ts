/** The saved state of the platform: one JSON document. The files of branches are in the git repositories. */

import * as z from 'zod';
import { record } from '../../contract/definition/record.ts';
import { creationSteps } from '../../contract/deployments/creationSteps.ts';
import { AccountRecord, newAccountRecord } from './accountRecord.ts';
import { ContentRecord, emptyContentRecord } from './contentRecord.ts';
import { DbtRecord, emptyDbtRecord } from './dbtRecord.ts';
import { DirectoryRecord } from './directoryRecord.ts';
import { EmbedRecord, emptyEmbedRecord } from './embedRecord.ts';
import { IntegrationsRecord } from './integrationsRecord.ts';
import { MetricViewsRecord } from './metricViewsRecord.ts';
import { emptySignInRecord, SignInRecord } from './signInRecord.ts';

const Build = z.object({
  jobId: z.number(),
  /** The variables at its start. */
  env: z._default(record(z.string(), z.string()), {}),
  status: z.enum(['building', 'warmup', 'built', 'failed', 'cancelled', 'stopped']),
  errorText: z.string().nullable(),
  /** Id of the built tree. */
  filesHash: z.string(),
  lastHash: z.string(),
  updatedAt: z.string(),
});
export type BuildRecord = z.output<typeof Build>;

/** The build that serves queries: the last one that succeeded. */
const Served = z.object({
  jobId: z.number(),
  filesHash: z.string(),
  lastHash: z.string(),
  at: z.string(),
  env: record(z.string(), z.string()),
});

const Branch = z.object({
  id: z.number(),
  name: z.string(),
  /** Null for the production branch only. */
  parent: z.string().nullable(),
  /** Commit id. */
  head: z.string(),
  /** Id of the tree with the uncommitted edits; null without edits. Personal branches only. */
  work: z.string().nullable(),
  /** Owner of a personal branch; null for shared branches. */
  ownerId: z.number().nullable(),
  staging: z.boolean(),
  build: Build.nullable(),
  served: Served.nullable(),
});
export type BranchRecord = z.output<typeof Branch>;

/** A dev-mode session: the branch of a credential's requests that name none. */
const Session = z.object({ credentialId: z.number(), branch: z.string(), lastUsedAt: z.number() });
export type SessionRecord = z.output<typeof Session>;

const Settings = z.object({
  cloudProvider: z.string(),
  creationMethod: z.string(),
  deployMode: z.enum(['git', 'cli']),
  region: z.string(),
  releaseChannel: z.string(),
  releaseChannelVersion: z.string(),
  releaseChannelVersionHold: z.boolean(),
  template: z.string(),
  templateVariables: record(z.string(), z.unknown()),
  defaultLaunchpadViewGroup: z.string().nullable(),
  launchpadTabs: z.array(z.string()),
});
export type SettingsRecord = z.output<typeof Settings>;

const Deployment = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: z.string(),
  settings: Settings,
  /** Deployments of older states are ready. */
  creationStep: z.enum(creationSteps).default('ready'),
  deployBranch: z.string(),
  branches: z.array(Branch),
  sessions: z.array(Session),
  envVars: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The connected repository: its name and, if it is bare, the folder to push to. */
  remote: z.object({ repository: z.string(), gitdir: z.string().nullable() }).nullable(),
  tokenSecret: z.string(),
  nextBranchId: z.number(),
  nextJobId: z.number(),
  dbt: DbtRecord.default(emptyDbtRecord),
  metricViews: MetricViewsRecord.prefault({}),
});
export type DeploymentRecord = z.output<typeof Deployment>;

const User = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  admin: z.boolean(),
  /** The allowed actions; null: those of the role. */
  actions: z.array(z.string()).nullable().default(null),
  /** Not allowed, whatever else allows them. */
  deniedActions: z.array(z.string()).default([]),
  /** False: no credential of the user is accepted. */
  active: z.boolean().default(true),
  groupIds: z.array(z.number()).default([]),
  settings: z._default(record(z.string(), z.unknown()), {}),
});
export type UserRecord = z.output<typeof User>;

const Credential = z.object({ id: z.number(), userId: z.number(), key: z.string() });
export type CredentialRecord = z.output<typeof Credential>;

export const PlatformRecord = z.object({
  format: z.literal(1),
  users: z.array(User),
  credentials: z.array(Credential),
  deployments: z.array(Deployment),
  nextDeploymentId: z.number(),
  /** Image references of the versions that deployments of the account ran before their current ones. */
  versionsRun: z.array(z.string()).default([]),
  embed: EmbedRecord.default(emptyEmbedRecord),
  signIn: SignInRecord.default(emptySignInRecord),
  account: AccountRecord.default(newAccountRecord),
  directory: DirectoryRecord.prefault({}),
  content: ContentRecord.default(emptyContentRecord),
  integrations: IntegrationsRecord.prefault({}),
});
export type PlatformRecord = z.output<typeof PlatformRecord>;
