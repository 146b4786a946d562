/**
 * What the emulator does with each property of a model: its planner reads it, it does not change the SQL, or the query is
 * refused. Each row changes the model of `plannedModel.ts`, or gives it the property.
 */

import type { ModelQuery } from '../../../../src/compiler/modelRequest.ts';
import { type ModelParts, month, months, type Part, partOf } from './plannedModel.ts';

export interface PropertyCase {
  paths: readonly string[];
  /** Prepares the model of both sides. */
  before?: (model: ModelParts) => void;
  change: (model: ModelParts) => void;
  query: Partial<ModelQuery>;
  context?: object;
}

/** Properties that the compiler sets itself. */
export const internal = [
  ...['fileName', 'allDefinitions', 'rawFolders', 'rawCubes', 'dimensions.*.keyReference', 'view.isView'],
  ...['accessPolicy.memberLevel.includesMembers', 'accessPolicy.memberLevel.excludesMembers'],
  ...['accessPolicy.memberMasking.includesMembers', 'accessPolicy.memberMasking.excludesMembers'],
  'accessPolicy.rowLevel.filters.memberReference',
];

/** These and everything below them are about other things than the rows of a query: stored results, and how a page shows them. */
export const apart = [
  ...['preAggregations', 'refreshKey', 'rewriteQueries', 'dataSource', 'hierarchies', 'meta', 'title', 'description'],
  ...[
    'shown',
    'public',
    'measures.*.visible',
    'dimensions.*.links',
    'view.folders',
    'view.viewGroup',
    'view.viewGroups',
  ],
];

const total: Partial<ModelQuery> = { measures: ['orders.total'] };
const byStatus: Partial<ModelQuery> = { measures: ['orders.parted'], dimensions: ['orders.status'] };
const sales: Partial<ModelQuery> = { measures: ['sales.total'] };
const filtered: Partial<ModelQuery> = {
  measures: ['orders.count'],
  filters: [{ member: 'orders.status', operator: 'equals', values: ['new'] }],
};
const of = (measure: string, more: Partial<ModelQuery> = {}) => ({ measures: [`orders.${measure}`], ...more });
const dimension = (name: string) => ({ measures: ['orders.count'], dimensions: [`orders.${name}`] });
const shifted = of('previous', { timeDimensions: [months] });

/** Sets properties of a part. */
const set = (path: string, properties: Part) => (model: ModelParts) =>
  Object.assign(partOf(model, path), structuredClone(properties));
const policy = (policies: Part) => set('orders', { access_policy: policies });
const rows = (filter: Part) => policy([{ group: '*', row_level: { filters: [filter] } }]);
const done = { member: 'status', operator: 'equals', values: ['done'] };
const recent = { member: 'created_at', operator: 'set' };

const one = (path: string, change: PropertyCase['change'], query: Partial<ModelQuery> = total): PropertyCase => ({
  paths: [path],
  change,
  query,
});

