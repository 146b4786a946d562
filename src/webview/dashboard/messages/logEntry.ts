/** Makes log entries from messages of both directions. Entries are bounded in size and contain no secrets. */

import type { ActionMessage } from '../../../contract/messages/actions.ts';
import { clipped } from '../../../contract/messages/clipped.ts';
import type { GateDecision, SendResult } from './gate.ts';
import type { LoggedMessage } from './messageLog.ts';
import { previewText } from './previewText.ts';

type Entry = Omit<LoggedMessage, 'number'>;

/** @param data any value that `postMessage` can carry @param time epoch milliseconds @param origin reported by the browser */
export function incomingEntry(data: unknown, decision: GateDecision, time: number, origin?: string): Entry {
  const ignored = decision.kind === 'ignored';
  // For an ignored message, the whole value helps to find the cause.
  const { text, cut } = previewText(ignored ? data : field(data, 'payload'));
  const surface = field(data, 'surface');
  const sentAt = field(data, 'timestamp');
  return {
    time,
    direction: 'in',
    result: decision.kind,
    type: typeOf(data),
    payload: text,
    cut,
    reason: ignored ? decision.reason : undefined,
    detail: ignored ? decision.detail : '',
    member:
      decision.kind === 'known' && decision.event.name === 'drilldown'
        ? clipped(decision.event.payload.member, 500)
        : undefined,
    origin: origin === undefined ? undefined : clipped(origin, 200),
    surface: typeof surface === 'string' ? clipped(surface, 40) : undefined,
    sentAt: typeof sentAt === 'number' ? sentAt : undefined,
  };
}

export function outgoingEntry(message: ActionMessage, result: SendResult, time: number): Entry {
  const { text, cut } = previewText(message.payload);
  return {
    time,
    direction: 'out',
    type: message.type,
    payload: text,
    cut,
    result,
    reason: undefined,
    detail: '',
    member: undefined,
    origin: undefined,
    surface: undefined,
    sentAt: message.timestamp,
  };
}

function typeOf(data: unknown): string {
  const type = field(data, 'type');
  return typeof type === 'string' ? clipped(type, 200) : '';
}

function field(data: unknown, name: string): unknown {
  try {
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : undefined;
  } catch {
    return undefined;
  }
}
