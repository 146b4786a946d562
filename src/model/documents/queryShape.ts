/** The query object of the data API as data: its keys, what they mean and what they accept. */

import type { Choice, Fields, MapShape, MentionRole, Shape } from './shape.ts';

const members = (role: MentionRole): Shape => ({ kind: 'list', items: { kind: 'member', role } });

const choice = ([text, doc]: readonly [string, string]): Choice => ({ text, doc });

/** Rows that one query returns at most. */
const maxRows = 50_000;

const dateRangeExamples = [
  ...['today', 'yesterday', 'last 7 days', 'last 30 days', 'this week', 'last week', 'this month', 'last month'],
  ...['last 12 months', 'this quarter', 'last quarter', 'this year', 'last year', 'from 7 days ago to now'],
];

const dateText: Shape = { kind: 'text', meaning: 'dateRange', examples: dateRangeExamples };
const dateRange: Shape = {
  kind: 'oneOf',
  shapes: [dateText, { kind: 'list', items: { kind: 'text' }, least: 1, most: 2 }],
};

const direction: Shape = {
  kind: 'text',
  choices: [
    { text: 'asc', doc: 'Smallest first.' },
    { text: 'desc', doc: 'Largest first.' },
  ],
};

export interface Operator extends Choice {
  /** How many values it takes: none, or at least one; `moment` and `range` are dates. */
  values: 'none' | 'some' | 'moment' | 'range';
  /** The members that it is for. */
  for: 'any' | 'measure' | 'dimension' | 'time';
}

const operator = (text: string, values: Operator['values'], use: Operator['for'], doc: string): Operator => ({
  text,
  doc,
  values,
  for: use,
});

export const operators: readonly Operator[] = [
  operator('equals', 'some', 'any', 'The member equals one of the values.'),
  operator('notEquals', 'some', 'any', 'The member equals none of the values.'),
  operator('contains', 'some', 'dimension', 'The text contains one of the values, in upper or lower case.'),
  operator('notContains', 'some', 'dimension', 'The text contains none of the values.'),
  operator('startsWith', 'some', 'dimension', 'The text starts with one of the values.'),
  operator('notStartsWith', 'some', 'dimension', 'The text starts with none of the values.'),
  operator('endsWith', 'some', 'dimension', 'The text ends with one of the values.'),
  operator('notEndsWith', 'some', 'dimension', 'The text ends with none of the values.'),
  operator('in', 'some', 'any', 'The same as `equals`.'),
  operator('notIn', 'some', 'any', 'The same as `notEquals`.'),
  operator('gt', 'some', 'any', 'The member is greater than the value.'),
  operator('gte', 'some', 'any', 'The member is greater than or equal to the value.'),
  operator('lt', 'some', 'any', 'The member is less than the value.'),
  operator('lte', 'some', 'any', 'The member is less than or equal to the value.'),
  operator('set', 'none', 'any', 'The member is not null.'),
  operator('notSet', 'none', 'any', 'The member is null.'),
  operator('inDateRange', 'range', 'time', 'The time is in the range: two dates, or one such as `last 7 days`.'),
  operator('notInDateRange', 'range', 'time', 'The time is outside of the range.'),
  operator('onTheDate', 'range', 'time', 'The time is on the date.'),
  operator('beforeDate', 'moment', 'time', 'The time is before the start of the date.'),
  operator('beforeOrOnDate', 'moment', 'time', 'The time is before the end of the date.'),
  operator('afterDate', 'moment', 'time', 'The time is after the end of the date.'),
  operator('afterOrOnDate', 'moment', 'time', 'The time is at or after the start of the date.'),
  operator('measureFilter', 'none', 'measure', 'Applies the filters that the measure defines.'),
];

const filter: MapShape = {
  kind: 'map',
  name: 'filter',
  get fields() {
    return filterFields;
  },
};

const filterFields: Fields = {
  member: {
    shape: { kind: 'member', role: 'filter' },
    doc: 'The measure or dimension to filter by.',
    usual: true,
  },
  dimension: {
    shape: { kind: 'member', role: 'filter' },
    doc: 'The older name of `member`.',
    hidden: true,
  },
  operator: {
    shape: { kind: 'text', choices: operators },
    doc: 'How the member is compared with the values.',
    usual: true,
  },
  values: {
    shape: { kind: 'list', items: { kind: 'value' } },
    doc: 'What the member is compared with. Operators such as `set` take no values.',
    usual: true,
  },
  and: { shape: { kind: 'list', items: filter }, doc: 'Rows that fulfil all of these filters.' },
  or: {
    shape: { kind: 'list', items: filter },
    doc: 'Rows that fulfil at least one of these filters. Measures and dimensions cannot be mixed.',
  },
};

