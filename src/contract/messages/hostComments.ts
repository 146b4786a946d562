/** The comments of a dashboard as the host page shows them. */

import * as z from 'zod/mini';

export const CommentPerson = z.object({ id: z.string(), name: z.string() });
export type CommentPerson = z.output<typeof CommentPerson>;

export const DashboardComment = z.object({
  id: z.string(),
  author: CommentPerson,
  /** Only the author can edit, delete and resolve the comment. */
  mine: z.boolean(),
  /** Plain text; a mention reads `@Name`. Empty once deleted. */
  text: z.string(),
  mentions: z.array(CommentPerson),
  /** ISO 8601. */
  createdAt: z.string(),
  editedAt: z.nullish(z.string()),
  deleted: z.boolean(),
});
export type DashboardComment = z.output<typeof DashboardComment>;

/** A first comment and the replies to it, oldest first. */
export const CommentThread = z.object({
  id: z.string(),
  resolved: z.boolean(),
  comments: z.array(DashboardComment),
});
export type CommentThread = z.output<typeof CommentThread>;

export const CommentText = z.string().check(z.minLength(1), z.maxLength(10_000));

/** The threads, or the reason why they are not available. */
export const CommentsAnswer = z.union([
  z.object({ threads: z.array(CommentThread) }),
  z.object({ unavailable: z.string() }),
]);
export type CommentsAnswer = z.output<typeof CommentsAnswer>;
