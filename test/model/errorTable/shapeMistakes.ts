/** Mistakes in keys and values of cubes and members. */

import { customers, fleet, items, type MistakeRow, orders, sales, trips, vans } from './mistakeRow.ts';

export const shapeMistakes: readonly MistakeRow[] = [
  {
    name: '5 measure without sql',
    edits: [[items, '- name: quantity\n        sql: quantity\n', '- name: «quantity»\n']],
    code: 'missing-key',
  },
  {
    name: '5 measure without sql (JavaScript)',
    base: fleet,
    edits: [[trips, 'longest: {\n      sql: `metres`,', '«longest»: {']],
    code: 'missing-key',
  },
  {
    name: '5 measure without type',
    edits: [
      [
        items,
        '- name: quantity\n        sql: quantity\n        type: sum\n',
        '- name: «quantity»\n        sql: quantity\n',
      ],
    ],
    code: 'missing-key',
  },
  {
    name: '6 dimension without sql',
    edits: [[orders, '- name: status\n        sql: status\n', '- name: «status»\n']],
    code: 'missing-key',
  },
  {
    name: '6 dimension without sql (JavaScript)',
    base: fleet,
    edits: [[vans, 'plate: { sql: `plate`, type', '«plate»: { type']],
    code: 'missing-key',
  },
  {
    name: '7 neither sql nor sql_table',
    edits: [[items, 'name: stores\n    sql_table: shop.stores\n', 'name: «stores»\n']],
    code: 'missing-key',
  },
  {
    name: '7 neither sql nor sql_table (JavaScript)',
    base: fleet,
    edits: [[vans, 'cube(`drivers`, {\n  sqlTable: `fleet.drivers`,', 'cube(`«drivers»`, {']],
    code: 'missing-key',
  },
  {
    name: '8 both sql and sql_table',
    edits: [[orders, 'sql_table: shop.orders\n', 'sql_table: shop.orders\n    «sql»: SELECT 1\n']],
    code: 'conflicting-keys',
  },
  {
    name: '8 both sql and sql_table (JavaScript)',
    base: fleet,
    edits: [[vans, 'sqlTable: `fleet.drivers`,', 'sqlTable: `fleet.drivers`, «sql»: `SELECT 1`,']],
    code: 'conflicting-keys',
  },
  {
    name: '9 duplicate measure',
    edits: [
      [items, '- name: quantity\n', '- name: «count»\n'],
      [items, 'NULLIF({quantity}, 0)', 'NULLIF({count}, 0)'],
    ],
    code: 'duplicate-member',
  },
  {
    name: '10 measure and dimension of one name',
    edits: [
      [items, '- name: kind\n        sql: kind', '- name: price_range\n        sql: kind'],
      [items, '- name: price_range\n        sql: MAX', '- name: «price_range»\n        sql: MAX'],
      [items, '{products.kind}', '{products.title}'],
      [sales, '          - kind\n', ''],
      [sales, 'products_kind', 'products_title'],
    ],
    code: 'duplicate-member',
  },
  {
    name: '10 measure and dimension of one name (JavaScript)',
    base: fleet,
    edits: [
      [vans, 'totalLoad: {', '«plate»: {'],
      [vans, '${totalLoad}', '${battery}'],
    ],
    code: 'duplicate-member',
  },
  {
    name: '11 duplicate cube',
    edits: [
      [
        items,
        '- name: stores\n    sql_table',
        '- name: stores\n    sql_table: x\n    dimensions:\n      - {name: id, sql: id, type: number, primary_key: true}\n      - {name: street, sql: s, type: string}\n  - name: «stores»\n    sql_table',
      ],
    ],
    code: 'duplicate-definition',
  },
  {
    name: '11 duplicate cube (JavaScript)',
    base: fleet,
    edits: [
      [
        vans,
        "cube('electric_vans', {",
        "cube(`drivers`, { sql: `SELECT 1`, dimensions: { id: { sql: `id`, type: `number`, primaryKey: true }, name: { sql: `n`, type: `string` }, licence: { sql: `l`, type: `string` } } });\ncube('electric_vans', {",
      ],
      [vans, 'cube(`drivers`, {\n', 'cube(`«drivers»`, {\n'],
    ],
    code: 'duplicate-definition',
  },
  {
    name: '12 wrong type of a measure',
    edits: [[items, 'sql: quantity\n        type: sum', 'sql: quantity\n        type: «summ»']],
    code: 'wrong-value',
  },
  {
    name: '12 wrong type of a measure (JavaScript)',
    base: fleet,
    edits: [[trips, 'type: `max`', 'type: `«maximum»`']],
    code: 'wrong-value',
  },
  {
    name: '13 wrong type of a dimension',
    edits: [[orders, 'sql: status\n        type: string', 'sql: status\n        type: «text»']],
    code: 'wrong-value',
  },
  { name: '14 wrong format', edits: [[orders, 'format: percent\n', 'format: «percents»\n']], code: 'wrong-value' },
  {
    name: '15 unknown property of a cube',
    edits: [[items, 'sql_table: shop.stores\n    dimensions:', 'sql_table: shop.stores\n    «dimnsions»:']],
    code: 'unknown-key',
  },
  {
    name: '15 unknown property of a measure',
    edits: [[orders, 'description: Money', '«descripton»: Money']],
    code: 'unknown-key',
  },
  {
    name: '15 unknown property of a measure (JavaScript)',
    base: fleet,
    edits: [[vans, "description: 'Class", "«descripton»: 'Class"]],
    code: 'unknown-key',
  },
  {
    name: '16 unknown property of a join',
    edits: [
      [
        orders,
        '        relationship: many_to_one\n\n      - name: stores',
        '        relationship: many_to_one\n        «kind»: inner\n\n      - name: stores',
      ],
    ],
    code: 'unknown-key',
  },
  {
    name: '17 join without relationship',
    edits: [
      [
        orders,
        '- name: stores\n        sql: "{CUBE}.store_id = {stores.id}"\n        relationship: many_to_one',
        '- name: «stores»\n        sql: "{CUBE}.store_id = {stores.id}"',
      ],
    ],
    code: 'missing-key',
  },
  {
    name: '18 unknown relationship',
    edits: [[orders, 'relationship: many_to_one', 'relationship: «manyToMany»']],
    code: 'wrong-value',
  },
  {
    name: '18 unknown relationship (JavaScript)',
    base: fleet,
    edits: [[trips, 'relationship: `many_to_one`', 'relationship: `«many_to_many»`']],
    code: 'wrong-value',
  },
  {
    name: '19 unknown top-level key',
    edits: [
      [customers, 'cubes:', '«cube»:'],
      [orders, '    joins:\n', '    joins:\n'],
    ],
    code: 'unknown-top-level-key',
  },
  {
    name: '33 wrong type in JavaScript',
    base: fleet,
    edits: [[vans, 'plate: { sql: `plate`, type: `string` }', 'plate: { sql: `plate`, type: `«text»` }']],
    code: 'wrong-value',
  },
  { name: '45 empty sql', edits: [[orders, 'sql: "{CUBE}.total_price > 100"', '«sql»:']], code: 'empty-value' },
  {
    name: 'mistyped key whose value holds {CUBE}',
    edits: [[orders, '      - name: big_orders\n        sql:', '      - name: big_orders\n        «sqll»:']],
    code: 'unknown-key',
  },
  {
    name: 'wrong interval of a refresh key',
    edits: [[customers, 'every: 30 minutes', 'every: «30 mins»']],
    code: 'wrong-value',
  },
  {
    name: 'text where true or false is expected',
    edits: [[orders, 'primary_key: true\n        public: false', 'primary_key: true\n        public: «nope»']],
  },
];
