/** Handles the events of the embedded page: each changes a part of the host page. */

import { type EmbedEvent, sessionExchangeError } from '../../contract/messages/events.ts';
import type { HostText } from '../shared/pageTexts.ts';
import type { LoadProgress } from './loadProgress.ts';
import type { SessionDriver } from './sessionDriver.ts';
import type { Notice, Notices } from './view/notices.ts';
import type { PathHistory } from './view/pathHistory.ts';

/** Milliseconds between two definitions that events open. */
const definitionPauseMs = 300;

export interface EventTargets {
  readonly text: HostText;
  readonly session: SessionDriver;
  readonly history: PathHistory;
  readonly progress: LoadProgress;
  readonly notices: Notices;
  followsDrilldown(): boolean;
  openDefinition(member: string): void;
  /** Sends all options again to a page that lost them. */
  resendOptions(): void;
}

export function makeEventHandler(targets: EventTargets): (event: EmbedEvent) => void {
  const { text, session, history, progress, notices } = targets;
  let definitionOpenedAt = Number.NEGATIVE_INFINITY;
  // A user drills into one measure at a time. A page that sends more events must not open a definition for each.
  const followDrilldown = (member: string) => {
    const now = performance.now();
    if (now < definitionOpenedAt + definitionPauseMs) return;
    definitionOpenedAt = now;
    targets.openDefinition(member);
  };
  return (event) => {
    const notice = eventNotice(event, text, targets.openDefinition);
    if (notice) notices.show(notice);
    if (notice?.kind === 'error') progress.errorReported(notice.topic);
    switch (event.name) {
      case 'ready':
        // The page mounts again after its session expired and has lost all actions since the load.
        if (session.state.ready) targets.resendOptions();
        session.step({ input: 'ready', mode: event.payload.mode });
        return;
      case 'view':
      case 'navigate':
        history.visited(event.payload.path);
        return;
      case 'dashboard-loaded':
        progress.finish(event.payload);
        session.step({ input: 'loaded' });
        return;
      case 'session-expiring':
        session.step({ input: 'expiring', ...event.payload });
        return;
      case 'session-expired':
        session.step({ input: 'expired', ...event.payload });
        return;
      case 'drilldown':
        if (targets.followsDrilldown()) followDrilldown(event.payload.member);
        return;
      case 'error':
        if (event.payload.name === sessionExchangeError) {
          session.step({ input: 'exchange-refused', message: event.payload.message });
        } else if (event.payload.fatal) session.step({ input: 'fatal', message: event.payload.message });
        return;
    }
  };
}

/** In characters. A longer name cannot be a member. */
const maxMember = 500;

/** Undefined for an event that needs no notice. */
function eventNotice(event: EmbedEvent, text: HostText, openDefinition: (member: string) => void): Notice | undefined {
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
