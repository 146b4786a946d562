/** One thread of comments. Authors can edit, delete and resolve their own comments. */

import { element, replaceContent } from '../../../base/browser/dom.ts';
import type { CommentThread, DashboardComment } from '../../../contract/messages/hostComments.ts';
import type { HostText } from '../../shared/pageTexts.ts';
import { linkButton } from '../view/buttons.ts';
import type { CommentDraft } from './commentForm.ts';

export interface ThreadOwner {
  readonly time: Intl.DateTimeFormat;
  form(
    label: string,
    buttonLabel: string,
    value: string,
    submit: (draft: CommentDraft) => Promise<boolean>,
  ): HTMLElement;
  reply(threadId: string, draft: CommentDraft): Promise<boolean>;
  edit(commentId: string, draft: CommentDraft): Promise<boolean>;
  remove(commentId: string): Promise<boolean>;
  resolve(commentId: string, resolved: boolean): Promise<boolean>;
}

export function makeThread(text: HostText, thread: CommentThread, owner: ThreadOwner): HTMLElement {
  const [first] = thread.comments;
  const resolveLabel = text(thread.resolved ? 'comments.reopen' : 'comments.resolve');
  return element(
    'article',
    { class: thread.resolved ? 'thread resolved' : 'thread' },
    thread.resolved && element('p', { class: 'hint' }, text('comments.resolved')),
    ...thread.comments.map((comment) => makeComment(text, comment, owner)),
    first?.mine && linkButton(resolveLabel, () => void owner.resolve(thread.id, !thread.resolved)),
    owner.form(text('comments.reply'), text('comments.replyButton'), '', (draft) => owner.reply(thread.id, draft)),
  );
}

function makeComment(text: HostText, comment: DashboardComment, owner: ThreadOwner): HTMLElement {
  const { createdAt } = comment;
  const when = Number.isNaN(Date.parse(createdAt)) ? '' : owner.time.format(new Date(createdAt));
  const head = element(
    'div',
    { class: 'head' },
    element('strong', {}, comment.author.name),
    element('time', { datetime: createdAt }, when),
    comment.editedAt && !comment.deleted && element('span', { class: 'hint' }, text('comments.edited')),
  );
  const body = comment.deleted
    ? element('p', { class: 'hint' }, text('comments.deleted'))
    : element('p', { class: 'comment-text' }, comment.text);
  const node = element('div', { class: 'comment', 'data-comment': comment.id });
  const show = () => {
    const buttons = element(
      'div',
      { class: 'buttons' },
      linkButton(text('comments.edit'), edit),
      linkButton(text('comments.delete'), () => confirmDelete(buttons)),
    );
    replaceContent(node, head, body, comment.mine && !comment.deleted && buttons);
  };
  const edit = () => {
    const form = owner.form(text('comments.edit'), text('comments.save'), comment.text, (draft) =>
      owner.edit(comment.id, draft),
    );
    replaceContent(node, head, form, linkButton(text('comments.cancel'), show));
    form.querySelector('textarea')?.focus();
  };
  const confirmDelete = (buttons: HTMLElement) =>
    replaceContent(
      buttons,
      text('comments.confirmDelete'),
      linkButton(text('comments.delete'), () => void owner.remove(comment.id)),
      linkButton(text('comments.cancel'), show),
    );
  show();
  return node;
}
