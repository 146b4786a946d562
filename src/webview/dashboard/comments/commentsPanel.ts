/** The comments of the dashboard. The extension reads and writes them on the platform. */

import { element, replaceContent } from '../../../base/browser/dom.ts';
import { messageOf } from '../../../base/errors.ts';
import type { CommentPerson, CommentThread } from '../../../contract/messages/hostComments.ts';
import type { HostText } from '../../shared/pageTexts.ts';
import type { ExtensionLink } from '../extension/extensionLink.ts';
import { iconButton, linkButton } from '../view/buttons.ts';
import type { HostView } from '../view/hostView.ts';
import { type CommentDraft, makeCommentForm } from './commentForm.ts';
import { makeThread, type ThreadOwner } from './commentThread.ts';

export class CommentsPanel {
  readonly node: HTMLElement;
  readonly #text: HostText;
  readonly #ask: ExtensionLink;
  readonly #list = element('div', { class: 'threads', 'aria-live': 'polite' });
  readonly #error = element('p', { class: 'wrong', role: 'alert', hidden: true });
  readonly #owner: ThreadOwner;
  #users: Promise<readonly CommentPerson[]> | undefined;
  #threads: readonly CommentThread[] = [];
  #showsResolved = false;
  #open = false;
  /** The profile of the user whose comments are shown. */
  #profile: string | null = null;

  constructor(text: HostText, ask: ExtensionLink, locale: string, close: () => void) {
    this.#text = text;
    this.#ask = ask;
    this.#owner = {
      time: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
      form: (label, buttonLabel, value, submit) => this.#form(label, buttonLabel, value, submit),
      reply: (threadId, draft) => this.#send(ask('replyToComment', { threadId, ...draft })),
      edit: (commentId, draft) => this.#send(ask('editComment', { commentId, ...draft })),
      remove: (commentId) => this.#send(ask('deleteComment', { commentId })),
      resolve: (commentId, resolved) => this.#send(ask('resolveComment', { commentId, resolved })),
    };
    this.node = element(
      'aside',
      { class: 'comments', 'aria-label': text('comments.label'), hidden: true },
      element(
        'header',
        {},
        element('h2', {}, text('comments.label')),
        element('span', { class: 'spacer' }),
        iconButton('refresh', text('comments.reload'), () => void this.#load()),
        iconButton('close', text('comments.close'), close),
      ),
      this.#error,
      this.#list,
      this.#form(text('comments.new'), text('comments.send'), '', (draft) => this.#send(ask('createComment', draft))),
    );
  }

  render({ panels, config }: HostView): void {
    const open = panels.comments && config.comments;
    this.node.hidden = !open;
    const isOther = this.#profile !== config.options.profile;
    if (isOther) {
      this.#profile = config.options.profile;
      this.#threads = [];
      this.#users = undefined;
    }
    if (open && (!this.#open || isOther)) void this.#load();
    this.#open = open;
  }

  async #load(): Promise<void> {
    if (this.#threads.length === 0) this.#showHint(this.#text('comments.loading'));
    const profile = this.#profile;
    try {
      const answer = await this.#ask('listComments', {});
      if (profile !== this.#profile) return;
      this.#threads = 'threads' in answer ? answer.threads : [];
      if ('unavailable' in answer) this.#showHint(answer.unavailable);
      else this.#draw();
    } catch (failure) {
      this.#showError(messageOf(failure));
    }
  }

  #draw(): void {
    const text = this.#text;
    const open = this.#threads.filter(({ resolved }) => !resolved);
    const resolvedCount = this.#threads.length - open.length;
    const shown = this.#showsResolved ? this.#threads : open;
    const showResolved = linkButton(text('comments.showResolved', resolvedCount), () => {
      this.#showsResolved = true;
      this.#draw();
    });
    replaceContent(
      this.#list,
      this.#threads.length === 0 && element('p', { class: 'hint' }, text('comments.none')),
      ...shown.map((thread) => makeThread(text, thread, this.#owner)),
      resolvedCount > 0 && !this.#showsResolved && showResolved,
    );
  }

  #form(
    label: string,
    buttonLabel: string,
    value: string,
    submit: (draft: CommentDraft) => Promise<boolean>,
  ): HTMLFormElement {
    return makeCommentForm(this.#text, { label, buttonLabel, value, submit, users: () => this.#mentionable() });
  }

  #mentionable(): Promise<readonly CommentPerson[]> {
    this.#users ??= this.#ask('mentionableUsers', {}).then(
      ({ users }) => users,
      () => {
        this.#users = undefined;
        return [];
      },
    );
    return this.#users;
  }

  /** Reads the threads again after a change; false after a failure. */
  async #send(request: Promise<{ ok: true } | { ok: false; message: string }>): Promise<boolean> {
    try {
      const answer = await request;
      if (!answer.ok) {
        this.#showError(answer.message);
        return false;
      }
      this.#error.hidden = true;
      await this.#load();
      return true;
    } catch (failure) {
      this.#showError(messageOf(failure));
      return false;
    }
  }

  #showHint(message: string): void {
    replaceContent(this.#list, element('p', { class: 'hint' }, message));
  }

  #showError(message: string): void {
    this.#error.textContent = message;
    this.#error.hidden = false;
  }
}
