/** The envelope of every embed message, in both directions. Spec: “Envelope (both directions)”. */

import * as z from 'zod/mini';
import { clipped } from './clipped.ts';
import type { ProtocolNames } from './names.ts';

export const Surface = z.enum(['dashboard', 'app', 'chat']);
export type Surface = z.output<typeof Surface>;

export type Direction = 'event' | 'action';

interface Envelope {
  source: string;
  direction: Direction;
  type: string;
  payload: Record<string, unknown>;
  /** Epoch milliseconds. */
  timestamp: number;
  /** Always on events, never on actions. */
  surface?: Surface;
}

/** The first rule that a message breaks, in the order in which receivers check them. */
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
  /** The expected value and its place, in one line. */
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

function describe(value: unknown): string {
  return kinds[typeof value]?.(value) ?? (value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of the message itself, not of its prototype. */
function own(message: object, field: string): unknown {
  return Object.hasOwn(message, field) ? (message as Record<string, unknown>)[field] : undefined;
}

/**
 * The envelope in a message of the given direction, or why the message is invalid. Other fields are accepted and removed.
 * Accepts anything that `postMessage` can carry; never throws.
 */
export function parseEnvelope(message: unknown, direction: Direction, names: ProtocolNames): Envelope | Rejected {
  try {
    return readEnvelope(message, direction, names);
  } catch (failure) {
    return unreadable(failure);
  }
}

function readEnvelope(message: unknown, direction: Direction, names: ProtocolNames): Envelope | Rejected {
  if (!isObject(message)) return rejected('not-an-object', `A message is an object, not ${describe(message)}.`);
  const source = own(message, 'source');
  if (source !== names.source) return rejected('source', `source is ${describe(source)}, not “${names.source}”.`);
  const statedDirection = own(message, 'direction');
  if (statedDirection !== direction)
    return rejected('direction', `direction is ${describe(statedDirection)}, not “${direction}”.`);
  const type = own(message, 'type');
  if (typeof type !== 'string' || type === '') return rejected('type', `type is ${describe(type)}, not a name.`);
  // An action without content may have no payload.
  const payload = own(message, 'payload') ?? (direction === 'action' ? {} : undefined);
  if (!isObject(payload)) return rejected('payload', `payload is ${describe(payload)}, not an object.`);
  const timestamp = own(message, 'timestamp');
  if (typeof timestamp !== 'number' || !Number.isFinite(timestamp))
    return rejected('timestamp', `timestamp is ${describe(timestamp)}, not a time in milliseconds.`);
  const envelope = { source, direction, type, payload, timestamp };
  const statedSurface = own(message, 'surface');
  if (direction === 'action')
    return statedSurface === undefined ? envelope : rejected('surface', 'An action never carries a surface.');
  const surface = Surface.safeParse(statedSurface);
  if (!surface.success)
    return rejected('surface', `surface is ${describe(statedSurface)}, not dashboard, app or chat.`);
  return { ...envelope, surface: surface.data };
}

/** The first fault of a payload, such as `expiresAt: expected number`. */
export function faultOf(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'It has an unexpected shape.';
  const where = issue.path.map(String).join('.');
  const expected = 'expected' in issue ? `expected ${String(issue.expected)}` : issue.message;
  const values =
    'values' in issue && Array.isArray(issue.values) ? `expected one of ${issue.values.join(', ')}` : expected;
  return where === '' ? values : `${where}: ${values}`;
}
