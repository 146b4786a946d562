/**
 * What the host page and the extension may ask of each other, as two tables of parsed requests. Page and extension meet only here;
 * the transport (webview messages, a socket of the loopback server) is the caller's.
 */

import * as z from 'zod/mini';
import { CommentPerson, CommentsAnswer, CommentText } from './hostComments.ts';
import { Freshness, HostCommand, HostConfig, HostConfigChange, HostOptions, HostState } from './hostConfig.ts';
import { request } from './typedRequests.ts';

const nothing = z.object({});
const minute = 60_000;

/** A failure that the page explains: what happened and what to do next. */
export const HostFailure = z.object({
  ok: z.literal(false),
  /** `forbidden`: the credential may not do this (403). */
  kind: z.enum(['forbidden', 'unreachable', 'unavailable', 'cancelled', 'other']),
  message: z.string(),
  action: z.nullish(z.string()),
});
export type HostFailure = z.output<typeof HostFailure>;

function resultOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), ...shape }), HostFailure]);
}

/** What changed about one comment; the page reads the threads again afterwards. */
const commentDone = resultOf({});

/** One action by its short name (`set-theme`), and what became of it. */
const composedAction = z.object({ name: z.string(), payload: z.record(z.string(), z.unknown()) });
const sendReport = z.object({ sent: z.boolean(), queued: z.boolean(), refused: z.nullish(z.string()) });

export const Dimension = z.object({ name: z.string(), title: z.string(), type: z.string() });
export const DimensionView = z.object({ view: z.string(), title: z.string(), dimensions: z.array(Dimension) });
export type DimensionView = z.output<typeof DimensionView>;

/** The page asks, the extension answers. */
export const pageRequests = {
  loadConfig: request(nothing, HostConfig),
  /** A fresh session id, used once and never kept. `branch` null: production. */
  mintSession: request(
    z.object({ branch: z.nullable(z.string()), reason: z.enum(['load', 'renewal']) }),
    resultOf({ sessionId: z.string().check(z.minLength(1)) }),
    30_000,
  ),
  /** Renders, waits, and saves where the person says; aborting the request cancels. Progress comes as `exportProgress`. */
  exportDashboard: request(
    z.object({ format: z.enum(['png', 'pdf']), branch: z.nullable(z.string()) }),
    resultOf({ savedTo: z.string() }),
    10 * minute,
  ),
  setEmbedding: request(z.object({ allow: z.boolean() }), resultOf({ allowed: z.boolean() }), 30_000),
  /** Leaves signed for private mode or comes back; the configuration's `mode` follows. */
  useMode: request(z.object({ mode: z.enum(['signed', 'private']) }), resultOf({})),
  /** Asks the person for a key that may mint; the page loads again once there is one. */
  enterAdminKey: request(nothing, resultOf({}), 10 * minute),
  listComments: request(nothing, CommentsAnswer, 30_000),
  createComment: request(z.object({ text: CommentText, mentions: z.array(z.string()) }), commentDone, 30_000),
  replyToComment: request(
    z.object({ threadId: z.string(), text: CommentText, mentions: z.array(z.string()) }),
    commentDone,
    30_000,
  ),
  editComment: request(
    z.object({ commentId: z.string(), text: CommentText, mentions: z.array(z.string()) }),
    commentDone,
    30_000,
  ),
  deleteComment: request(z.object({ commentId: z.string() }), commentDone, 30_000),
  resolveComment: request(z.object({ commentId: z.string(), resolved: z.boolean() }), commentDone, 30_000),
  mentionableUsers: request(nothing, z.object({ users: z.array(CommentPerson) }), 30_000),
  /** Shows the definition of `view.member` (or of the name an AI query used) in the model. */
  openDefinition: request(z.object({ member: z.string().check(z.maxLength(500)) }), resultOf({})),
  listDimensions: request(nothing, z.object({ views: z.array(DimensionView) }), 30_000),
  saveOptions: request(HostOptions, nothing),
  /** Shows the same page in the outside browser; the replies tell whether one was opened. */
  openOutside: request(nothing, resultOf({}), 30_000),
  /** From the editor's page, to the one in the outside browser. */
  commandOutside: request(z.object({ command: HostCommand }), resultOf({})),
  actOutside: request(composedAction, sendReport),
  /** For where the page itself may not write to the clipboard. */
  copyText: request(z.object({ text: z.string().check(z.maxLength(2_000_000)) }), nothing),
  log: request(
    z.object({ level: z.enum(['debug', 'info', 'warn', 'error']), message: z.string().check(z.maxLength(4_000)) }),
    nothing,
  ),
  /** Told whenever the state of the page changed, at most a few times a second. */
  stateChanged: request(HostState, nothing),
};
export type PageRequests = typeof pageRequests;

/** The extension asks, the page answers. */
export const extensionRequests = {
  configChanged: request(HostConfigChange, nothing, 5_000),
  /** Sends `refresh` to the embed; `sent` false: it waits for the embed to be ready. */
  refresh: request(nothing, z.object({ sent: z.boolean() }), 5_000),
  /** Loads the embed anew, with a new session. */
  reload: request(nothing, nothing, 5_000),
  markFreshness: request(Freshness, nothing, 5_000),
  exportProgress: request(z.object({ status: z.string(), done: z.nullish(z.number()) }), nothing, 5_000),
  /** Whether the page is seen: a lapse of the session while it was not is mended when it is again. */
  visibility: request(z.object({ visible: z.boolean() }), nothing, 5_000),
  /** Sends one action by its short name (`set-theme`); refused where the name or the payload is not in the catalog. */
  sendAction: request(composedAction, sendReport, 5_000),
  /** What a person clicked on the toolbar of another page. */
  runCommand: request(z.object({ command: HostCommand }), nothing, 5_000),
  state: request(nothing, HostState, 5_000),
};
export type ExtensionRequests = typeof extensionRequests;
