/** Comments on embedded dashboards, for viewers of a signed session of an embed tenant. Spec: group E and its rules. */

import * as z from 'zod/mini';
import { operation } from '../definition/operation.ts';
import { cursorPaging, listResponse, Timestamp, wholeNumber } from '../definition/shapes.ts';
import { dashboardPath, noDashboard, notReader } from './embedAccess.ts';

const id = z.union([z.number(), z.string()]);
const instant = z.nullish(Timestamp);

/** A user of the viewer's tenant. */
export const MentionableUser = z.looseObject({
  id,
  displayName: z.nullish(z.string()),
  email: z.nullish(z.string()),
});
export type MentionableUser = z.output<typeof MentionableUser>;

export const DashboardComment = z.looseObject({
  id,
  /** The first comment of the thread; null for that comment. */
  parentId: z.nullish(id),
  author: z.nullish(MentionableUser),
  /** Whether the viewer wrote it. Only the author may edit, delete and resolve it. */
  isAuthor: z.nullish(z.boolean()),
  /** Plain text; null once deleted. */
  body: z.nullish(z.string()),
  mentions: z.nullish(z.array(MentionableUser)),
  createdAt: instant,
  editedAt: instant,
  deletedAt: instant,
});
export type DashboardComment = z.output<typeof DashboardComment>;

export const CommentThread = z.looseObject({
  id,
  resolved: z.nullish(z.boolean()),
  resolvedAt: instant,
  /** The first comment and the replies to it, oldest first. */
  comments: z.array(DashboardComment),
});
export type CommentThread = z.output<typeof CommentThread>;

const commentFields = {
  body: z.string().check(z.regex(/\S/, 'must not be empty'), z.maxLength(10_000)),
  /** Ids of mentionable users. */
  mentions: z.optional(z.array(z.int())),
};

const CreateCommentBody = z.strictObject({ ...commentFields, parentId: z.optional(z.int()) });
const UpdateCommentBody = z.strictObject(commentFields);
const ResolveCommentBody = z.strictObject({ resolved: z.boolean() });

const EmbedDashboardCommentThreadsListResponse = listResponse(CommentThread);
const EmbedMentionableUsersListResponse = listResponse(MentionableUser);

const root = '/api/v1/embed/dashboard/{publicId}/comments';
const commentPath = z.extend(dashboardPath, { commentId: wholeNumber });

const noSession = { status: 403, when: 'the caller is not a viewer of a signed session of an embed tenant' };
const notAuthor = { status: 403, when: 'the viewer is not the author' };
const noComment = { status: 404, when: 'the dashboard has no such comment, or it is deleted' };
const notMentionable = { status: 400, when: 'a mentioned user is not mentionable' };

/** By the names of the specification, for the OpenAPI document. */
export const embedCommentSchemas = {
  CreateEmbedDashboardCommentBody: CreateCommentBody,
  EmbedDashboardCommentDto: DashboardComment,
  EmbedDashboardCommentThreadDto: CommentThread,
  EmbedDashboardCommentThreadsListResponse,
  EmbedMentionableUserDto: MentionableUser,
  EmbedMentionableUsersListResponse,
  SetEmbedDashboardCommentResolvedBody: ResolveCommentBody,
  UpdateEmbedDashboardCommentBody: UpdateCommentBody,
};

export const embedCommentOperations = {
  listDashboardComments: operation({
    id: 'listDashboardComments',
    group: 'E',
    method: 'GET',
    path: root,
    summary: 'List the comment threads of a dashboard',
    params: dashboardPath,
    query: z.strictObject(cursorPaging),
    response: EmbedDashboardCommentThreadsListResponse,
    list: { item: CommentThread, paging: ['cursor'] },
    access: 'embed',
    failures: [noSession, notReader, noDashboard],
  }),
  createDashboardComment: operation({
    id: 'createDashboardComment',
    group: 'E',
    method: 'POST',
    changes: 'resource',
    path: root,
    summary: 'Start a thread or reply to one',
    params: dashboardPath,
    body: CreateCommentBody,
    response: DashboardComment,
    access: 'embed',
    failures: [noSession, notReader, noDashboard, noComment, notMentionable],
  }),
  updateDashboardComment: operation({
    id: 'updateDashboardComment',
    group: 'E',
    method: 'PATCH',
    changes: 'resource',
    path: `${root}/{commentId}`,
    summary: 'Change one of the viewer’s own comments',
    params: commentPath,
    body: UpdateCommentBody,
    response: DashboardComment,
    access: 'embed',
    idempotent: true,
    failures: [noSession, notReader, notAuthor, noComment, notMentionable],
  }),
  deleteDashboardComment: operation({
    id: 'deleteDashboardComment',
    group: 'E',
    method: 'DELETE',
    changes: 'resource',
    path: `${root}/{commentId}`,
    summary: 'Delete one of the viewer’s own comments; an empty comment stays in the thread',
    params: commentPath,
    response: DashboardComment,
    access: 'embed',
    failures: [noSession, notReader, notAuthor, noComment],
  }),
  resolveDashboardComment: operation({
    id: 'resolveDashboardComment',
    group: 'E',
    method: 'POST',
    changes: 'resource',
    path: `${root}/{commentId}/resolve`,
    summary: 'Resolve or reopen one of the viewer’s own threads',
    params: commentPath,
    body: ResolveCommentBody,
    response: DashboardComment,
    access: 'embed',
    idempotent: true,
    failures: [noSession, notReader, notAuthor, noComment, { status: 400, when: 'the comment is a reply' }],
  }),
  listMentionableUsers: operation({
    id: 'listMentionableUsers',
    group: 'E',
    method: 'GET',
    path: `${root}/mentionable-users`,
    summary: 'List the users that a comment may mention',
    params: dashboardPath,
    query: z.strictObject(cursorPaging),
    response: EmbedMentionableUsersListResponse,
    list: { item: MentionableUser, paging: ['cursor'] },
    access: 'embed',
    failures: [noSession, notReader, noDashboard],
  }),
};
