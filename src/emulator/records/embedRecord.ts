/** The saved state of embedding: tenants with users and groups, sessions, comments, workbooks. */

import * as z from 'zod';
import { record } from '../../contract/definition/record.ts';

const jsonObject = record(z.string(), z.unknown());

const Tenant = z.object({
  id: z.number(),
  name: z.string(),
  displayName: z.string().nullable(),
  createdAt: z.string(),
});
export type TenantRecord = z.output<typeof Tenant>;

const EmbedUser = z.object({
  id: z.number(),
  /** Null for viewers outside any tenant. */
  tenantId: z.number().nullable(),
  externalId: z.string(),
  email: z.string().nullable(),
  displayName: z.string(),
  attributes: z.array(z.object({ name: z.string(), value: z.unknown() })),
  createdAt: z.string(),
  lastSeenAt: z.string().nullable(),
});
export type EmbedUserRecord = z.output<typeof EmbedUser>;

const Group = z.object({
  id: z.number(),
  tenantId: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  userIds: z.array(z.number()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type GroupRecord = z.output<typeof Group>;

/** A signed session. Times in milliseconds since the epoch. */
const EmbedSession = z.object({
  /** The single-use secret that the client exchanges for a token. */
  id: z.string(),
  deploymentId: z.number(),
  mintedAt: z.number(),
  redeemedAt: z.number().nullable(),
  tenantId: z.number().nullable(),
  /** An embed user, or a user of the platform (`internalId`). */
  viewer: z.union([z.object({ embedUserId: z.number() }), z.object({ userId: z.number() })]),
  groups: z.array(z.string()),
  securityContext: jsonObject,
  settings: jsonObject,
  embedTheme: z.nullable(jsonObject),
  /** Null: the production branch. */
  branchName: z.string().nullable(),
  publicDashboardId: z.string().nullable(),
});
export type EmbedSessionRecord = z.output<typeof EmbedSession>;

const Comment = z.object({
  id: z.number(),
  publicId: z.string(),
  tenantId: z.number(),
  /** The first comment of the thread; null for the first one. */
  threadId: z.number().nullable(),
  authorId: z.number(),
  text: z.string(),
  mentions: z.array(z.number()),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  deletedAt: z.string().nullable(),
  resolvedAt: z.string().nullable(),
});
export type CommentRecord = z.output<typeof Comment>;

const Access = z.object({
  /** Embed tenants with read access. */
  tenantIds: z.array(z.number()),
  allEmbedUsers: z.boolean(),
});
export type AccessRecord = z.output<typeof Access>;

const Folder = z.object({
  id: z.number(),
  deploymentId: z.number(),
  name: z.string(),
  /** Null: at the top of the workspace. */
  parentId: z.number().nullable().default(null),
  /** Null: of the account. */
  ownerId: z.number().nullable().default(null),
  access: Access,
  createdAt: z.string().nullable().default(null),
});
export type FolderRecord = z.output<typeof Folder>;

const Dashboard = z.object({
  publicId: z.string(),
  title: z.string(),
  allowEmbed: z.boolean(),
  restrictDataDownload: z.boolean().default(false),
  useBoardDashboards: z.boolean().default(false),
  /** Widgets, filters and so on, in the format of the sample's `dashboard.json`. */
  definition: jsonObject,
  /** Who wrote the AI summaries of its widgets. */
  aiThreads: z
    .array(z.object({ widgetId: z.string(), threadId: z.string(), checksum: z.string().nullable() }))
    .default(() => []),
});
export type DashboardRecord = z.output<typeof Dashboard>;

const Workbook = z.object({
  id: z.number(),
  deploymentId: z.number(),
  name: z.string(),
  slug: z.string(),
  ownerId: z.number(),
  folderId: z.number().nullable(),
  access: Access,
  /** False: only for the owner and administrators. */
  shared: z.boolean().default(true),
  /** The published one. */
  dashboard: Dashboard.nullable(),
  draft: z.object({ title: z.string().nullable(), definition: jsonObject }).nullable().default(null),
  createdAt: z.string(),
  updatedAt: z.string().nullable().default(null),
});
export type WorkbookRecord = z.output<typeof Workbook>;

/** `EmbedSettings` of the account. */
export const EmbedSettings = z.object({
  locale: z.string().nullable(),
  showDashboardChat: z.boolean(),
  allowAi: z.boolean(),
  showAiWidgets: z.boolean(),
  showWorkbookChat: z.boolean(),
  enableDashboardComments: z.boolean(),
});
type EmbedSettings = z.output<typeof EmbedSettings>;

function defaultSettings(): EmbedSettings {
  return {
    locale: null,
    showDashboardChat: true,
    allowAi: true,
    showAiWidgets: true,
    showWorkbookChat: true,
    enableDashboardComments: true,
  };
}

export const EmbedRecord = z.object({
  tenants: z.array(Tenant),
  users: z.array(EmbedUser),
  groups: z.array(Group),
  sessions: z.array(EmbedSession),
  comments: z.array(Comment),
  folders: z.array(Folder),
  workbooks: z.array(Workbook),
  /** Older states have some of the settings only. */
  settings: z.preprocess((saved) => ({ ...defaultSettings(), ...(saved as object) }), EmbedSettings),
  nextId: z.number(),
});
export type EmbedRecord = z.output<typeof EmbedRecord>;

export function emptyEmbedRecord(): EmbedRecord {
  return {
    tenants: [],
    users: [],
    groups: [],
    sessions: [],
    comments: [],
    folders: [],
    workbooks: [],
    settings: defaultSettings(),
    nextId: 1,
  };
}
