/** One message of the log with everything that is known of it. */

import { type Child, element, replaceContent } from '../../../base/browser/dom.ts';
import { indentedPayload } from '../../core/messageLine.ts';
import type { LoggedMessage } from '../../core/messageLog.ts';
import { iconButton } from '../elements/buttons.ts';
import type { Texts } from '../elements/texts.ts';

export interface DetailOwner {
  copy(message: LoggedMessage): void;
  /** Puts it into the composer. */
  compose(message: LoggedMessage): void;
  openDefinition(member: string): void;
  closed(): void;
}

export interface MessageDetail {
  readonly node: HTMLElement;
  show(message: LoggedMessage, resultText: string): void;
  close(): void;
}

export function makeMessageDetail(text: Texts, owner: DetailOwner): MessageDetail {
  const attributes = { hidden: true, role: 'region', 'aria-label': text('inspector.detail') };
  const node = element('section', { class: 'detail', ...attributes });
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
  const fact = (name: Parameters<Texts>[0], value: string | undefined): Child =>
    value !== undefined && value !== '' && element('div', {}, element('dt', {}, text(name)), element('dd', {}, value));

  const show = (message: LoggedMessage, resultText: string) => {
    const { member, time, sentAt, direction } = message;
    const sent = sentAt === undefined || direction === 'out' ? undefined : sentWords(text, sentAt, time);
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
        fact('inspector.result', `${resultText}. ${why(text, message)}`),
        fact('inspector.why', message.detail),
        fact('inspector.time', isoTime(time)),
        fact('inspector.timestamp', sent),
        fact('inspector.origin', message.origin),
        fact('inspector.surface', message.surface),
      ),
      member !== undefined &&
        element(
          'button',
          { class: 'link', type: 'button', onclick: () => owner.openDefinition(member) },
          text('notice.definition', member),
        ),
      element('pre', { tabindex: 0, 'aria-label': text('inspector.messagePayload') }, words(message)),
      message.cut && element('p', { class: 'hint' }, text('inspector.cut')),
    );
    node.hidden = false;
  };
  return { node, show, close };
}

function why(text: Texts, { result, reason }: LoggedMessage): string {
  if (reason) return text(`why.${reason}`);
  return result === 'known' || result === 'unknown' || result === 'sent' ? text(`why.${result}`) : '';
}

function words(message: LoggedMessage): string {
  return indentedPayload(message) || '—';
}

/** A time may be anything a number can be: the embed says it. */
function isoTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
}

function sentWords(text: Texts, sentAt: number, time: number): string {
  const late = Math.round(time - sentAt);
  return Number.isFinite(late) ? text('inspector.sentEarlier', isoTime(sentAt), late) : String(sentAt);
}
