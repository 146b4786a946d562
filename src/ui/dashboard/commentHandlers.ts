/** The page's comments panel, answered by the platform as the viewer of a signed session. */

import * as vscode from 'vscode';
import type { pageRequests } from '../../contract/messages/hostChannel.ts';
import type { Handlers } from '../../contract/messages/typedRequests.ts';
import type { EmbedAccess } from '../../session/dashboard/embedAccess.ts';

type CommentHandlers = Pick<
  Handlers<typeof pageRequests>,
  | 'listComments'
  | 'createComment'
  | 'replyToComment'
  | 'editComment'
  | 'deleteComment'
  | 'resolveComment'
  | 'mentionableUsers'
>;

export function commentHandlers(_access: () => Promise<EmbedAccess>): CommentHandlers {
  const unavailable = vscode.l10n.t('Comments need a signed session of an embed tenant.');
  const no = () => ({ ok: false as const, kind: 'unavailable' as const, message: unavailable });
  return {
    listComments: () => ({ unavailable }),
    createComment: no,
    replyToComment: no,
    editComment: no,
    deleteComment: no,
    resolveComment: no,
    mentionableUsers: () => ({ users: [] }),
  };
}