export const read: readonly PropertyCase[] = [
  one('name', (model) => model.cubes.push({ ...partOf(model, 'users'), name: 'buyers' }), {
    measures: ['buyers.count'],
  }),
  one('extends', (model) => delete partOf(model, 'archived').extends, { measures: ['archived.total'] }),
  one('sqlTable', set('orders', { sql_table: 'other' })),
  one('sql', (model) => {
    delete partOf(model, 'orders').sql_table;
    partOf(model, 'orders').sql = 'SELECT id, amount FROM orders';
  }),
  one('sqlAlias', set('orders', { sql_alias: 'o' })),
  one('joins', (model) => delete partOf(model, 'orders').joins, dimension('users_of')),
  one('joins.name', set('orders', { joins: [{ name: 'archived', relationship: 'many_to_one', sql: '1 = 1' }] }), {
    ...dimension('status'),
    measures: ['users.count'],
  }),
  one('joins.sql', (model) => (partOf(model, 'orders').joins[0].sql = '{CUBE}.buyer = {users.id}'), {
    ...total,
    dimensions: ['users.region'],
  }),
  one('joins.relationship', (model) => (partOf(model, 'orders').joins[0].relationship = 'one_to_many'), {
    ...total,
    dimensions: ['users.region'],
  }),
  one('segments', (model) => delete partOf(model, 'orders').segments, { ...total, segments: ['orders.done'] }),
  one('segments.*.sql', set('orders.segments.done', { sql: '{CUBE}.done' }), { ...total, segments: ['orders.done'] }),
  one('measures', (model) => partOf(model, 'orders').measures.pop(), of('place_of')),
  one('measures.*.type', set('orders.measures.total', { type: 'max' })),
  one('measures.*.sql', set('orders.measures.total', { sql: 'price' })),
  one('measures.*.filters', set('orders.measures.total', { filters: [] })),
  one('measures.*.filters.sql', set('orders.measures.total', { filters: [{ sql: '{CUBE}.done' }] })),
  ...['drillFilters', 'drillFilters.sql'].map((name) =>
    one(`measures.*.${name}`, set('orders.measures.drilled', { drill_filters: [{ sql: '{CUBE}.fresh' }] }), {
      ...dimension('id'),
      ungrouped: true,
      measures: ['orders.drilled'],
      filters: [{ member: 'orders.drilled', operator: 'measureFilter' }],
    }),
  ),
  one('measures.*.rollingWindow', (model) => delete partOf(model, 'orders.measures.running').rolling_window, {
    ...of('running'),
    timeDimensions: [months],
  }),
  ...Object.entries({
    trailing: { trailing: '2 month' },
    leading: { trailing: 'unbounded', leading: '1 month' },
    offset: { trailing: '2 month', offset: 'start' },
    type: { type: 'year_to_date' },
    granularity: { type: 'to_date', granularity: 'month' },
  }).map(([name, rolling_window]) =>
    one(`measures.*.rollingWindow.${name}`, set('orders.measures.running', { rolling_window }), {
      ...of('running'),
      timeDimensions: [months],
    }),
  ),
  one('measures.*.multiStage', (model) => delete partOf(model, 'orders.measures.staged').multi_stage, of('staged')),
  one('measures.*.groupBy', set('orders.measures.parted', { group_by: ['users.region'] }), byStatus),
  one(
    'measures.*.reduceBy',
    (model) => {
      delete partOf(model, 'orders.measures.parted').group_by;
      partOf(model, 'orders.measures.parted').reduce_by = ['status'];
    },
    byStatus,
  ),
  one('measures.*.addGroupBy', set('orders.measures.averaged', { add_group_by: ['id'] }), of('averaged')),
  one('measures.*.timeShift', (model) => delete partOf(model, 'orders.measures.previous').time_shift, shifted),
  ...Object.entries({ interval: '1 year', type: 'next', time_dimension: 'users.born' }).map(([name, value]) =>
    one(
      `measures.*.timeShift.${name === 'time_dimension' ? 'timeDimension' : name}`,
      (model) => {
        partOf(model, 'users').dimensions.push({ name: 'born', sql: 'born', type: 'time' });
        partOf(model, 'orders.measures.previous').time_shift[0][name] = value;
      },
      shifted,
    ),
  ),
  one('measures.*.orderBy', (model) => delete partOf(model, 'orders.measures.place_of').order_by, {
    ...dimension('status'),
    measures: ['orders.place_of'],
  }),
  ...[
    { sql: '{count}', dir: 'desc' },
    { sql: '{total}', dir: 'asc' },
  ].map((order, place) =>
    one(`measures.*.orderBy.${['sql', 'dir'][place]}`, set('orders.measures.place_of', { order_by: [order] }), {
      ...dimension('status'),
      measures: ['orders.place_of'],
    }),
  ),
  one('dimensions', (model) => partOf(model, 'orders').dimensions.splice(4, 1), dimension('place')),
  one('dimensions.*.type', set('orders.dimensions.status', { type: 'number' }), filtered),
  one('dimensions.*.sql', set('orders.dimensions.status', { sql: 'state' }), byStatus),
  one('dimensions.*.primaryKey', set('orders.dimensions.amount', { primary_key: true }), dimension('users_of')),
  ...Object.entries({ interval: { interval: '3 weeks' }, origin: { origin: '2026-01-12' } }).map(([name, value]) =>
    one(
      `dimensions.*.granularities.*.${name}`,
      (model) => Object.assign(partOf(model, 'orders.dimensions.created_at').granularities[0], value),
      { ...total, timeDimensions: [{ ...month, granularity: 'fortnight' }] },
    ),
  ),
  ...['granularities', 'granularities.*.offset'].map((name) =>
    one(
      `dimensions.*.${name}`,
      (model) => delete partOf(model, 'orders.dimensions.created_at').granularities[1].offset,
      { ...total, timeDimensions: [{ ...month, granularity: 'fiscal' }] },
    ),
  ),
  ...Object.entries({
    case: { when: [], else: { label: 'none' } },
    'case.when': {
      when: [
        { sql: '{amount} > 5', label: 'big' },
        { sql: '{amount} > 1', label: 'b' },
      ],
    },
    'case.when.sql': { when: [{ sql: '{amount} > 99', label: 'big' }] },
    'case.when.label': { when: [{ sql: '{amount} > 10', label: "it's big" }] },
    'case.when.label.sql': { when: [{ sql: '{amount} > 10', label: { sql: '{CUBE}.label' } }] },
    'case.else': { when: [{ sql: '{amount} > 10', label: 'big' }] },
    'case.else.label': { when: [{ sql: '{amount} > 10', label: 'big' }], else: { label: 'other' } },
    'case.else.label.sql': {
      when: [{ sql: '{amount} > 10', label: 'big' }],
      else: { label: { sql: '{CUBE}.label' } },
    },
  }).map(([name, value]) =>
    one(`dimensions.*.${name}`, set('orders.dimensions.size', { case: value }), dimension('size')),
  ),
  ...['latitude', 'latitude.sql', 'longitude', 'longitude.sql'].map((name) =>
    one(
      `dimensions.*.${name}`,
      set('orders.dimensions.place', { [name.split('.')[0] ?? '']: { sql: 'other' } }),
      dimension('place'),
    ),
  ),
  one(
    'dimensions.*.subQuery',
    (model) => delete partOf(model, 'orders.dimensions.users_of').sub_query,
    dimension('users_of'),
  ),
  one(
    'dimensions.*.propagateFiltersToSubQuery',
    set('orders.dimensions.users_of', { propagate_filters_to_sub_query: true }),
    {
      ...dimension('users_of'),
      filters: filtered.filters ?? [],
    },
  ),
  ...['accessPolicy', 'accessPolicy.group', 'accessPolicy.memberLevel', 'accessPolicy.memberLevel.includes'].map(
    (path) => one(path, policy([{ group: '*', member_level: { includes: ['count'] } }])),
  ),
  one('accessPolicy.groups', policy([{ groups: ['boss'] }])),
  one(
    'accessPolicy.memberLevel.excludes',
    policy([{ group: '*', member_level: { includes: '*', excludes: ['total'] } }]),
  ),
  ...['accessPolicy.conditions', 'accessPolicy.conditions.if'].map((path) =>
    one(path, policy([{ group: '*', conditions: [{ if: '{ security_context.trusted }' }] }])),
  ),
  ...['', '.filters', '.filters.member', '.filters.operator', '.filters.values'].map((name) =>
    one(`accessPolicy.rowLevel${name}`, rows(done)),
  ),
  one('accessPolicy.rowLevel.filters.or', rows({ or: [done, recent] })),
  one('accessPolicy.rowLevel.filters.and', rows({ and: [done, recent] })),
  {
    ...one('accessPolicy.rowLevel.allowAll', (model) => {
      partOf(model, 'orders').access_policy.push({ group: 'boss', row_level: { allow_all: true } });
    }),
    before: rows(done),
    context: { groups: ['boss'] },
  },
  ...['cubes', 'cubes.joinPath'].map((path) =>
    one(`view.${path}`, (model) => (partOf(model, 'sales').cubes[0].join_path = 'archived'), sales),
  ),
  one('view.cubes.includes', (model) => (partOf(model, 'sales').cubes[0].includes = ['count']), sales),
  one('view.cubes.includes.name', (model) => (partOf(model, 'sales').cubes[0].includes[3].name = 'drilled'), {
    measures: ['sales.orders_count'],
  }),
  one('view.cubes.includes.alias', (model) => delete partOf(model, 'sales').cubes[0].includes[3].alias, {
    measures: ['sales.orders_count'],
  }),
  one('view.cubes.excludes', (model) => (partOf(model, 'sales').cubes[1].excludes = ['region']), {
    dimensions: ['sales.users_region'],
  }),
  one('view.cubes.prefix', (model) => delete partOf(model, 'sales').cubes[1].prefix, {
    dimensions: ['sales.users_region'],
  }),
  one('view.cubes.alias', (model) => (partOf(model, 'sales').cubes[1].alias = 'buyers'), {
    dimensions: ['sales.buyers_region'],
  }),
  one(
    'view.cubes.split',
    (model) => {
      delete partOf(model, 'sales').cubes[1].prefix;
      partOf(model, 'sales').cubes[1].split = true;
    },
    { dimensions: ['sales_users.region'] },
  ),
  ...['', '.member', '.operator', '.values'].map((name) =>
    one(`view.defaultFilters${name}`, set('sales', { default_filters: [done] }), sales),
  ),
  one('view.defaultFilters.unless', set('sales', { default_filters: [{ ...done, unless: ['created_at'] }] }), {
    ...sales,
    timeDimensions: [{ dimension: 'sales.created_at', granularity: 'month' }],
  }),
];

