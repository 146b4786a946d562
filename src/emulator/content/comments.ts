/** Comments on a dashboard: who can read and change them. Spec: rules of group E. */

import type { EmbedViewer } from '../embedUsers/viewer.ts';
import type { Platform } from '../platform/platform.ts';
import type { CommentRecord, EmbedUserRecord, TenantRecord } from '../records/embedRecord.ts';
import { HttpFailure } from '../records/httpFailure.ts';
import { requireEmbedded } from './embeddedDashboards.ts';

/** One viewer on one dashboard. */
export interface CommentScope {
  publicId: string;
  tenant: TenantRecord;
  user: EmbedUserRecord;
}

/** @throws HttpFailure 403 without a tenant or if the session, dashboard or account allows no comments; 404 */
export function commentScope(platform: Platform, viewer: EmbedViewer, publicId: string): CommentScope {
  const { tenant, user } = viewer;
  if (!tenant || !user) throw new HttpFailure(403, 'Comments need a signed session of a user of an embed tenant');
  requireEmbedded(platform, viewer, publicId);
  if (!platform.record.embed.settings.enableDashboardComments) {
    throw new HttpFailure(403, 'Comments are switched off for embedded dashboards');
  }
  return { publicId, tenant, user };
}

/** The comments of the viewer's tenant, oldest first. */
function commentsIn({ record: { embed } }: Platform, { publicId, tenant }: CommentScope): CommentRecord[] {
  return embed.comments.filter((comment) => comment.publicId === publicId && comment.tenantId === tenant.id);
}

/** @throws HttpFailure 404 for a comment of another tenant or dashboard and for a deleted one */
function requireComment(platform: Platform, scope: CommentScope, id: number): CommentRecord {
  const comment = commentsIn(platform, scope).find((entry) => entry.id === id);
  if (!comment || comment.deletedAt !== null) throw new HttpFailure(404, `Comment ${id} not found`);
  return comment;
}

/** A comment that the viewer wrote. @throws HttpFailure 403, 404 */
export function requireOwnComment(platform: Platform, scope: CommentScope, id: number): CommentRecord {
  const comment = requireComment(platform, scope, id);
  if (comment.authorId !== scope.user.id) throw new HttpFailure(403, 'Only the author may change a comment');
  return comment;
}

/** Id of the thread that a reply to `parentId` belongs to. @throws HttpFailure 404 */
export function threadIdFor(platform: Platform, scope: CommentScope, parentId: number): number {
  const parent = requireComment(platform, scope, parentId);
  return parent.threadId ?? parent.id;
}

export function addComment(
  platform: Platform,
  { publicId, tenant, user }: CommentScope,
  { text, mentions, threadId }: Pick<CommentRecord, 'text' | 'mentions' | 'threadId'>,
): CommentRecord {
  const { embed } = platform.record;
  const comment: CommentRecord = {
    id: embed.nextId++,
    publicId,
    tenantId: tenant.id,
    threadId,
    authorId: user.id,
    text,
    mentions,
    createdAt: platform.now.toISOString(),
    editedAt: null,
    deletedAt: null,
    resolvedAt: null,
  };
  embed.comments.push(comment);
  return comment;
}

/** The threads with at least one comment that is not deleted. */
export function threadsIn(platform: Platform, scope: CommentScope): CommentRecord[][] {
  const all = commentsIn(platform, scope);
  return all
    .filter(({ threadId }) => threadId === null)
    .map((first) => [first, ...all.filter(({ threadId }) => threadId === first.id)])
    .filter((thread) => thread.some(({ deletedAt }) => deletedAt === null));
}
