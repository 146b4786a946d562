/** Models with policies that filter rows, and the openings that are planted in them. */

import {
  both,
  either,
  hidden,
  joined,
  opens,
  orders,
  type PolicyModel,
  policies,
  sees,
  shows,
  view,
  views,
  where,
} from './policyModels.ts';

const program = (policy: string) => `cube('orders', {
  sql_table: 'orders',
  dimensions: {
    id: { sql: 'id', type: 'number', primary_key: true },
    region: { sql: 'region', type: 'string' },
    status: { sql: 'status', type: 'string' },
  },
  measures: { count: { type: 'count' }, total: { sql: 'amount', type: 'sum' } },
  access_policy: [${policy}],
});\n`;

export const rowOpenings: readonly PolicyModel[] = [
  {
    name: 'a hidden cube with row filters, and a view without a policy',
    texts: {
      'orders.yml': hidden(policies(`group: "*", ${where('region equals north')}`)),
      'views.yml': views(view('sales', shows('region, total'))),
    },
    openings: [
      opens(
        '[north]',
        '[north, south]',
        '* sees more rows of orders: region equals north → region equals north, south',
      ),
      opens(
        'access_policy:\n',
        'access_policy:\n      - group: finance\n',
        'finance sees more rows of orders: region equals north → all',
      ),
    ],
  },
  {
    name: 'rows for all users and further ones for a group',
    texts: {
      'orders.yml': orders(
        policies(`group: "*", ${where('region equals north')}`, `group: finance, ${where('region equals south')}`),
      ),
    },
    openings: [
      opens(
        `group: finance, ${where('region equals south')}`,
        'group: finance',
        'finance sees more rows of orders: (region equals north) or (region equals south) → all',
      ),
      opens(
        '[south]',
        '[south, east]',
        'finance sees more rows of orders: (region equals north) or (region equals south) → (region equals north) or (region equals south, east)',
      ),
    ],
  },
  {
    name: 'rows that are not of some values',
    texts: {
      'orders.yml': orders(
        policies(`group: support, ${where('status notEquals cancelled, returned')}`, 'group: audit'),
      ),
    },
    openings: [
      opens(
        'cancelled, returned',
        'cancelled',
        'support sees more rows of orders: status notEquals cancelled, returned → status notEquals cancelled',
      ),
      opens(
        'notEquals, values: [cancelled, returned]',
        'set',
        'support sees more rows of orders: status notEquals cancelled, returned → status set',
        'support sees less rows of orders: status notEquals cancelled, returned → status set',
      ),
    ],
  },
  {
    name: 'two conditions on rows',
    texts: { 'orders.yml': orders(policies(`group: finance, ${where('region equals north', 'email set')}`)) },
    openings: [
      opens(
        ', { member: email, operator: set }',
        '',
        'finance sees more rows of orders: region equals north and email set → region equals north',
      ),
    ],
  },
  {
    name: 'a part of a text',
    texts: {
      'orders.yml': orders(policies(`group: "*", ${where("email contains '@example.com'")}`, 'group: finance')),
    },
    openings: [
      opens(
        '@example.com',
        '@example',
        '* but finance sees more rows of orders: email contains @example.com → email contains @example',
      ),
    ],
  },
  {
    name: 'a date',
    texts: {
      'orders.yml': orders(policies(`group: "*", ${where("placed beforeDate '2024-01-01'")}`, 'group: finance')),
    },
    openings: [
      opens(
        '2024-01-01',
        '2025-01-01',
        '* but finance sees more rows of orders: placed beforeDate 2024-01-01 → placed beforeDate 2025-01-01',
      ),
    ],
  },
  {
    name: 'an order of texts',
    texts: { 'orders.yml': orders(policies(`group: "*", ${where('email gte b')}`, 'group: finance')) },
    openings: [
      // Each database has its own order.
      opens(
        'gte, values: [b]',
        'gte, values: [a]',
        '* but finance may see more rows of orders: email gte b → email gte a',
        '* but finance may see less rows of orders: email gte b → email gte a',
      ),
    ],
  },
  {
    name: 'nested conditions on rows',
    texts: {
      'orders.yml': orders(
        policies(
          `group: "*", ${where(either(both('region equals north', 'status equals paid'), 'status equals open'))}`,
        ),
      ),
    },
    openings: [
      opens(
        'and:',
        'or:',
        '* sees more rows of orders: (region equals north and status equals paid) or status equals open → (region equals north or status equals paid) or status equals open',
      ),
    ],
  },
  {
    name: 'all rows for one group',
    texts: {
      'views.yml': views(
        view(
          'sales',
          shows('region, total'),
          policies(`group: finance, ${where('region set')}`, 'group: audit, row_level: { allow_all: true }'),
        ),
      ),
      'orders.yml': hidden(),
    },
    openings: [
      opens(
        'filters: [{ member: region, operator: set }]',
        'allow_all: true',
        'finance sees more rows of sales: region set → all',
      ),
      opens(
        'group: audit',
        'groups: [audit, "*"]',
        '* but audit, finance sees more members of sales: region, total',
        'finance sees more rows of sales: region set → all',
      ),
    ],
  },
  {
    name: 'a view that joins two cubes with row filters',
    texts: {
      'orders.yml': joined(
        policies(`group: "*", ${where('region notEquals south')}`),
        policies(`group: "*", ${where('city equals Oslo')}`),
      ),
      'views.yml': views(
        view('sales', ['join_path: orders, includes: [total]', 'join_path: orders.customers, includes: [city]']),
      ),
    },
    openings: [
      opens(
        where('city equals Oslo'),
        'row_level: { allow_all: true }',
        '* sees more rows of customers: city equals Oslo → all',
      ),
      opens(
        '[south]',
        '[west]',
        '* sees more rows of orders: region notEquals south → region notEquals west',
        '* sees less rows of orders: region notEquals south → region notEquals west',
      ),
    ],
  },
  {
    name: 'a view with row filters over a hidden cube, next to another view',
    texts: {
      'orders.yml': hidden(),
      'views.yml': views(
        view('desk', shows('region, total'), policies(`group: "*", ${where('region equals north')}`)),
        view('board', shows('status'), policies('group: "*"', 'group: finance')),
      ),
    },
    openings: [
      opens(
        'views:\n',
        views(view('plain', shows('total'))),
        '* sees more rows of plain: desk.region equals north → all',
      ),
      opens('[status]', '[status, region]', '* sees more rows of board: desk.region equals north → all'),
    ],
  },
  {
    name: 'a condition on rows that reads an attribute',
    texts: {
      'orders.yml': orders(
        policies(
          `group: "*", ${where('region equals "{ security_context.region }"')}`,
          `group: finance, ${where('status equals paid')}`,
        ),
      ),
    },
    attributes: [{ region: 'north' }, { region: 'south', area: 'east' }],
    openings: [
      opens(
        'security_context.region',
        'security_context.area',
        ...['more', 'less'].flatMap((change) => [
          `* sees ${change} rows of orders: region equals {security_context.region} → region equals {security_context.area}`,
          `finance sees ${change} rows of orders: (region equals {security_context.region}) or (status equals paid) → (region equals {security_context.area}) or (status equals paid)`,
        ]),
      ),
    ],
  },
  {
    name: 'a condition on rows that reads an attribute by its shorthand',
    texts: {
      'orders.yml': orders(policies(`group: "*", ${where('region equals "{ userAttributes.region }"')}`)),
    },
    attributes: [{ userAttributes: { region: 'north' } }, { userAttributes: { region: 'south', area: 'east' } }],
    openings: [
      opens(
        'userAttributes.region',
        'userAttributes.area',
        ...['more', 'less'].map(
          (change) =>
            `* sees ${change} rows of orders: region equals {userAttributes.region} → region equals {userAttributes.area}`,
        ),
      ),
    ],
  },
  {
    name: 'a program with a row filter',
    texts: {
      'orders.js': program(
        "{ group: 'support', row_level: { filters: [{ member: 'region', operator: 'equals', values: ['north'] }] } }, { groups: ['finance'] }",
      ),
    },
    openings: [
      opens(
        "['north']",
        "['north', 'east']",
        'support sees more rows of orders: region equals north → region equals north, east',
      ),
    ],
  },
  {
    name: 'a program with rows without a value',
    texts: {
      'orders.js': program(
        "{ group: '*', row_level: { filters: [{ member: 'region', operator: 'equals', values: ['north'] }] } }, { group: 'finance', member_level: { includes: ['count'] }, row_level: { filters: [{ member: 'status', operator: 'notSet' }] } }",
      ),
    },
    openings: [
      opens(
        "['north']",
        "['north', null]",
        '* sees more rows of orders: region equals north → region equals north, null',
        'finance sees more rows of orders: (region equals north) or (status notSet) → (region equals north, null) or (status notSet)',
      ),
    ],
  },
  {
    name: 'an empty list of filters, which opens no rows next to other filters',
    texts: {
      'orders.yml': orders(
        policies('group: "*", row_level: { filters: [] }', `group: finance, ${where('region equals north')}`),
      ),
    },
    openings: [
      opens(
        'filters: [{ member: region, operator: equals, values: [north] }]',
        'filters: [{ and: [] }]',
        'finance sees more rows of orders: region equals north → all',
      ),
    ],
  },
  {
    name: 'two policies of one group',
    texts: {
      'orders.yml': orders(
        policies(
          `group: support, ${sees('total, region')}, ${where('region equals north')}`,
          `group: support, ${sees('count')}, ${where('status equals paid')}`,
        ),
      ),
    },
    openings: [
      opens(
        `${sees('count')}, ${where('status equals paid')}`,
        sees('count'),
        'support sees more rows of orders: (region equals north) or (status equals paid) → all',
      ),
      opens(
        'group: support',
        'group: audit',
        'audit sees more members of orders: region, total',
        'support sees less members of orders: region, total',
        'support sees less rows of orders: (region equals north) or (status equals paid) → status equals paid',
      ),
    ],
  },
];