const timeDimension: MapShape = {
  kind: 'map',
  name: 'timeDimension',
  fields: {
    dimension: { shape: { kind: 'member', role: 'timeDimension' }, doc: 'A dimension of type `time`.', required: true },
    granularity: {
      shape: { kind: 'text', meaning: 'granularity' },
      doc: 'Groups the rows by this unit of time. Without it the dimension is only filtered.',
      nullable: true,
      usual: true,
    },
    dateRange: {
      shape: dateRange,
      doc: 'Only rows in this range: a text such as `last 7 days`, one date, or a list of two dates, both inclusive.',
      nullable: true,
    },
    compareDateRange: {
      shape: { kind: 'list', items: dateRange, least: 1 },
      doc: 'Runs the query once for each of these ranges, instead of `dateRange`.',
      nullable: true,
    },
  },
};

const orderItem: MapShape = {
  kind: 'map',
  name: 'orderItem',
  fields: {
    id: { shape: { kind: 'member', role: 'order' }, doc: 'A member that the query asks for.', required: true },
    desc: { shape: { kind: 'boolean' }, doc: 'True: largest first.' },
  },
};

const orderPair: Shape = { kind: 'tuple', items: [{ kind: 'member', role: 'order' }, direction] };

const order: Shape = {
  kind: 'oneOf',
  shapes: [
    { kind: 'record', role: 'order', values: direction },
    { kind: 'list', items: { kind: 'oneOf', shapes: [orderPair, orderItem] } },
  ],
};

const cacheModes = (
  [
    ['stale-if-slow', 'The cached result, if the query takes long.'],
    ['stale-while-revalidate', 'The cached result; it is refreshed in the background.'],
    ['must-revalidate', 'A cached result only while it is fresh.'],
    ['no-cache', 'Never a cached result.'],
  ] as const
).map(choice);

export const viewer: MapShape = {
  kind: 'map',
  name: 'viewer',
  fields: {
    securityContext: {
      shape: { kind: 'record', values: { kind: 'any' } },
      doc: 'The security context that the model sees.',
    },
    tenant: { shape: { kind: 'text' }, doc: 'The name of an embed tenant. The API key must allow embed sessions.' },
    user: { shape: { kind: 'text' }, doc: 'The external id of a user. The API key must allow embed sessions.' },
    groups: { shape: { kind: 'list', items: { kind: 'text' } }, doc: 'The names of the groups of this user.' },
  },
};

/** Without `as`, what the data API accepts. */
export const queryShape: MapShape = {
  kind: 'map',
  name: 'query',
  fields: {
    measures: { shape: members('measure'), doc: 'The measures to compute.' },
    dimensions: { shape: members('dimension'), doc: 'The dimensions to group by.' },
    timeDimensions: {
      shape: { kind: 'list', items: timeDimension },
      doc: 'Dimensions of type `time`, each with a granularity, a range of dates, or both.',
    },
    filters: { shape: { kind: 'list', items: filter }, doc: 'Only rows that fulfil all of these filters.' },
    segments: { shape: members('segment'), doc: 'Only rows of these segments.' },
    order: { shape: order, doc: 'How the rows are ordered: members with `asc` or `desc`.', nullable: true },
    limit: {
      shape: { kind: 'integer', least: 0, most: maxRows },
      doc: 'The largest number of rows: at most 50,000.',
      nullable: true,
    },
    rowLimit: {
      shape: { kind: 'integer', least: 0, most: maxRows },
      doc: 'The older name of `limit`.',
      nullable: true,
      hidden: true,
    },
    offset: { shape: { kind: 'integer', least: 0 }, doc: 'How many rows are skipped first.', nullable: true },
    timezone: {
      shape: { kind: 'text', meaning: 'timeZone' },
      doc: 'The IANA name of the time zone of all dates, for example `Europe/Berlin`. `UTC` by default.',
      nullable: true,
    },
    total: { shape: { kind: 'boolean' }, doc: 'Also counts the rows without the limit.', nullable: true },
    ungrouped: { shape: { kind: 'boolean' }, doc: 'The rows of the tables, not grouped.', nullable: true },
    renewQuery: { shape: { kind: 'boolean' }, doc: 'Does not use a cached result.', nullable: true },
    cache: {
      shape: { kind: 'text', choices: cacheModes },
      doc: 'Whether a cached result may answer.',
      nullable: true,
    },
    as: { shape: viewer, doc: 'Who asks: a security context, or a tenant and a user.' },
  },
};
