/** Properties that the planner reads: the changed model has other SQL. */

import { month, months, partOf } from './plannedModel.ts';
import {
  byStatus,
  dimension,
  done,
  filtered,
  of,
  one,
  type PropertyCase,
  policy,
  recent,
  rows,
  sales,
  set,
  shifted,
  total,
} from './propertyCase.ts';

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
