/** The notice for an event of the embedded page. */

import { type EmbedEvent, sessionExchangeError } from '../../contract/messages/events.ts';
import type { Notice } from './view/notices.ts';
import type { Texts } from './view/texts.ts';

/** Characters; longer names are no members. */
const maxMember = 500;

/** Undefined for an event that needs no notice. */
export function eventNotice(
  event: EmbedEvent,
  text: Texts,
  openDefinition: (member: string) => void,
): Notice | undefined {
  const definitionLink = (member: string): Notice['link'] =>
    member.length > maxMember
      ? undefined
      : { label: text('notice.definition', member), click: () => openDefinition(member) };
  switch (event.name) {
    case 'drilldown': {
      const { member } = event.payload;
      const message = text('notice.drilldown', member);
      return { kind: 'info', topic: 'drilldown', message, link: definitionLink(member) };
    }
    case 'ai-query': {
      const { query, status } = event.payload;
      const failed = status === 'error';
      const [member] = /\b[a-z_]\w*\.[a-z_]\w*\b/i.exec(query) ?? [];
      return {
        kind: failed ? 'warning' : 'info',
        topic: 'ai-query',
        message: text(failed ? 'notice.aiQueryFailed' : 'notice.aiQuery', query),
        link: member === undefined ? undefined : definitionLink(member),
      };
    }
    case 'download': {
      const { format, target, title, rowCount } = event.payload;
      const what = title ?? text(target === 'dashboard' ? 'notice.thisDashboard' : 'notice.aWidget');
      const message =
        rowCount == null
          ? text('notice.download', what, format.toUpperCase())
          : text('notice.downloadRows', what, format.toUpperCase(), rowCount);
      return { kind: 'info', topic: 'download', message };
    }
    case 'error': {
      const { message, name, context } = event.payload;
      if (name === sessionExchangeError) {
        return { kind: 'warning', topic: 'renewal', message: text('notice.renewalRefused') };
      }
      const whole = context ? text('notice.errorIn', context, message) : text('notice.error', message);
      return { kind: 'error', topic: `error ${context ?? ''}`, message: whole };
    }
    default:
      return undefined;
  }
}