export const same: readonly PropertyCase[] = [
  ...['format', 'currency', 'title', 'description', 'meta', 'shown', 'public', 'aliases'].map((name) =>
    one(
      `measures.*.${name}`,
      set('orders.measures.total', {
        [name]:
          { format: 'percent', currency: 'EUR', meta: { a: 1 }, shown: true, public: true, aliases: ['sum'] }[name] ??
          'A',
      }),
    ),
  ),
  one('measures.*.cumulative', set('orders.measures.total', { cumulative: true })),
  one('measures.*.mask', set('orders.measures.total', { mask: 0 })),
  one('measures.*.mask.sql', set('orders.measures.total', { mask: { sql: 'NULL' } })),
  one('measures.*.drillMembers', set('orders.measures.total', { drill_members: ['status'] })),
  one('measures.*.drillMemberReferences', set('orders.measures.total', { drill_member_references: ['status'] })),
  ...Object.entries({
    fieldType: 'string',
    valuesAsSegments: true,
    suggestFilterValues: false,
    enableSuggestions: false,
    order: 'asc',
    aliases: ['state'],
    shown: true,
    public: true,
    title: 'A',
    description: 'A',
    meta: { a: 1 },
    mask: 0,
    format: 'link',
  }).map(([name, value]) =>
    one(
      `dimensions.*.${name}`,
      set('orders.dimensions.status', { [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]: value }),
      byStatus,
    ),
  ),
  one(
    'dimensions.*.key',
    (model) => {
      model.views.pop();
      partOf(model, 'users.dimensions.region').key = 'CUBE.id';
    },
    { dimensions: ['users.region'] },
  ),
  one('dimensions.*.mask.sql', set('orders.dimensions.status', { mask: { sql: 'NULL' } }), byStatus),
  ...['format.type', 'format.label'].map((name) =>
    one(`dimensions.*.${name}`, set('orders.dimensions.status', { format: { type: 'link', label: 'Open' } }), byStatus),
  ),
  one('dimensions.*.currency', set('orders.dimensions.amount', { currency: 'EUR' }), dimension('amount')),
  one(
    'dimensions.*.granularities.*.title',
    (model) => (partOf(model, 'orders.dimensions.created_at').granularities[1].title = 'A'),
    { ...total, timeDimensions: [{ ...month, granularity: 'fiscal' }] },
  ),
  ...['title', 'description', 'meta', 'shown', 'public', 'aliases'].map((name) =>
    one(
      `segments.*.${name}`,
      set('orders.segments.done', {
        [name]: { meta: { a: 1 }, shown: true, public: true, aliases: ['ok'] }[name] ?? 'A',
      }),
      { ...total, segments: ['orders.done'] },
    ),
  ),
  ...['title', 'description', 'format', 'format.type', 'format.label', 'meta'].map((name) =>
    one(
      `view.cubes.includes.${name}`,
      (model) => {
        const value = name.startsWith('format') ? { type: 'link', label: 'Open' } : name === 'meta' ? { a: 1 } : 'A';
        partOf(model, 'sales').cubes[0].includes[0] = { name: 'status', [name.split('.')[0] ?? '']: value };
      },
      { ...sales, dimensions: ['sales.status'] },
    ),
  ),
  one('calendar', set('orders', { calendar: true })),
];

