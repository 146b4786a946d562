/** The eight actions that a host sends to an embedded page, with their payloads. Spec: “Action catalog (host to embed)”. */

import * as z from 'zod/mini';
import { faultOf, parseEnvelope, type Rejected, rejected, unreadable } from './envelope.ts';
import type { ActionName, ProtocolNames } from './names.ts';

const ColorScheme = z.enum(['light', 'dark', 'auto']);

/** A brand theme. Only the fields that the specification names are typed. */
export const EmbedTheme = z.looseObject({
  primaryColor: z.nullish(z.string()),
  borderRadius: z.nullish(z.union([z.string(), z.number()])),
  font: z.nullish(z.string()),
});
export type EmbedTheme = z.output<typeof EmbedTheme>;

const nonEmptyText = z.string().check(z.minLength(1));

/** Payloads by action. The receiver ignores an invalid time zone or filter. */
export const actionPayloads = {
  'set-color-scheme': z.object({ scheme: ColorScheme }),
  'set-theme': EmbedTheme,
  'set-locale': z.object({ locale: nonEmptyText }),
  'set-timezone': z.object({ timezone: nonEmptyText }),
  'set-filter': z.object({ filterUrlParameter: nonEmptyText }),
  navigate: z.object({ path: nonEmptyText }),
  refresh: z.object({}),
  'set-session': z.object({ sessionId: nonEmptyText }),
} satisfies Record<ActionName, z.ZodMiniType>;

export type ActionPayload<Name extends ActionName> = z.output<(typeof actionPayloads)[Name]>;

export type EmbedAction = {
  [Name in ActionName]: { name: Name; payload: ActionPayload<Name> };
}[ActionName];

/** An action on the wire: the envelope without a `surface`. */
export interface ActionMessage {
  source: string;
  direction: 'action';
  type: string;
  payload: Record<string, unknown>;
  timestamp: number;
}

type ParsedAction =
  | { kind: 'known'; action: EmbedAction; timestamp: number }
  | { kind: 'unknown'; type: string }
  | Rejected;

/** Parses a message of the host. Accepts anything that `postMessage` can carry; never throws. */
export function parseAction(message: unknown, names: ProtocolNames): ParsedAction {
  const envelope = parseEnvelope(message, 'action', names);
  if ('kind' in envelope) return envelope;
  const name = names.actionOf(envelope.type);
  if (!name) return { kind: 'unknown', type: envelope.type };
  try {
    const payload = actionPayloads[name].safeParse(envelope.payload);
    if (!payload.success) return rejected('payload', faultOf(payload.error));
    return { kind: 'known', action: { name, payload: payload.data } as EmbedAction, timestamp: envelope.timestamp };
  } catch (failure) {
    return unreadable(failure);
  }
}

/** The envelope of an action, as a host sends it. @param now epoch milliseconds */
export function actionMessage(names: ProtocolNames, action: EmbedAction, now: number): ActionMessage {
  const { name, payload } = action;
  return {
    source: names.source,
    direction: 'action',
    type: names.action(name),
    payload: payload as Record<string, unknown>,
    timestamp: now,
  };
}
