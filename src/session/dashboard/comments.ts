/** Reads and writes the comments of a dashboard as the viewer of a signed session. Spec: group E. */

import type { MentionableUser, CommentThread as PlatformThread } from '../../contract/embedding/embedComments.ts';
import { embedCommentOperations } from '../../contract/embedding/embedComments.ts';
import type { CommentPerson, CommentThread } from '../../contract/messages/hostComments.ts';
import type { ResourceWriter } from '../../platform/client.ts';
import { PlatformError } from '../../platform/platformError.ts';
import type { EmbedAccess } from './embedAccess.ts';

export interface CommentDraft {
  text: string;
  /** Ids of mentionable users. */
  mentions: readonly string[];
}

/** All calls reject with PlatformError, or as `EmbedAccess.mint` does. */
export class Comments {
  readonly #access: EmbedAccess;

  constructor(access: EmbedAccess) {
    this.#access = access;
  }

  threads(signal: AbortSignal): Promise<CommentThread[]> {
    return this.#asViewer(signal, async (client, params) => {
      const threads: CommentThread[] = [];
      for await (const thread of client.items(embedCommentOperations.listDashboardComments, { params }, { signal })) {
        threads.push(toThread(thread));
      }
      return threads;
    });
  }

  mentionable(signal: AbortSignal): Promise<CommentPerson[]> {
    return this.#asViewer(signal, async (client, params) => {
      const users: CommentPerson[] = [];
      for await (const user of client.items(embedCommentOperations.listMentionableUsers, { params }, { signal })) {
        users.push(person(user));
      }
      return users;
    });
  }

  /** Starts a thread, or replies in one. */
  async create(draft: CommentDraft, threadId: string | undefined, signal: AbortSignal): Promise<void> {
    const body = { ...requestBody(draft), ...(threadId === undefined ? {} : { parentId: Number(threadId) }) };
    await this.#asViewer(signal, (client, params) =>
      client.call(embedCommentOperations.createDashboardComment, { params, body }, { signal }),
    );
  }

  async edit(commentId: string, draft: CommentDraft, signal: AbortSignal): Promise<void> {
    await this.#asViewer(signal, (client, params) =>
      client.call(
        embedCommentOperations.updateDashboardComment,
        { params: { ...params, commentId: Number(commentId) }, body: requestBody(draft) },
        { signal },
      ),
    );
  }

  async delete(commentId: string, signal: AbortSignal): Promise<void> {
    await this.#asViewer(signal, (client, params) =>
      client.call(
        embedCommentOperations.deleteDashboardComment,
        { params: { ...params, commentId: Number(commentId) } },
        { signal },
      ),
    );
  }

  async resolve(commentId: string, resolved: boolean, signal: AbortSignal): Promise<void> {
    await this.#asViewer(signal, (client, params) =>
      client.call(
        embedCommentOperations.resolveDashboardComment,
        { params: { ...params, commentId: Number(commentId) }, body: { resolved } },
        { signal },
      ),
    );
  }

  /** Retries once with a new session after the old one expired. */
  async #asViewer<T>(signal: AbortSignal, work: (client: ResourceWriter, params: { publicId: string }) => Promise<T>) {
    const params = { publicId: this.#access.subject.publicId ?? '' };
    try {
      return await work(await this.#access.viewer(signal), params);
    } catch (failure) {
      if (!(failure instanceof PlatformError) || failure.kind !== 'unauthorized') throw failure;
      this.#access.resetViewer();
      return work(await this.#access.viewer(signal), params);
    }
  }
}

function requestBody({ text, mentions }: CommentDraft) {
  return { body: text, ...(mentions.length > 0 ? { mentions: mentions.map(Number) } : {}) };
}

function toThread({ id, resolved, resolvedAt, comments }: PlatformThread): CommentThread {
  return {
    id: String(id),
    resolved: resolved ?? Boolean(resolvedAt),
    comments: comments.map((comment) => ({
      id: String(comment.id),
      author: comment.author ? person(comment.author) : { id: '', name: '' },
      mine: comment.isAuthor ?? false,
      text: comment.body ?? '',
      mentions: (comment.mentions ?? []).map(person),
      createdAt: comment.createdAt ?? '',
      editedAt: comment.editedAt ?? null,
      deleted: Boolean(comment.deletedAt),
    })),
  };
}

function person({ id, displayName, email }: MentionableUser): CommentPerson {
  return { id: String(id), name: displayName ?? email ?? String(id) };
}
