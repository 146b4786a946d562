/** A message that passed the gate, or did not, as a line of the inspector's log: bounded, without secrets. Knows no display. */

import type { ActionMessage } from '../../contract/messages/actions.ts';
import { clipped } from '../../contract/messages/clipped.ts';
import type { GateVerdict, SendVerdict } from './gate.ts';
import type { LoggedMessage } from './messageLog.ts';
import { preview } from './preview.ts';

type Entry = Omit<LoggedMessage, 'number'>;

/** @param data whatever `postMessage` carried @param time epoch milliseconds */
export function logIncoming(data: unknown, verdict: GateVerdict, time: number): Entry {
  const common = { time, direction: 'in', verdict: verdict.verdict } as const;
  if (verdict.verdict === 'ignored') {
    const { text, cut } = preview(data);
    return {
      ...common,
      type: typeOf(data),
      payload: text,
      cut,
      reason: verdict.reason,
      detail: verdict.detail,
      member: undefined,
    };
  }
  const { text, cut } = preview(payloadOf(data));
  const member =
    verdict.verdict === 'known' && verdict.event.name === 'drilldown'
      ? clipped(verdict.event.payload.member, 500)
      : undefined;
  return { ...common, type: typeOf(data), payload: text, cut, reason: undefined, detail: '', member };
}

export function logOutgoing(message: ActionMessage, verdict: SendVerdict, time: number): Entry {
  const { text, cut } = preview(message.payload);
  return {
    time,
    direction: 'out',
    type: message.type,
    payload: text,
    cut,
    verdict,
    reason: undefined,
    detail: '',
    member: undefined,
  };
}

function typeOf(data: unknown): string {
  const type = field(data, 'type');
  return typeof type === 'string' ? clipped(type, 200) : '';
}

function payloadOf(data: unknown): unknown {
  return field(data, 'payload');
}

function field(data: unknown, name: string): unknown {
  try {
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : undefined;
  } catch {
    return undefined;
  }
}
