/** The comments of the dashboard: threads, replies, mentions; what is one's own can be changed. The extension speaks with the platform. */

import { element, replaceContent } from '../../base/browser/dom.ts';
import { messageOf } from '../../base/errors.ts';
import type { CommentPerson, CommentThread, DashboardComment } from '../../contract/messages/hostComments.ts';
import { iconButton } from './elements/buttons.ts';
import type { Texts } from './elements/texts.ts';
import type { ExtensionLink } from './extension/extensionLink.ts';
import type { HostView } from './extension/view.ts';

type Sent = Promise<{ ok: true } | { ok: false; message: string }>;

export class CommentsPanel {
  readonly node: HTMLElement;
  readonly #text: Texts;
  readonly #ask: ExtensionLink;
  readonly #time: Intl.DateTimeFormat;
  readonly #list = element('div', { class: 'threads', 'aria-live': 'polite' });
  readonly #wrong = element('p', { class: 'wrong', role: 'alert', hidden: true });
  #people: Promise<readonly CommentPerson[]> | undefined;
  #threads: readonly CommentThread[] = [];
  #resolvedShown = false;
  #open = false;

  constructor(text: Texts, ask: ExtensionLink, locale: string, close: () => void) {
    this.#text = text;
    this.#ask = ask;
    this.#time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
    this.node = element(
      'aside',
      { class: 'comments', 'aria-label': text('comments.label'), hidden: true },
      element(
        'header',
        {},
        element('h2', {}, text('comments.label')),
        element('span', { class: 'spacer' }),
        iconButton('refresh', text('comments.reload'), () => void this.#read()),
        iconButton('close', text('comments.close'), close),
      ),
      this.#wrong,
      this.#list,
      this.#form(text('comments.new'), text('comments.send'), '', (draft) => ask('createComment', draft)),
    );
  }

  render({ panels, config }: HostView): void {
    const open = panels.comments && config.comments;
    this.node.hidden = !open;
    if (open && !this.#open) void this.#read();
    this.#open = open;
  }

  async #read(): Promise<void> {
    if (this.#threads.length === 0)
      replaceContent(this.#list, element('p', { class: 'hint' }, this.#text('comments.loading')));
    try {
      const answer = await this.#ask('listComments', {});
      this.#threads = 'threads' in answer ? answer.threads : [];
      if ('unavailable' in answer) replaceContent(this.#list, element('p', { class: 'hint' }, answer.unavailable));
      else this.#draw();
    } catch (failure) {
      this.#fail(messageOf(failure));
    }
  }

  #draw(): void {
    const text = this.#text;
    const resolved = this.#threads.filter((thread) => thread.resolved);
    const shown = this.#resolvedShown ? this.#threads : this.#threads.filter((thread) => !thread.resolved);
    const more = element(
      'button',
      {
        class: 'link',
        type: 'button',
        onclick: () => {
          this.#resolvedShown = true;
          this.#draw();
        },
      },
      text('comments.showResolved', resolved.length),
    );
    replaceContent(
      this.#list,
      this.#threads.length === 0 && element('p', { class: 'hint' }, text('comments.none')),
      ...shown.map((thread) => this.#thread(thread)),
      resolved.length > 0 && !this.#resolvedShown && more,
    );
  }

  #thread(thread: CommentThread): HTMLElement {
    const text = this.#text;
    const [first] = thread.comments;
    const resolve = () => this.#send(this.#ask('resolveComment', { commentId: thread.id, resolved: !thread.resolved }));
    return element(
      'article',
      { class: thread.resolved ? 'thread resolved' : 'thread' },
      thread.resolved && element('p', { class: 'hint' }, text('comments.resolved')),
      ...thread.comments.map((comment) => this.#comment(comment)),
      first?.mine && this.#button(text(thread.resolved ? 'comments.reopen' : 'comments.resolve'), () => void resolve()),
      this.#form(text('comments.reply'), text('comments.replyButton'), '', (draft) =>
        this.#ask('replyToComment', { threadId: thread.id, ...draft }),
      ),
    );
  }

  #comment(comment: DashboardComment): HTMLElement {
    const text = this.#text;
    const when = Number.isNaN(Date.parse(comment.createdAt)) ? '' : this.#time.format(new Date(comment.createdAt));
    const head = element(
      'div',
      { class: 'head' },
      element('strong', {}, comment.author.name),
      element('time', { datetime: comment.createdAt }, when),
      comment.editedAt && !comment.deleted && element('span', { class: 'hint' }, text('comments.edited')),
    );
    const node = element('div', { class: 'comment', 'data-comment': comment.id });
    const show = () => replaceContent(node, head, this.#words(comment), comment.mine && !comment.deleted && own);
    const edit = () => {
      const form = this.#form(text('comments.edit'), text('comments.save'), comment.text, (draft) =>
        this.#ask('editComment', { commentId: comment.id, ...draft }),
      );
      replaceContent(node, head, form, this.#button(text('comments.cancel'), show));
      form.querySelector('textarea')?.focus();
    };
    const sure = () =>
      replaceContent(
        own,
        text('comments.deleteSure'),
        this.#button(
          text('comments.delete'),
          () => void this.#send(this.#ask('deleteComment', { commentId: comment.id })),
        ),
        this.#button(text('comments.cancel'), show),
      );
    const own = element(
      'div',
      { class: 'buttons' },
      this.#button(text('comments.edit'), edit),
      this.#button(text('comments.delete'), sure),
    );
    show();
    return node;
  }

  #words(comment: DashboardComment): HTMLElement {
    if (comment.deleted) return element('p', { class: 'hint' }, this.#text('comments.deleted'));
    return element('p', { class: 'words' }, comment.text);
  }

  #button(label: string, click: () => void): HTMLButtonElement {
    return element('button', { class: 'link', type: 'button', onclick: click }, label);
  }

  #form(
    label: string,
    send: string,
    value: string,
    ask: (draft: { text: string; mentions: string[] }) => Sent,
  ): HTMLFormElement {
    const words = element('textarea', { rows: 2, placeholder: label, 'aria-label': label });
    words.value = value;
    const offered = element('div', {
      class: 'mentions',
      role: 'listbox',
      'aria-label': this.#text('comments.mention'),
      hidden: true,
    });
    words.addEventListener('input', () => void this.#offer(words, offered));
    const button = element('button', { class: 'primary', type: 'submit' }, send);
    const submit = async (event: Event) => {
      event.preventDefault();
      const text = words.value.trim();
      if (text === '') return words.focus();
      button.disabled = true;
      const people = await this.#mentionable();
      const mentions = people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
      if (await this.#send(ask({ text, mentions }))) words.value = '';
      button.disabled = false;
    };
    return element('form', { onsubmit: (event) => void submit(event) }, words, offered, button);
  }

  /** Whom an `@` at the end of what is written may mean. */
  async #offer(words: HTMLTextAreaElement, offered: HTMLElement): Promise<void> {
    const found = /@([^@\n]{0,40})$/.exec(words.value.slice(0, words.selectionStart));
    offered.hidden = true;
    if (!found) return;
    const begun = found[1]!.toLowerCase();
    const people = (await this.#mentionable()).filter(({ name }) => name.toLowerCase().startsWith(begun)).slice(0, 6);
    replaceContent(
      offered,
      ...people.map(({ name }) =>
        element(
          'button',
          {
            type: 'button',
            role: 'option',
            onclick: () => {
              words.setRangeText(`@${name} `, found.index, words.selectionStart, 'end');
              offered.hidden = true;
              words.focus();
            },
          },
          name,
        ),
      ),
    );
    offered.hidden = people.length === 0;
  }

  #mentionable(): Promise<readonly CommentPerson[]> {
    this.#people ??= this.#ask('mentionableUsers', {}).then(
      ({ users }) => users,
      () => {
        this.#people = undefined;
        return [];
      },
    );
    return this.#people;
  }

  async #send(sent: Sent): Promise<boolean> {
    try {
      const answer = await sent;
      if (!answer.ok) {
        this.#fail(answer.message);
        return false;
      }
      this.#wrong.hidden = true;
      await this.#read();
      return true;
    } catch (failure) {
      this.#fail(messageOf(failure));
      return false;
    }
  }

  #fail(message: string): void {
    this.#wrong.textContent = message;
    this.#wrong.hidden = false;
  }
}
