/** Mistakes with consequences in other places: the only problem is at the cause. */

import { customers, delivery, fleet, items, type MistakeRow, orders, sales, trips, vans } from './mistakeRow.ts';

export const consequenceMistakes: readonly MistakeRow[] = [
  { name: 'cube renamed', edits: [[customers, '- name: customers\n', '- name: «custmers»\n']], code: 'unknown-cube' },
  { name: 'cube renamed, with views of it', edits: [[orders, '- name: orders\n', '- name: «ordrs»\n']] },
  { name: 'cube renamed (JavaScript)', base: fleet, edits: [[vans, 'cube(`vans`', 'cube(`«vens»`']] },
  { name: 'cube renamed that only a view uses', base: fleet, edits: [[trips, 'cube(`trips`', 'cube(`«trip»`']] },
  { name: 'member renamed', base: fleet, edits: [[vans, 'plate: {', '«plat»: {']], code: 'unknown-member' },
  { name: 'misspelt call of cube', base: fleet, edits: [[vans, 'cube(`vans`', '«cub»(`vans`']], code: 'misspelt-call' },
  { name: 'misspelt call of view', base: fleet, edits: [[delivery, 'view(', '«veiw»(']], code: 'misspelt-call' },
  { name: 'misspelt sql_table', edits: [[orders, 'sql_table:', '«sql_tables»:']], code: 'unknown-key' },
  {
    name: 'misspelt sqlTable (JavaScript)',
    base: fleet,
    edits: [[vans, 'sqlTable: `fleet.vans`', '«sqlTables»: `fleet.vans`']],
  },
  { name: 'member name with a dot', edits: [[orders, '- name: completed_count\n', '- name: «completed.count»\n']] },
  { name: 'member name with a percent sign', edits: [[orders, '- name: revenue\n', '- name: «revenue%»\n']] },
  { name: 'cube name with a dot', edits: [[customers, '- name: customers\n', '- name: «shop.customers»\n']] },
  { name: 'cube name with a dot (JavaScript)', base: fleet, edits: [[vans, 'cube(`vans`', 'cube(`«fleet.vans»`']] },
  {
    name: 'join name with a percent sign',
    edits: [[items, '- name: products\n        sql', '- name: «products%»\n        sql']],
  },
  { name: 'join to a missing cube, with a view along it', edits: [[orders, '- name: stores', '- name: «store»']] },
  { name: 'misspelt name of a join', edits: [[items, '- name: products', '- «nam»: products']] },
  {
    name: 'missing dash below joins',
    edits: [
      [
        customers,
        '    refresh_key:\n',
        '    joins:\n      «name»: stores\n      sql: "{CUBE}.id = {stores.id}"\n      relationship: many_to_one\n    refresh_key:\n',
      ],
    ],
    code: 'wrong-value',
  },
  {
    name: 'misspelt prefix',
    edits: [[sales, '        prefix: true\n        includes: "*"', '        «prefix_id»: true\n        includes: "*"']],
  },
  {
    name: 'misspelt prefix before a list',
    edits: [
      [
        sales,
        '        prefix: true\n        includes:\n          - title',
        '        «prefix_id»: true\n        includes:\n          - title',
      ],
    ],
  },
  {
    name: 'prefix without a boolean',
    edits: [
      [
        sales,
        'prefix: true\n        includes:\n          - title',
        'prefix: «tru»\n        includes:\n          - title',
      ],
    ],
  },
  { name: 'misspelt prefix (JavaScript)', base: fleet, edits: [[delivery, 'prefix: true', '«prefx»: true']] },
  { name: 'misspelt alias of an included member', edits: [[sales, 'alias: done_share', '«alas»: done_share']] },
  {
    name: 'misspelt member in a view, with a folder',
    edits: [[sales, '          - revenue\n          - status', '          - «revenu»\n          - status']],
  },
  {
    name: 'misspelt cubes of a view',
    edits: [[sales, '    cubes:\n      - join_path: orders\n', '    «cube»:\n      - join_path: orders\n']],
  },
  {
    name: 'misspelt group of members',
    edits: [[customers, '    dimensions:\n      - name: id', '    «dimension»:\n      - name: id']],
  },
  { name: 'misspelt name of a member', edits: [[customers, '- name: city', '- «nam»: city']] },
  {
    name: 'wrong format in a cube with children',
    edits: [
      [
        customers,
        '- name: count\n        type: count',
        '- name: count\n        type: count\n        format: «percentt»',
      ],
    ],
    code: 'wrong-value',
  },
  {
    name: 'wrong format in a cube with children (JavaScript)',
    base: fleet,
    edits: [
      [vans, 'count: { type: `count` },\n    total', 'count: { type: `count`, format: `«percentt»` },\n    total'],
    ],
    code: 'wrong-value',
  },
  {
    name: 'misspelt group, with references to its members in the cube',
    edits: [[orders, '    dimensions:\n      - name: id', '    «dimension»:\n      - name: id']],
  },
  {
    name: 'misspelt group of a parent',
    edits: [[customers, '    measures:\n      - name: count', '    «mesures»:\n      - name: count']],
  },
  { name: 'misspelt joins, with a view along them', edits: [[items, '    joins:', '    «join»:']] },
  { name: 'empty name of a used member', edits: [[orders, '- name: revenue\n', '- «name»:\n']], code: 'empty-value' },
  { name: 'empty name of the primary key', edits: [[customers, '- name: id\n', '- «name»:\n']], code: 'empty-value' },
  { name: 'member name with a dash', edits: [[customers, '- name: created_at\n', '- name: «created-at»\n']] },
  { name: 'name with a dot of a member with children', edits: [[customers, '- name: city\n', '- name: «city.x»\n']] },
  { name: 'misspelt key of a refresh key', edits: [[customers, 'every: 30', '«evry»: 30']], code: 'unknown-key' },
  {
    name: 'cube that extends itself',
    edits: [[customers, 'extends: customers', 'extends: «wholesale_customers»']],
    code: 'circular-extends',
  },
  {
    name: 'cube twice, without the members that a view includes',
    edits: [
      [
        items,
        '  - name: stores\n',
        '  - name: stores\n    sql_table: a\n    dimensions:\n      - {name: id, sql: id, type: number, primary_key: true}\n\n  - name: «stores»\n',
      ],
    ],
    code: 'duplicate-definition',
  },
  {
    name: 'missing dash before the first of several names',
    edits: [[orders, '          - id\n          - status\n', '          «id»\n          - status\n']],
    code: 'missing-dash',
  },
  {
    name: 'text instead of true, with keys that need it',
    edits: [[orders, 'multi_stage: true', 'multi_stage: «maybe»']],
    code: 'wrong-value',
  },
  {
    name: 'wrong type of the time dimension of a pre-aggregation',
    edits: [[orders, 'sql: created_at\n        type: time', 'sql: created_at\n        type: «tim»']],
    code: 'wrong-value',
  },
];
