/** The names of the embed messages with one prefix. Spec: “Events”. */

/** The prefix of the hosted platform; a connection may use another one. */
export const defaultPrefix = 'svc';

export const eventNames = [
  'ready',
  'view',
  'navigate',
  'dashboard-loaded',
  'download',
  'drilldown',
  'ai-query',
  'session-expiring',
  'session-expired',
  'error',
] as const;
export type EventName = (typeof eventNames)[number];

export const actionNames = [
  'set-color-scheme',
  'set-theme',
  'set-locale',
  'set-timezone',
  'set-filter',
  'navigate',
  'refresh',
  'set-session',
] as const;
export type ActionName = (typeof actionNames)[number];

/** Converts between names and message types on the wire. */
export interface ProtocolNames {
  readonly prefix: string;
  /** The `source` of every envelope: `svc-embed`. */
  readonly source: string;
  /** `svc:event:ready`. */
  event(name: EventName): string;
  /** `svc:action:refresh`. */
  action(name: ActionName): string;
  /** The event of a message type; undefined for an unknown type. */
  eventOf(type: string): EventName | undefined;
  /** The action of a message type; undefined for an unknown type. */
  actionOf(type: string): ActionName | undefined;
}

/** @param prefix a word of letters, digits and hyphens. @throws Error for anything else. */
export function protocolNames(prefix: string = defaultPrefix): ProtocolNames {
  if (!/^[A-Za-z][\w-]*$/.test(prefix)) throw new Error(`“${prefix}” cannot be the prefix of embed messages`);
  const event = (name: EventName) => `${prefix}:event:${name}`;
  const action = (name: ActionName) => `${prefix}:action:${name}`;
  const events = new Map(eventNames.map((name) => [event(name), name]));
  const actions = new Map(actionNames.map((name) => [action(name), name]));
  return {
    prefix,
    source: `${prefix}-embed`,
    event,
    action,
    eventOf: (type) => events.get(type),
    actionOf: (type) => actions.get(type),
  };
}
