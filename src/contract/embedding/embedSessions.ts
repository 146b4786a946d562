/** Signed embed sessions: their ids and the exchange of an id for a token. Spec: “Embed”, Authentication 8; notes: “Embedding”. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { record } from '../definition/record.ts';
import { DeploymentId } from '../definition/shapes.ts';

const name = z.string().check(z.minLength(1), z.maxLength(255));
const setting = z.optional(z.boolean());

/** `EmbedSessionSettings`: turns off parts of Creator Mode and AI features. */
export const EmbedSessionSettings = z.strictObject({
  locale: z.optional(z.string()),
  timezone: z.optional(z.string()),
  showWorkbookShare: setting,
  showDashboardSettings: setting,
  showMemberNames: setting,
  showGroupByCube: setting,
  /** False disables all AI features; the server enforces it. */
  allowAi: setting,
  showAiWidgets: setting,
  showWorkbookChat: setting,
  showDashboardChat: setting,
  allowChatWorkspaceAuthoring: setting,
});

const jsonObject = record(z.string(), z.unknown());

/** The viewer for whom a session shows the data, and the host's facts about that viewer. */
export const EmbedViewerInput = z.strictObject({
  /** Id of the viewer in the host's own system. The user is created if it does not exist. */
  externalId: z.optional(name),
  /** A user of the platform: id, name or email address. */
  internalId: z.optional(z.union([z.string(), z.number()])),
  /** Created if no tenant has this name. */
  embedTenantName: z.optional(name),
  embedTenantProfile: z.optional(z.strictObject({ displayName: z.optional(name) })),
  email: z.optional(z.string()),
  userAttributes: z.optional(z.array(z.looseObject({ name, value: z.unknown() }))),
  /** Names of global groups. */
  groups: z.optional(z.array(name)),
  /** Names of groups of the embed tenant. They replace the viewer's groups. */
  tenantGroups: z.optional(z.array(name)),
  tenantGroupDefinitions: z.optional(z.array(z.strictObject({ name, description: z.optional(z.string()) }))),
  securityContext: z.optional(jsonObject),
  settings: z.optional(EmbedSessionSettings),
  /** Fields include `primaryColor`, `borderRadius`, `font`. */
  embedTheme: z.optional(jsonObject),
});
export type EmbedViewerInput = z.output<typeof EmbedViewerInput>;

const GenerateSessionInput = z.extend(EmbedViewerInput, {
  deploymentId: DeploymentId,
  /** The session queries this branch's model. */
  branchName: z.optional(name),
  publicDashboardId: z.optional(name),
});

/** By the names of the specification, for the OpenAPI document. */
export const embedSessionSchemas = {
  EmbedSessionSettings,
  GenerateSessionInput,
};

export const embedSessionOperations = {
  generateEmbedSession: operation({
    id: 'generateEmbedSession',
    group: 'E',
    method: 'POST',
    changes: 'nothing',
    path: '/api/v1/embed/generate-session',
    summary: 'Create the id of a signed embed session, valid once and for 5 minutes',
    body: GenerateSessionInput,
    response: z.looseObject({ sessionId: z.string().check(z.minLength(1)) }),
    access: 'admin',
    // An id that the caller did not receive expires.
    idempotent: true,
    failures: [
      { status: 400, when: 'not exactly one of `externalId` and `internalId` is given' },
      { status: 404, when: 'the deployment, branch or dashboard is unknown' },
    ],
  }),
  exchangeEmbedSession: operation({
    id: 'exchangeEmbedSession',
    group: 'E',
    method: 'POST',
    changes: 'nothing',
    path: '/api/v1/embed/session/token',
    summary: 'Redeem the id of a signed embed session for its token',
    body: z.strictObject({ sessionId: z.string() }),
    response: z.looseObject({ token: z.string() }),
    access: 'public',
    failures: [{ status: 401, when: 'the session id is unknown, redeemed or expired' }],
  }),
};
