/** Models whose members or policies depend on code that reads the security context, and the openings that are planted in them. */

import { all, opens, orders, type PolicyModel, policies, sees } from './policyModels.ts';

export const contextOpenings: readonly PolicyModel[] = [
  {
    name: 'a template with the names of a policy',
    texts: {
      'orders.yml': `{% set shown = ['count', 'region'] %}\n${orders(policies('group: finance', 'group: "*", member_level: { includes: {{ shown }} }'))}`,
    },
    openings: [opens("'region']", "'region', 'email']", '* but finance sees more members of orders: email')],
  },
  {
    name: 'a template that makes a member public for a group',
    texts: {
      'orders.yml': orders(policies('group: finance', `group: support, ${sees('count, email')}`)).replace(
        'name: email,',
        `name: email, public: {{ 'finance' in (COMPILE_CONTEXT.security_context.groups or []) }},`,
      ),
    },
    openings: [
      opens(
        `'finance' in (COMPILE_CONTEXT.security_context.groups or [])`,
        'true',
        'support sees more members of orders: email',
      ),
    ],
  },
  {
    name: 'a program that has a member for a group only',
    texts: {
      'orders.js': `const { groups = [] } = COMPILE_CONTEXT.securityContext;
cube('orders', {
  sql_table: 'orders',
  dimensions: {
    id: { sql: 'id', type: 'number', primary_key: true },
    region: { sql: 'region', type: 'string' },
    ...(groups.includes('finance') ? { email: { sql: 'email', type: 'string' } } : {}),
  },
  measures: { count: { type: 'count' }, total: { sql: 'amount', type: 'sum' } },
  access_policy: [{ group: '*', member_level: { includes: '*' } }, { groups: ['finance', 'audit'] }],
});\n`,
    },
    openings: [
      opens(
        "includes('finance')",
        "includes('audit')",
        'audit sees more members of orders: email',
        'finance sees less members of orders: email',
      ),
    ],
  },
  {
    name: 'a condition that reads an attribute',
    texts: {
      'orders.yml': orders(
        policies(
          'group: "*", conditions: [{ if: "{ security_context.isManager }" }]',
          `group: finance, ${sees('count')}`,
        ),
      ),
    },
    attributes: [{ isManager: true }, { isEmployee: true }],
    openings: [
      opens(
        ', conditions: [{ if: "{ security_context.isManager }" }]',
        '',
        '* but finance, { security_context.isManager } sees more members of orders: count',
        `* but { security_context.isManager } sees more members of orders: ${all.replace('count, ', '')}`,
      ),
      opens(
        'isManager',
        'isEmployee',
        `{ security_context.isEmployee } sees more members of orders: ${all}`,
        `{ security_context.isManager } sees less members of orders: ${all}`,
      ),
    ],
  },
  {
    name: 'a condition that leaves out users with an attribute',
    texts: {
      'orders.yml': orders(policies('group: "*", conditions: [{ if: "{ not security_context.isExternal }" }]')),
    },
    attributes: [{ isExternal: true }],
    openings: [
      opens(
        ', conditions: [{ if: "{ not security_context.isExternal }" }]',
        '',
        `{ not (!security_context.isExternal) } sees more members of orders: ${all}`,
      ),
    ],
  },
  {
    name: 'a condition that reads an attribute by its shorthand',
    texts: {
      'orders.yml': orders(
        policies(
          'group: "*", conditions: [{ if: "{ userAttributes.isManager }" }]',
          `group: finance, ${sees('count')}`,
        ),
      ),
    },
    attributes: [{ userAttributes: { isManager: true } }, { userAttributes: { isEmployee: true } }],
    openings: [
      opens(
        'isManager',
        'isEmployee',
        `{ userAttributes.isEmployee } sees more members of orders: ${all}`,
        `{ userAttributes.isManager } sees less members of orders: ${all}`,
      ),
    ],
  },
  {
    name: 'a condition that reads the groups by their shorthand',
    texts: {
      'orders.yml': orders(
        policies(
          `group: finance, conditions: [{ if: "{ groups.includes('audit') }" }]`,
          `group: audit, ${sees('count')}`,
          `group: support, ${sees('count')}`,
        ),
      ),
    },
    openings: [
      opens(
        "includes('audit')",
        "includes('support')",
        `finance+support sees more members of orders: email, placed, region, status, total`,
        `audit+finance sees less members of orders: email, placed, region, status, total`,
      ),
    ],
  },
  {
    name: 'a condition that reads the groups',
    texts: {
      'orders.js': `cube('orders', {
  sql_table: 'orders',
  dimensions: { id: { sql: 'id', type: 'number', primary_key: true }, region: { sql: 'region', type: 'string' } },
  measures: { count: { type: 'count' }, total: { sql: 'amount', type: 'sum' } },
  access_policy: [
    { group: 'finance', conditions: [{ if: (securityContext.groups || []).includes('audit') }] },
    { group: 'audit', member_level: { includes: ['count'] } },
    { group: 'support', member_level: { includes: ['count'] } },
  ],
});\n`,
    },
    openings: [
      opens(
        "includes('audit')",
        "includes('support')",
        'finance+support sees more members of orders: region, total',
        'audit+finance sees less members of orders: region, total',
      ),
    ],
  },
];
