/**
 * The handling of each property of a model that the emulator's planner does not read: it does not change the SQL, or the
 * query is refused. `readProperties.ts` has those that it reads.
 */

import { type ModelParts, month, type Part, partOf } from './plannedModel.ts';
import {
  byStatus,
  dimension,
  done,
  of,
  one,
  type PropertyCase,
  policy,
  sales,
  set,
  shifted,
  total,
} from './propertyCase.ts';

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
  ...['{CUBE}.status', '{status}'].map((column) => ({
    ...one(`measures.*.filters`, staged({ filters: [{ sql: `${column} = 'done'` }] }), of('staged')),
    member: 'orders.staged',
    reason: 'with `filters`',
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
