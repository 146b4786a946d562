/** Comments on embedded dashboards. Spec: group E and its rules. */

import type { DashboardComment, MentionableUser } from '../../../contract/embedding/embedComments.ts';
import {
  addComment,
  type CommentScope,
  commentScope,
  requireOwnComment,
  threadIdFor,
  threadsIn,
} from '../../content/comments.ts';
import { usersOf } from '../../embedUsers/tenants.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CommentRecord, EmbedUserRecord } from '../../records/embedRecord.ts';
import { HttpFailure } from '../../records/httpFailure.ts';
import type { Handlers } from '../definition/handler.ts';
import { cursorPage } from '../definition/paging.ts';

type EmbedCommentHandlers = Pick<
  Handlers,
  | 'listDashboardComments'
  | 'createDashboardComment'
  | 'updateDashboardComment'
  | 'deleteDashboardComment'
  | 'resolveDashboardComment'
  | 'listMentionableUsers'
>;

export const embedCommentHandlers: EmbedCommentHandlers = {
  listDashboardComments: ({ platform, viewer, params, query }) => {
    const scope = commentScope(platform, viewer, params.publicId);
    const threads = threadsIn(platform, scope).map((thread) => ({
      id: thread[0]!.id,
      resolved: thread[0]!.resolvedAt !== null,
      resolvedAt: thread[0]!.resolvedAt,
      comments: thread.map((comment) => toComment(platform, scope, comment)),
    }));
    return cursorPage(threads, query, ({ id }) => id);
  },

  createDashboardComment: async ({ platform, viewer, params, body }) => {
    const scope = commentScope(platform, viewer, params.publicId);
    const mentions = requireMentionable(platform, scope, body.mentions);
    const threadId = body.parentId === undefined ? null : threadIdFor(platform, scope, body.parentId);
    const comment = addComment(platform, scope, { text: body.body, mentions, threadId });
    await platform.save();
    return toComment(platform, scope, comment);
  },

  updateDashboardComment: async ({ platform, viewer, params, body }) => {
    const scope = commentScope(platform, viewer, params.publicId);
    const comment = requireOwnComment(platform, scope, params.commentId);
    if (body.mentions) comment.mentions = requireMentionable(platform, scope, body.mentions);
    comment.text = body.body;
    comment.editedAt = platform.now.toISOString();
    await platform.save();
    return toComment(platform, scope, comment);
  },

  deleteDashboardComment: async ({ platform, viewer, params }) => {
    const scope = commentScope(platform, viewer, params.publicId);
    const comment = requireOwnComment(platform, scope, params.commentId);
    comment.deletedAt = platform.now.toISOString();
    await platform.save();
    return toComment(platform, scope, comment);
  },

  resolveDashboardComment: async ({ platform, viewer, params, body }) => {
    const scope = commentScope(platform, viewer, params.publicId);
    const comment = requireOwnComment(platform, scope, params.commentId);
    if (comment.threadId !== null) throw new HttpFailure(400, 'A reply cannot be resolved: resolve its thread');
    comment.resolvedAt = body.resolved ? (comment.resolvedAt ?? platform.now.toISOString()) : null;
    await platform.save();
    return toComment(platform, scope, comment);
  },

  listMentionableUsers: ({ platform, viewer, params, query }) => {
    const { tenant } = commentScope(platform, viewer, params.publicId);
    const page = cursorPage(usersOf(platform, tenant.id), query, ({ id }) => id);
    const items = page.items.map(toMentionableUser);
    return { ...page, items, data: items };
  },
};

/** @throws HttpFailure 400 */
function requireMentionable(platform: Platform, { tenant }: CommentScope, ids: readonly number[] = []): number[] {
  const users = usersOf(platform, tenant.id);
  const unknown = ids.find((id) => !users.some((user) => user.id === id));
  if (unknown !== undefined) throw new HttpFailure(400, `mentions: ${unknown} is not a user who can be mentioned here`);
  return [...new Set(ids)];
}

/** A deleted comment keeps its position in the thread, without text. */
function toComment(platform: Platform, scope: CommentScope, comment: CommentRecord): DashboardComment {
  const users = usersOf(platform, scope.tenant.id);
  const { id, threadId, authorId, createdAt, editedAt, deletedAt, resolvedAt } = comment;
  const author = users.find((user) => user.id === authorId);
  const mentions = users.filter((user) => comment.mentions.includes(user.id)).map(toMentionableUser);
  return {
    id,
    threadId: threadId ?? id,
    parentId: threadId,
    author: author ? toMentionableUser(author) : null,
    isAuthor: authorId === scope.user.id,
    body: deletedAt === null ? comment.text : null,
    mentions: deletedAt === null ? mentions : [],
    createdAt,
    editedAt,
    deletedAt,
    resolved: threadId === null && resolvedAt !== null,
  };
}

function toMentionableUser({ id, externalId, displayName, email }: EmbedUserRecord): MentionableUser {
  return { id, externalId, displayName, email };
}
