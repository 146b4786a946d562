/**
 * The requests between the host page and the extension, in both directions. They travel over webview messages or the loopback server.
 */

import * as z from 'zod/mini';
import { record } from '../definition/record.ts';
import { CommentPerson, CommentsAnswer, CommentText } from './hostComments.ts';
import { Freshness, HostCommand, HostConfig, HostConfigChange, HostOptions, HostState } from './hostConfig.ts';
import { request } from './typedRequests.ts';

const nothing = z.object({});
const minute = 60_000;

/** A failure that the page shows to the user. */
export const HostFailure = z.object({
  ok: z.literal(false),
  /** `forbidden`: the credential lacks the permission (403). */
  kind: z.enum(['forbidden', 'unreachable', 'unavailable', 'cancelled', 'other']),
  message: z.string(),
  action: z.nullish(z.string()),
});
export type HostFailure = z.output<typeof HostFailure>;

function resultOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), ...shape }), HostFailure]);
}

/** The page reads the threads again after each change. */
const commentDone = resultOf({});

/** One action by its short name (`set-theme`). */
const composedAction = z.object({ name: z.string(), payload: record(z.string(), z.unknown()) });
const sendReport = z.object({ sent: z.boolean(), queued: z.boolean(), refused: z.nullish(z.string()) });

const Dimension = z.object({ name: z.string(), title: z.string(), type: z.string() });
export const DimensionView = z.object({ view: z.string(), title: z.string(), dimensions: z.array(Dimension) });
export type DimensionView = z.output<typeof DimensionView>;

/** Requests from the page to the extension. */
export const pageRequests = {
  loadConfig: request(nothing, HostConfig),
  /** Creates a session id, which is used once and not stored. `branch` null: production. */
  mintSession: request(
    z.object({ branch: z.nullable(z.string()), reason: z.enum(['load', 'renewal']) }),
    resultOf({ sessionId: z.string().check(z.minLength(1)) }),
    30_000,
  ),
  /** Exports to a file that the user chooses. An abort cancels the export; `exportProgress` reports the progress. */
  exportDashboard: request(
    z.object({ format: z.enum(['png', 'pdf']), branch: z.nullable(z.string()) }),
    resultOf({ savedTo: z.string() }),
    10 * minute,
  ),
  setEmbedding: request(z.object({ allow: z.boolean() }), resultOf({ allowed: z.boolean() }), 30_000),
  /** Switches between signed and private mode; `configChanged` reports the new mode. */
  useMode: request(z.object({ mode: z.enum(['signed', 'private']) }), resultOf({})),
  /** Lets the user select or create a preview profile; `configChanged` reports the selected one. */
  pickProfile: request(nothing, resultOf({}), 10 * minute),
  /** Lets the user enter an admin key. The page loads again afterwards. */
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
  /** Shows the definition of `view.member`, or of a name in an AI query, in the model. */
  openDefinition: request(z.object({ member: z.string().check(z.maxLength(500)) }), resultOf({})),
  listDimensions: request(nothing, z.object({ views: z.array(DimensionView) }), 30_000),
  saveOptions: request(HostOptions, nothing),
  /** Opens the same page in the outside browser. */
  openOutside: request(nothing, resultOf({}), 30_000),
  /** From the editor's page for the page in the outside browser. */
  commandOutside: request(z.object({ command: HostCommand }), resultOf({})),
  actOutside: request(composedAction, sendReport),
  /** For browsers that do not let the page write to the clipboard. */
  copyText: request(z.object({ text: z.string().check(z.maxLength(2_000_000)) }), nothing),
  log: request(
    z.object({ level: z.enum(['debug', 'info', 'warn', 'error']), message: z.string().check(z.maxLength(4_000)) }),
    nothing,
  ),
  /** Reports a changed state of the page, at most a few times a second. */
  stateChanged: request(HostState, nothing),
};
export type PageRequests = typeof pageRequests;

/** Requests from the extension to the page. */
export const extensionRequests = {
  configChanged: request(HostConfigChange, nothing, 5_000),
  /** Sends `refresh` to the embedded page. `sent` is false if the action waits until the page is ready. */
  refresh: request(nothing, z.object({ sent: z.boolean() }), 5_000),
  /** Loads the embedded page again with a new session. */
  reload: request(nothing, nothing, 5_000),
  markFreshness: request(Freshness, nothing, 5_000),
  exportProgress: request(z.object({ status: z.string(), done: z.nullish(z.number()) }), nothing, 5_000),
  /** A page that becomes visible renews a session that expired in the background. */
  visibility: request(z.object({ visible: z.boolean() }), nothing, 5_000),
  /** Sends one action by its short name (`set-theme`). Refuses names and payloads outside the catalog. */
  sendAction: request(composedAction, sendReport, 5_000),
  /** Runs a command of another page's toolbar. */
  runCommand: request(z.object({ command: HostCommand }), nothing, 5_000),
  state: request(nothing, HostState, 5_000),
};
export type ExtensionRequests = typeof extensionRequests;
