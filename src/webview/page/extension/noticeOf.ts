/** What an event means to a person, in one sentence and with the way on; undefined for those that show themselves. */

import type { EmbedEvent } from '../../../contract/messages/events.ts';
import { sessionExchangeError } from '../../../contract/messages/events.ts';
import type { Texts } from '../elements/texts.ts';
import type { Notice } from './notices.ts';

export function noticeOf(event: EmbedEvent, text: Texts, openDefinition: (member: string) => void): Notice | undefined {
  // No member has a longer name.
  const definition = (member: string) =>
    member.length > 500
      ? undefined
      : {
          label: text('notice.definition', member),
          click: () => openDefinition(member),
        };
  switch (event.name) {
    case 'drilldown': {
      const { member } = event.payload;
      return { kind: 'info', topic: 'drilldown', message: text('notice.drilldown', member), link: definition(member) };
    }
    case 'ai-query': {
      const { query, status } = event.payload;
      const failed = status === 'error';
      const [member] = /\b[a-z_]\w*\.[a-z_]\w*\b/i.exec(query) ?? [];
      return {
        kind: failed ? 'warning' : 'info',
        topic: 'ai-query',
        message: text(failed ? 'notice.aiQueryFailed' : 'notice.aiQuery', query),
        link: member === undefined ? undefined : definition(member),
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
      const words = context ? text('notice.errorIn', context, message) : text('notice.error', message);
      return { kind: 'error', topic: `error ${context ?? ''}`, message: words };
    }
    default:
      return undefined;
  }
}
