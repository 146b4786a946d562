/** Signed embed sessions: their ids and the exchange of an id for a token. Spec: “Embed”, Authentication 8; notes: “Embedding”. */

import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { DeploymentId } from './shapes.ts';

const name = z.string().check(z.minLength(1), z.maxLength(255));
const option = z.optional(z.boolean());

/** `EmbedSessionSettings`. Opt-outs of Creator Mode and of what is written by AI. */
export const EmbedSessionSettings = z.strictObject({
  locale: z.optional(z.string()),
  timezone: z.optional(z.string()),
  showWorkbookShare: option,
  showDashboardSettings: option,
  showMemberNames: option,
  showGroupByCube: option,
  /** False disables every AI surface, enforced by the server. */
  allowAi: option,
  showAiWidgets: option,
  showWorkbookChat: option,
  showDashboardChat: option,
  allowChatWorkspaceAuthoring: option,
});
export type EmbedSessionSettings = z.output<typeof EmbedSessionSettings>;

const jsonObject = z.record(z.string(), z.unknown());

export const GenerateSessionInput = z.strictObject({
  deploymentId: DeploymentId,
  /** Id of the viewer in the host's own system; the user is made where there is none yet. */
  externalId: z.optional(name),
  /** A user of the platform: its id, name or address. */
  internalId: z.optional(z.union([z.string(), z.number()])),
  /** Made where there is none of that name yet. */
  embedTenantName: z.optional(name),
  embedTenantProfile: z.optional(z.strictObject({ displayName: z.optional(name) })),
  email: z.optional(z.string()),
  userAttributes: z.optional(z.array(z.looseObject({ name, value: z.unknown() }))),
  /** Names of global groups. */
  groups: z.optional(z.array(name)),
  /** Names of the embed tenant's own groups: the viewer's from now on. */
  tenantGroups: z.optional(z.array(name)),
  tenantGroupDefinitions: z.optional(z.array(z.strictObject({ name, description: z.optional(z.string()) }))),
  securityContext: z.optional(jsonObject),
  settings: z.optional(EmbedSessionSettings),
  /** Fields include `primaryColor`, `borderRadius`, `font`. */
  embedTheme: z.optional(jsonObject),
  /** The session queries this branch's model. */
  branchName: z.optional(name),
  publicDashboardId: z.optional(name),
});

export const embedSessionOperations = {
  generateEmbedSession: operation({
    id: 'generateEmbedSession',
    group: 'E',
    method: 'POST',
    path: '/api/v1/embed/generate-session',
    summary: 'Mint the id of a signed embed session: single use, for 5 minutes',
    body: GenerateSessionInput,
    response: z.looseObject({ sessionId: z.string().check(z.minLength(1)) }),
    access: 'admin',
    // An id that nobody got ends by itself.
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
    path: '/api/v1/embed/session/token',
    summary: 'Redeem the id of a signed embed session for its token',
    body: z.strictObject({ sessionId: z.string() }),
    response: z.looseObject({ token: z.string() }),
    access: 'public',
    failures: [{ status: 401, when: 'the session id is unknown, redeemed or expired' }],
  }),
};
