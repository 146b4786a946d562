/** The specification's tables of embed messages and of the signed session, as data for tests. Independent of the implementation. */

import { covers } from '../specRows.ts';

export const surfaces = ['dashboard', 'app', 'chat'] as const;
export type SurfaceName = (typeof surfaces)[number];

/** A type as in the tables; a list contains the allowed values. */
export type FieldType =
  | 'string'
  | 'string or null'
  | 'number'
  | 'number or null'
  | 'boolean'
  | 'any'
  | readonly string[];

export interface FieldRow {
  field: string;
  type: FieldType;
  required: boolean;
}

export interface EventRow {
  surfaces: readonly SurfaceName[];
  fields: readonly FieldRow[];
}

const yes = (field: string, type: FieldType): FieldRow => ({ field, type, required: true });
const no = (field: string, type: FieldType): FieldRow => ({ field, type, required: false });

/** “Event catalog (embed to host)” and “Payloads”. */
export const eventRows: Record<string, EventRow> = {
  ready: {
    surfaces,
    fields: [
      yes('embedTenant', 'string or null'),
      yes('deploymentId', 'number or null'),
      yes('mode', ['signed', 'private']),
      yes('surface', surfaces),
      no('publicId', 'string'),
    ],
  },
  view: {
    surfaces,
    fields: [yes('surface', surfaces), yes('path', 'string'), no('publicId', 'string'), no('title', 'string')],
  },
  navigate: { surfaces, fields: [yes('path', 'string'), no('previousPath', 'string')] },
  'dashboard-loaded': {
    surfaces: ['dashboard'],
    fields: [no('publicId', 'string'), no('widgetCount', 'number'), no('loadDurationMs', 'number')],
  },
  download: {
    surfaces: ['dashboard'],
    fields: [
      yes('format', ['csv', 'xlsx', 'png', 'pdf']),
      yes('target', ['widget', 'dashboard']),
      no('widgetId', 'string'),
      no('title', 'string'),
      no('rowCount', 'number'),
    ],
  },
  drilldown: {
    surfaces: ['dashboard'],
    fields: [yes('member', 'string'), no('value', 'any'), no('widgetId', 'string')],
  },
  'ai-query': {
    surfaces,
    fields: [
      yes('query', 'string'),
      yes('status', ['submitted', 'completed', 'error']),
      no('chatId', 'string'),
      no('agentId', 'string'),
    ],
  },
  'session-expiring': { surfaces, fields: [yes('expiresAt', 'number'), yes('expiresInMs', 'number')] },
  'session-expired': { surfaces, fields: [yes('expiredAt', 'number')] },
  error: {
    surfaces,
    fields: [yes('message', 'string'), no('name', 'string'), no('context', 'string'), no('fatal', 'boolean')],
  },
};

export interface ActionField {
  field: string;
  good: readonly unknown[];
  bad: readonly unknown[];
  required: boolean;
}

const notText: readonly unknown[] = [1, true, {}, []];
const text = (field: string, ...good: readonly string[]): ActionField => ({
  field,
  good,
  bad: [...notText, null],
  required: true,
});

/** “Action catalog (host to embed)”. The platform defines the fields of a theme. */
export const actionRows: Record<string, readonly ActionField[]> = {
  'set-color-scheme': [{ field: 'scheme', good: ['light', 'dark', 'auto'], bad: ['sepia', null, 1], required: true }],
  'set-theme': [
    { field: 'primaryColor', good: ['#336699'], bad: notText, required: false },
    { field: 'borderRadius', good: ['4px', 4], bad: [true, {}], required: false },
    { field: 'font', good: ['Georgia'], bad: notText, required: false },
  ],
  'set-locale': [text('locale', 'de-DE', 'de', 'pt-BR')],
  'set-timezone': [text('timezone', 'Europe/Berlin')],
  'set-filter': [text('filterUrlParameter', 'f_sales.status=["completed"]')],
  navigate: [text('path', '/a')],
  refresh: [],
  'set-session': [{ field: 'sessionId', good: ['s-1'], bad: [...notText, null, ''], required: true }],
};

const ends = covers('States: a signed session ends');
const renewed = covers('States: a signed session is renewed');
const rejected = covers('States: a session id is rejected', covers('Errors 6: a session swap fails by an event'));

/** The rows of the signed embed session in “States and transitions”, one for each state, with the row of the specification. */
export const sessionRows = {
  'active: session-expiring → expiring': covers('States: a signed session is about to end'),
  'active: session-expired → expired': ends,
  'expiring: session-expired → expired': ends,
  'expiring: set-session with a valid id → active': renewed,
  'expired: set-session with a valid id → active': renewed,
  'active: set-session with a rejected id → unchanged': rejected,
  'expiring: set-session with a rejected id → unchanged': rejected,
  'expired: set-session with a rejected id → unchanged': rejected,
} as const;
export type SessionRow = keyof typeof sessionRows;

export function goodValues(type: FieldType): readonly unknown[] {
  if (typeof type !== 'string') return type;
  const texts = ['x', '', 'ü😀'];
  const numbers = [3, 0, 1.5, 1_800_000_000_000];
  const values = {
    string: texts,
    'string or null': [...texts, null],
    number: numbers,
    'number or null': [...numbers, null],
    boolean: [true, false],
    any: [7, 'x', null, true, {}, [1]],
  };
  return values[type];
}

/** Does not contain null for an optional field, which may be null. */
export function badValues({ type, required }: FieldRow): readonly unknown[] {
  const orNull = required ? [null] : [];
  if (typeof type !== 'string') return [type[0]!.toUpperCase(), 1, ...orNull];
  const values = {
    string: [...notText, ...orNull],
    'string or null': notText,
    number: ['1', true, {}, [], ...orNull],
    'number or null': ['1', true, {}, []],
    boolean: ['true', 1, {}, ...orNull],
    any: [],
  };
  return values[type];
}

/** A payload with all fields of the table, or the required ones only, each with its first valid value. */
export function payloadOf(name: string, which: 'every field' | 'required fields'): Record<string, unknown> {
  const { fields } = eventRows[name]!;
  const wanted = fields.filter(({ required }) => required || which === 'every field');
  return Object.fromEntries(wanted.map(({ field, type }) => [field, goodValues(type)[0]]));
}

/** Whether a value has a type of the tables. */
export function hasType(type: FieldType, value: unknown): boolean {
  if (typeof type !== 'string') return typeof value === 'string' && type.includes(value);
  const finite = typeof value === 'number' && Number.isFinite(value);
  const is = {
    string: typeof value === 'string',
    'string or null': typeof value === 'string' || value === null,
    number: finite,
    'number or null': finite || value === null,
    boolean: typeof value === 'boolean',
    any: true,
  };
  return is[type];
}

/** Whether a payload matches the table of an event. Optional fields may be null. */
export function isValidPayload(name: string, payload: unknown): boolean {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return false;
  return eventRows[name]!.fields.every(({ field, type, required }) => {
    const value: unknown = (payload as Record<string, unknown>)[field];
    if (value === undefined || value === null) return !required || (value === null && hasType(type, null));
    return hasType(type, value);
  });
}
