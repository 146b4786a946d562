/** Answers the requests of the page's comments panel as the viewer of a signed session. */

import * as vscode from 'vscode';
import type { pageRequests } from '../../../contract/messages/hostChannel.ts';
import type { Handlers } from '../../../contract/messages/typedRequests.ts';
import type { Comments } from '../../../session/dashboard/comments.ts';
import { errorText } from '../../shell/errorText.ts';
import { answerOf } from './previewMessages.ts';

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

/** @param onFailure for what the page cannot offer */
export function commentHandlers(
  comments: () => Promise<Comments>,
  onFailure: (failure: unknown) => void,
): CommentHandlers {
  const done = (work: (comments: Comments) => Promise<void>) =>
    answerOf(
      async () => {
        await work(await comments());
        return {};
      },
      vscode.l10n,
      onFailure,
    );
  return {
    listComments: async (_nothing, signal) => {
      try {
        return { threads: await (await comments()).threads(signal) };
      } catch (failure) {
        onFailure(failure);
        return { unavailable: errorText(failure, vscode.l10n) };
      }
    },
    createComment: (draft, signal) => done((each) => each.create(draft, undefined, signal)),
    replyToComment: ({ threadId, ...draft }, signal) => done((each) => each.create(draft, threadId, signal)),
    editComment: ({ commentId, ...draft }, signal) => done((each) => each.edit(commentId, draft, signal)),
    deleteComment: ({ commentId }, signal) => done((each) => each.delete(commentId, signal)),
    resolveComment: ({ commentId, resolved }, signal) => done((each) => each.resolve(commentId, resolved, signal)),
    mentionableUsers: async (_nothing, signal) => ({ users: await (await comments()).mentionable(signal) }),
  };
}