const staged = (properties: Part) => set('orders.measures.staged', properties);
const stages = (model: ModelParts, properties: Part) =>
  partOf(model, 'orders').dimensions.push({
    name: 'level',
    sql: '{total}',
    type: 'number',
    multi_stage: true,
    ...properties,
  });
const filterOf = (name: string) => ({
  filter: {
    exclude: { exclude: ['status'] },
    keepOnly: { keep_only: ['status'] },
    mode: { mode: 'fixed', exclude: ['status'] },
    or: { include: [{ or: [done, done] }] },
    and: { include: [{ and: [done, done] }] },
  }[name] ?? { include: [done] },
});
const filterNames = ['', '.exclude', '.keepOnly', '.mode', '.include', '.include.member', '.include.operator'];
const allFilterNames = [...filterNames, '.include.values', '.include.or', '.include.and'];
const last = (name: string) => name.split('.').at(-1) ?? '';
const switched = { switch: '{status}', when: [{ value: 'new', sql: '{count}' }], else: { sql: '{total}' } };
const cased = { when: [{ sql: '{status} IS NULL', label: { sql: '1' } }], else: { label: { sql: '2' } } };

/** `[reason]` is a part of the message, after the name of the member. */
export const refused: readonly (PropertyCase & { member: string; reason: string })[] = [
  ...allFilterNames.map((name) => ({
    ...one(`measures.*.filter${name}`, staged(filterOf(last(name))), of('staged')),
    member: 'orders.staged',
    reason: 'with a `filter`',
  })),
  ...['', '.exclude', '.keepOnly', '.include'].map((name) => ({
    ...one(
      `measures.*.grain${name}`,
      staged({ grain: { [{ '': 'exclude', '.keepOnly': 'keep_only' }[name] ?? last(name)]: ['status'] } }),
      of('staged'),
    ),
    member: 'orders.staged',
    reason: 'with a `grain`',
  })),
  ...['', '.when', '.when.sql', '.when.label', '.when.label.sql', '.else', '.else.label', '.else.label.sql'].map(
    (name) => ({
      ...one(`measures.*.case${name}`, staged({ case: cased }), of('staged')),
      member: 'orders.staged',
      reason: 'a measure with a `case`',
    }),
  ),
  ...['.switch', '.when.value', '.else.sql'].flatMap((name) => [
    {
      ...one(`measures.*.case${name}`, staged({ case: switched }), of('staged')),
      member: 'orders.staged',
      reason: '`switch`',
    },
    {
      ...one(
        `dimensions.*.case${name}`,
        set('orders.dimensions.size', {
          case: { ...switched, when: [{ value: 'new', sql: '1' }], else: { sql: '2' } },
        }),
        dimension('size'),
      ),
      member: 'orders.size',
      reason: '`switch`',
    },
  ]),
  {
    ...one(
      'measures.*.timeShift.name',
      (model) => {
        partOf(model, 'orders.dimensions.created_at').time_shift = [
          { name: 'retail', interval: '1 year', type: 'prior' },
        ];
        partOf(model, 'orders.measures.previous').time_shift = [{ name: 'retail' }];
      },
      shifted,
    ),
    member: 'orders.previous',
    reason: "`time_shift` 'retail'",
  },
  ...[
    ['', { name: 'retail', interval: '1 month', type: 'prior' }] as const,
    ['.name', { name: 'retail', sql: '{CUBE}.before' }] as const,
    ['.interval', { interval: '1 month', type: 'prior', sql: '{CUBE}.before' }] as const,
    ['.type', { interval: '1 month', type: 'next', sql: '{CUBE}.after' }] as const,
    ['.sql', { interval: '1 month', type: 'prior', sql: '{CUBE}.before' }] as const,
  ].map(([name, shift]) => ({
    ...one(`dimensions.*.timeShift${name}`, set('orders.dimensions.created_at', { time_shift: [shift] }), shifted),
    member: 'orders.created_at',
    reason: 'a calendar',
  })),
  {
    ...one(
      'dimensions.*.granularities.*.sql',
      (model) => {
        partOf(model, 'orders.dimensions.created_at').granularities.push({ name: 'month', sql: '{CUBE}.retail_month' });
      },
      { ...total, timeDimensions: [month] },
    ),
    member: 'orders.created_at',
    reason: "granularity 'month'",
  },
  ...['', '.exclude', '.keepOnly', '.mode', '.include'].concat(allFilterNames.slice(5)).map((name) => ({
    ...one(`dimensions.*.filter${name}`, (model) => stages(model, filterOf(last(name))), dimension('level')),
    member: 'orders.level',
    reason: 'multi-stage dimension',
  })),
  {
    ...one('dimensions.*.multiStage', (model) => stages(model, {}), dimension('level')),
    member: 'orders.level',
    reason: 'multi-stage dimension',
  },
  {
    ...one('dimensions.*.addGroupBy', (model) => stages(model, { add_group_by: ['status'] }), dimension('level')),
    member: 'orders.level',
    reason: 'multi-stage dimension',
  },
  {
    ...one(
      'dimensions.*.values',
      (model) => {
        partOf(model, 'orders').dimensions.push({ name: 'unit', type: 'switch', values: ['EUR', 'USD'] });
      },
      dimension('unit'),
    ),
    member: 'orders.unit',
    reason: 'its type is switch',
  },
  ...['', '.includes', '.excludes'].map((name) => ({
    ...one(
      `accessPolicy.memberMasking${name}`,
      policy([
        { group: '*', member_level: { includes: ['count'] }, member_masking: { includes: '*', excludes: ['drilled'] } },
      ]),
    ),
    member: 'orders.total',
    reason: 'masks it',
  })),
];
