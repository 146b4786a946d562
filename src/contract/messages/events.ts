/** The ten events that an embedded page sends to its host, with their payloads. Spec: “Event catalog (embed to host)”. */

import * as z from 'zod/mini';
import { faultOf, parseEnvelope, type Rejected, rejected, Surface, unreadable } from './envelope.ts';
import type { EventName, ProtocolNames } from './names.ts';

/** Optional fields may be null or absent. */
const optionalText = z.nullish(z.string());
const optionalNumber = z.nullish(z.number());

/** Payloads by event. Other fields are accepted and removed. */
const eventPayloads = {
  ready: z.object({
    embedTenant: z.nullable(z.string()),
    deploymentId: z.nullable(z.number()),
    mode: z.enum(['signed', 'private']),
    surface: Surface,
    publicId: optionalText,
  }),
  view: z.object({ surface: Surface, path: z.string(), publicId: optionalText, title: optionalText }),
  navigate: z.object({ path: z.string(), previousPath: optionalText }),
  'dashboard-loaded': z.object({
    publicId: optionalText,
    widgetCount: optionalNumber,
    /** Milliseconds from mount to all widgets loaded. */
    loadDurationMs: optionalNumber,
  }),
  download: z.object({
    format: z.enum(['csv', 'xlsx', 'png', 'pdf']),
    target: z.enum(['widget', 'dashboard']),
    widgetId: optionalText,
    title: optionalText,
    rowCount: optionalNumber,
  }),
  drilldown: z.object({
    /** The measure with its view or cube: `orders.count`. */
    member: z.string(),
    value: z.optional(z.unknown()),
    widgetId: optionalText,
  }),
  'ai-query': z.object({
    query: z.string(),
    status: z.enum(['submitted', 'completed', 'error']),
    chatId: optionalText,
    agentId: optionalText,
  }),
  /** `expiresAt` in epoch milliseconds; `expiresInMs` is 0 if that time has passed. */
  'session-expiring': z.object({ expiresAt: z.number(), expiresInMs: z.number() }),
  'session-expired': z.object({ expiredAt: z.number() }),
  error: z.object({
    message: z.string(),
    name: optionalText,
    /** For example `embed-render`, `session-renewal`. */
    context: optionalText,
    /** Whether the whole surface failed. */
    fatal: z.nullish(z.boolean()),
  }),
} satisfies Record<EventName, z.ZodMiniType>;

/** Events that only the dashboard surface sends; all surfaces send the others. Spec: column “Surfaces”. */
export const dashboardEvents: readonly EventName[] = ['dashboard-loaded', 'download', 'drilldown'];

/** The `name` of the error event after a rejected session id. Spec: “States and transitions”. */
export const sessionExchangeError = 'EmbedSessionExchangeError';

export type EventPayload<Name extends EventName> = z.output<(typeof eventPayloads)[Name]>;

export type EmbedEvent = {
  [Name in EventName]: { name: Name; payload: EventPayload<Name>; surface: Surface; timestamp: number };
}[EventName];

export type ParsedEvent =
  | { kind: 'known'; event: EmbedEvent }
  /** A valid envelope of a type that is not in the catalog. It has no effect. */
  | { kind: 'unknown'; type: string; surface: Surface }
  | Rejected;

/** Parses a message of an embedded page. Accepts anything that `postMessage` can carry; never throws. */
export function parseEvent(message: unknown, names: ProtocolNames): ParsedEvent {
  const envelope = parseEnvelope(message, 'event', names);
  if ('kind' in envelope) return envelope;
  const surface = envelope.surface!;
  const name = names.eventOf(envelope.type);
  if (!name) return { kind: 'unknown', type: envelope.type, surface };
  try {
    const payload = eventPayloads[name].safeParse(envelope.payload);
    if (!payload.success) return rejected('payload', faultOf(payload.error));
    const event = { name, payload: payload.data, surface, timestamp: envelope.timestamp } as EmbedEvent;
    return { kind: 'known', event };
  } catch (failure) {
    return unreadable(failure);
  }
}

/** The envelope of an event, as an embedded page sends it. @param now epoch milliseconds */
export function eventMessage<Name extends EventName>(
  names: ProtocolNames,
  name: Name,
  payload: z.input<(typeof eventPayloads)[Name]>,
  surface: Surface,
  now: number,
) {
  return { source: names.source, direction: 'event', type: names.event(name), payload, timestamp: now, surface };
}
