/** The envelope that every embed message travels in, both ways. Spec: “Envelope (both directions)”. Knows no event and no action. */

import * as z from 'zod/mini';
import { clipped } from './clipped.ts';
import type { ProtocolNames } from './names.ts';

export const Surface = z.enum(['dashboard', 'app', 'chat']);
export type Surface = z.output<typeof Surface>;

export type Direction = 'event' | 'action';

export interface Envelope {
  source: string;
  direction: Direction;
  type: string;
  payload: Record<string, unknown>;
  /** Epoch milliseconds. */
  timestamp: number;
  /** Always on events, never on actions. */
  surface?: Surface;
}

/** Why a message is not what it should be; the first rule it breaks, in the order receivers check them. */
export type EnvelopeFault =
  | 'not-an-object'
  | 'source'
  | 'direction'
  | 'type'
  | 'payload'
  | 'timestamp'
  | 'surface'
  | 'unreadable';

export interface Rejected {
  kind: 'rejected';
  reason: EnvelopeFault;
  /** One line for a person: what was expected, and where. */
  detail: string;
}

export function rejected(reason: EnvelopeFault, detail: string): Rejected {
  return { kind: 'rejected', reason, detail };
}

/** For a message whose fields cannot even be read, for example because a getter throws. */
export function unreadable(failure: unknown): Rejected {
  return rejected('unreadable', failure instanceof Error ? failure.message : 'It cannot be read.');
}

const kinds: Record<string, (value: unknown) => string> = {
  string: (value) => `“${clipped(value as string, 80)}”`,
  number: String,
  boolean: String,
  undefined: () => 'nothing',
};

function said(value: unknown): string {
  return kinds[typeof value]?.(value) ?? (value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of the message itself: what a prototype lends does not count. */
function own(message: object, field: string): unknown {
  return Object.hasOwn(message, field) ? (message as Record<string, unknown>)[field] : undefined;
}

/**
 * The envelope in a message of the given direction, or why it is none. Extra fields are tolerated and left out.
 * Takes anything that `postMessage` can carry; never throws.
 */
export function parseEnvelope(message: unknown, direction: Direction, names: ProtocolNames): Envelope | Rejected {
  try {
    return readEnvelope(message, direction, names);
  } catch (failure) {
    return unreadable(failure);
  }
}

function readEnvelope(message: unknown, direction: Direction, names: ProtocolNames): Envelope | Rejected {
  if (!isObject(message)) return rejected('not-an-object', `A message is an object, not ${said(message)}.`);
  const source = own(message, 'source');
  if (source !== names.source) return rejected('source', `source is ${said(source)}, not “${names.source}”.`);
  const headed = own(message, 'direction');
  if (headed !== direction) return rejected('direction', `direction is ${said(headed)}, not “${direction}”.`);
  const type = own(message, 'type');
  if (typeof type !== 'string' || type === '') return rejected('type', `type is ${said(type)}, not a name.`);
  // An action without content may come without a payload: the table of actions writes “none”.
  const payload = own(message, 'payload') ?? (direction === 'action' ? {} : undefined);
  if (!isObject(payload)) return rejected('payload', `payload is ${said(payload)}, not an object.`);
  const timestamp = own(message, 'timestamp');
  if (typeof timestamp !== 'number' || !Number.isFinite(timestamp))
    return rejected('timestamp', `timestamp is ${said(timestamp)}, not a time in milliseconds.`);
  const envelope = { source, direction, type, payload, timestamp };
  const stated = own(message, 'surface');
  if (direction === 'action')
    return stated === undefined ? envelope : rejected('surface', 'An action never carries a surface.');
  const surface = Surface.safeParse(stated);
  if (!surface.success) return rejected('surface', `surface is ${said(stated)}, not dashboard, app or chat.`);
  return { ...envelope, surface: surface.data };
}

/** The first fault of a payload in words: `expiresAt: expected number, received string`. */
export function faultOf(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'It has another shape.';
  const where = issue.path.map(String).join('.');
  const expected = 'expected' in issue ? `expected ${String(issue.expected)}` : issue.message;
  const values =
    'values' in issue && Array.isArray(issue.values) ? `expected one of ${issue.values.join(', ')}` : expected;
  return where === '' ? values : `${where}: ${values}`;
}
