/** Models with access policies of many shapes, and the openings of members and masks that are planted in them. */

import { contextOpenings } from './plantedContextOpenings.ts';
import { rowOpenings } from './plantedRowOpenings.ts';
import {
  all,
  hidden,
  joined,
  masked,
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

const memberOpenings: readonly PolicyModel[] = [
  {
    name: 'a cube with a policy for all users and one for a group',
    texts: { 'orders.yml': orders(policies(`group: "*", ${sees('count')}`, 'group: finance')) },
    openings: [
      opens('[count]', '[count, region]', '* but finance sees more members of orders: region'),
      opens(
        `, ${sees('count')}`,
        '',
        '* but finance sees more members of orders: email, placed, region, status, total',
      ),
    ],
  },
  {
    name: 'a policy that excludes members',
    texts: {
      'orders.yml': orders(
        policies('group: support, member_level: { includes: "*", excludes: [email, total] }', 'group: finance'),
      ),
    },
    openings: [opens('[email, total]', '[total]', 'support sees more members of orders: email')],
  },
  {
    name: 'a policy that includes nothing',
    texts: { 'orders.yml': orders(policies(`group: "*", ${sees('')}`, `group: finance, ${sees('count')}`)) },
    openings: [opens('includes: []', 'includes: [total]', '* sees more members of orders: total')],
  },
  {
    name: 'policies of a view over a hidden cube',
    texts: {
      'orders.yml': hidden(),
      'views.yml': views(
        view(
          'sales',
          shows('region, email, count, total'),
          policies(`group: support, ${sees('region, count')}`, `group: finance, ${sees('region, count, total')}`),
        ),
      ),
    },
    openings: [
      opens('[region, count] }', '[region, count, email] }', 'support sees more members of sales: email'),
      opens(
        'access_policy:\n',
        'access_policy:\n      - group: audit\n',
        'audit sees more members of sales: count, email, region, total',
      ),
    ],
  },
  {
    name: 'policies of a cube and of a view over it',
    texts: {
      'orders.yml': orders(policies('group: finance')),
      'views.yml': views(view('sales', shows('count, region'), policies(`groups: ["*"], ${sees('count')}`))),
    },
    openings: [
      opens(
        'group: finance',
        'groups: [finance, support]',
        `support sees more members of orders: ${all}`,
        'support sees more rows of orders: none → all',
      ),
    ],
  },
  {
    name: 'a view with a prefix',
    texts: {
      'orders.yml': joined(),
      'views.yml': views(
        view(
          'sales',
          ['join_path: orders, includes: [count, total]', 'join_path: orders.customers, prefix: true, includes: "*"'],
          policies(`group: "*", ${sees('count, customers_city')}`, 'group: finance'),
        ),
      ),
    },
    openings: [
      opens(
        '[count, customers_city]',
        '[count, customers_city, customers_phone]',
        '* but finance sees more members of sales: customers_phone',
      ),
    ],
  },
  {
    name: 'a view with an alias',
    texts: {
      'orders.yml': hidden(),
      'views.yml': views(
        view(
          'sales',
          ['join_path: orders, includes: [count, region, { name: email, alias: contact }]'],
          policies(`group: "*", ${sees('count')}`, `group: support, ${sees('region')}`),
        ),
      ),
    },
    openings: [
      opens('[region] }', '[region, contact] }', 'support sees more members of sales: contact'),
      // The name stays that of a member that the group saw.
      opens(
        'region, { name: email, alias: contact }',
        'status, { name: email, alias: region }',
        'support sees more members of sales: region',
      ),
    ],
  },
  {
    name: 'a view of all members but one, without a policy',
    texts: {
      'orders.yml': hidden(),
      'views.yml': views(view('open', ['join_path: orders, includes: "*", excludes: [email, total]'])),
    },
    openings: [opens('[email, total]', '[total]', '* sees more members of open: email')],
  },
  {
    name: 'a policy for a list of groups',
    texts: {
      'orders.yml': orders(policies('groups: [finance, audit]', `groups: [support], ${sees('count, region')}`)),
    },
    openings: [
      opens('[finance, audit]', '[finance, audit, sales]', `sales sees more members of orders: ${all}`),
      opens('[support]', '[support, "*"]', '* but audit, finance, support sees more members of orders: count, region'),
    ],
  },
  {
    name: 'masks of members that are named',
    texts: {
      'orders.yml': orders(
        policies(`group: "*", ${sees('region, count')}, ${masked('email')}`, `group: finance, ${sees('total')}`),
      ),
    },
    openings: [
      opens('[email]', '[email, status]', '* sees more masks of orders: status'),
      opens('[region, count]', '[region, count, email]', '* sees more members of orders: email'),
    ],
  },
  {
    name: 'masks of all members but one',
    texts: {
      'orders.yml': orders(
        policies(
          `group: support, ${sees('count')}, member_masking: { includes: "*", excludes: [email] }`,
          'group: finance',
        ),
      ),
    },
    openings: [opens(', excludes: [email]', '', 'support sees more masks of orders: email')],
  },
  {
    name: 'a cube that extends a cube with a policy',
    texts: {
      'orders.yml': orders(policies('group: finance')),
      'vip.yml': `cubes:\n  - name: vip\n    extends: orders\n${policies(`group: support, ${sees('count')}`)}`,
    },
    openings: [
      opens(
        'group: finance',
        `group: "*", ${sees('region')}`,
        '* but finance sees more members of orders: region',
        '* but finance sees more members of vip: region',
        'finance sees less members of orders: count, email, placed, status, total',
        'finance sees less members of vip: count, email, placed, status, total',
      ),
      opens('[count]', '[count, email]', 'support sees more members of vip: email'),
    ],
  },
  {
    name: 'a view that extends a view with a policy',
    texts: {
      'orders.yml': hidden(),
      'views.yml': views(
        view('sales', shows('count, email'), policies(`group: finance, ${sees('count')}`)),
        '  - name: desk\n    extends: sales\n',
      ),
    },
    openings: [
      opens(
        '[count] }',
        '[count, email] }',
        ...['sales', 'desk'].map((name) => `finance sees more members of ${name}: email`),
      ),
    ],
  },
  {
    name: 'a program with policies in camel case',
    texts: {
      'orders.js': `cube('orders', {
  sql_table: 'orders',
  dimensions: {
    id: { sql: 'id', type: 'number', primaryKey: true },
    region: { sql: 'region', type: 'string' },
    email: { sql: 'email', type: 'string' },
  },
  measures: { count: { type: 'count' }, total: { sql: 'amount', type: 'sum' } },
  accessPolicy: [
    { group: '*', memberLevel: { includes: ['count'] } },
    { groups: ['finance'], memberLevel: { excludes: ['email'] }, memberMasking: { includes: ['email'] } },
  ],
});\n`,
    },
    openings: [
      opens(
        "excludes: ['email']",
        "excludes: ['region']",
        'finance sees more members of orders: email',
        'finance sees less members of orders: region',
      ),
      opens("['count']", "['count', 'total']", '* but finance sees more members of orders: total'),
    ],
  },
  {
    name: 'a hidden cube next to a view with policies',
    texts: {
      'orders.yml': hidden(),
      'views.yml': views(view('sales', shows('count, region'), policies('group: finance'))),
    },
    openings: [opens('public: false', 'public: true', `* sees more members of orders: ${all}`)],
  },
  {
    name: 'a member that is not public',
    texts: {
      'orders.yml': orders(policies(`group: "*", ${sees('count, email')}`, 'group: finance')).replace(
        'name: email,',
        'name: email, public: false,',
      ),
    },
    openings: [
      opens('public: false, ', '', '* sees more members of orders: email'),
      opens('primary_key: true', 'primary_key: true, public: true', 'finance sees more members of orders: id'),
    ],
  },
  {
    name: 'two views over one hidden cube',
    texts: {
      'orders.yml': hidden(),
      'views.yml': views(
        view('desk', shows('region, count'), policies(`group: support, ${sees('region')}`)),
        view('board', shows('region, count, total, email'), policies('group: finance', `group: "*", ${sees('count')}`)),
      ),
    },
    openings: [
      opens('group: finance', 'groups: [finance, support]', 'support sees more members of board: email, region, total'),
      opens('views:\n', views(view('plain', shows('email, count'))), '* but finance sees more members of plain: email'),
    ],
  },
  {
    name: 'a segment in a policy',
    texts: {
      'orders.yml': orders(
        `    segments:\n      - { name: paid, sql: "{CUBE}.status = 'paid'" }\n${policies(`group: "*", ${sees('count')}`, 'group: finance')}`,
      ),
    },
    openings: [opens('[count]', '[count, paid]', '* but finance sees more members of orders: paid')],
  },
  {
    name: 'a view with folders and a hierarchy',
    texts: {
      'orders.yml': hidden('    hierarchies:\n      - { name: place, levels: [region, status] }\n'),
      'views.yml': views(
        view(
          'sales',
          shows('region, status, total, count, place'),
          `    folders:\n      - { name: Places, includes: [region, status] }\n${policies(`group: "*", ${sees('region, count')}`, 'group: finance')}`,
        ),
      ),
    },
    openings: [opens('[region, count]', '[region, count, status]', '* but finance sees more members of sales: status')],
  },
  {
    name: 'a new view with a mask',
    texts: {
      'orders.yml': hidden(),
      'views.yml': views(view('sales', shows('count'), policies(`group: "*", ${sees('count')}`, 'group: finance'))),
    },
    openings: [
      opens(
        'views:\n',
        views(view('contacts', shows('count, email'), policies(`group: "*", ${sees('count')}, ${masked('email')}`))),
        '* sees more masks of contacts: email',
      ),
    ],
  },
  {
    name: 'a cube with a policy that is deleted',
    texts: {
      'orders.yml': orders(policies(`group: "*", ${sees('region')}`, `group: finance, ${where('status set')}`)),
    },
    openings: [
      opens(
        policies(`group: "*", ${sees('region')}`, `group: finance, ${where('status set')}`),
        '',
        '* but finance sees more members of orders: count, email, placed, status, total',
      ),
    ],
  },
];

export const policyModels: readonly PolicyModel[] = [...memberOpenings, ...contextOpenings, ...rowOpenings];
