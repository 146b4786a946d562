/** The detail view of one message: all fields of its log entry and the payload. */

import { type Child, element, replaceContent } from '../../../base/browser/dom.ts';
import type { HostText } from '../../shared/pageTexts.ts';
import { indentedPayload } from '../messages/messageLine.ts';
import type { LoggedMessage } from '../messages/messageLog.ts';
import { iconButton, linkButton } from '../view/buttons.ts';

export interface DetailOwner {
  copy(message: LoggedMessage): void;
  /** Opens the message in the composer. */
  compose(message: LoggedMessage): void;
  openDefinition(member: string): void;
  closed(): void;
}

export interface MessageDetail {
  readonly node: HTMLElement;
  show(message: LoggedMessage, resultText: string): void;
  close(): void;
}

export function makeMessageDetail(text: HostText, owner: DetailOwner): MessageDetail {
  const node = element('section', {
    class: 'detail',
    hidden: true,
    role: 'region',
    'aria-label': text('inspector.detail'),
  });
  const close = () => {
    if (node.hidden) return;
    node.hidden = true;
    owner.closed();
  };
  node.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  });
  const field = (name: Parameters<HostText>[0], value: string | undefined): Child =>
    value !== undefined && value !== '' && element('div', {}, element('dt', {}, text(name)), element('dd', {}, value));

  const show = (message: LoggedMessage, resultText: string) => {
    const { member, time, sentAt, direction } = message;
    replaceContent(
      node,
      element(
        'div',
        { class: 'bar' },
        element('h3', {}, message.type || text('inspector.detail')),
        element('span', { class: 'spacer' }),
        iconButton('copy', text('inspector.copyOne'), () => owner.copy(message)),
        direction === 'out' && iconButton('compose', text('inspector.again'), () => owner.compose(message)),
        iconButton('close', text('inspector.closeDetail'), close),
      ),
      element(
        'dl',
        {},
        field('inspector.result', `${resultText}. ${explanation(text, message)}`),
        field('inspector.reason', message.detail),
        field('inspector.time', isoTime(time)),
        field(
          'inspector.timestamp',
          sentAt === undefined || direction === 'out' ? undefined : sentAtText(text, sentAt, time),
        ),
        field('inspector.origin', message.origin),
        field('inspector.surface', message.surface),
      ),
      member !== undefined && linkButton(text('notice.definition', member), () => owner.openDefinition(member)),
      element('pre', { tabindex: 0, 'aria-label': text('inspector.messagePayload') }, indentedPayload(message) || '—'),
      message.cut && element('p', { class: 'hint' }, text('inspector.cut')),
    );
    node.hidden = false;
  };
  return { node, show, close };
}

function explanation(text: HostText, { result, reason }: LoggedMessage): string {
  if (reason) return text(`why.${reason}`);
  return result === 'known' || result === 'unknown' || result === 'sent' ? text(`why.${result}`) : '';
}

/** The time comes from the embedded page and may be any number. */
function isoTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
}

function sentAtText(text: HostText, sentAt: number, time: number): string {
  const delay = Math.round(time - sentAt);
  return Number.isFinite(delay) ? text('inspector.sentEarlier', isoTime(sentAt), delay) : String(sentAt);
}
