/** Every mistake of the error table stands on the exact words a person has to change, compiled with the real compiler. */

import { edit, expectMarks } from './marked.ts';
import { fixture, stopCompiler, type Texts } from './models.ts';

const bakery = fixture('bakery');
const fleet = fixture('fleet');
const orders = 'cubes/orders.yml';
const customers = 'cubes/customers.yml';
const items = 'cubes/order_items.yaml';
const sales = 'views/sales.yml';
const trips = 'cubes/Trips.js';
const vans = 'cubes/Vans.js';
const delivery = 'views/Delivery.js';

type Edit = readonly [file: string, from: string, to: string];

interface Row {
  name: string;
  base?: Texts;
  edits: readonly Edit[];
  severity?: 'warning';
  code?: string;
}

const rows: Row[] = [
  {
    name: '1 unknown cube in the sql of a join',
    edits: [[orders, '{customers.id}', '{«customrs».id}']],
    severity: 'warning',
    code: 'unknown-cube',
  },
  {
    name: '1 unknown member in the sql of a join',
    edits: [[orders, '{customers.id}', '{customers.«idd»}']],
    severity: 'warning',
    code: 'unknown-member',
  },
  {
    name: '1 unknown cube in the sql of a join (JavaScript)',
    base: fleet,
    edits: [[trips, '${vans.id}', '${«van».id}']],
    severity: 'warning',
  },
  {
    name: '2 join to a missing cube',
    edits: [
      [orders, '- name: stores', '- name: «shops»'],
      [orders, '{CUBE}.store_id = {stores.id}', '1 = 1'],
      [sales, 'orders.stores', 'stores'],
    ],
    code: 'unknown-cube',
  },
  {
    name: '2 join to a missing cube (JavaScript)',
    base: fleet,
    edits: [
      [trips, '    drivers: {\n      sql: `${CUBE.driverId} = ${drivers.id}`', '    «driver»: {\n      sql: `1 = 1`'],
      [delivery, 'joinPath: trips.drivers', 'joinPath: drivers'],
    ],
    code: 'unknown-cube',
  },
  {
    name: '3 unknown member in the sql of a measure',
    edits: [[orders, 'sql: "1.0 * {completed_count}', 'sql: "1.0 * {«completed_coun»}']],
    code: 'unknown-member',
  },
  {
    name: '3 unknown member in the sql of a measure (JavaScript)',
    base: fleet,
    edits: [[trips, '${lateCount} / NULLIF', '${«lateCont»} / NULLIF']],
    code: 'unknown-member',
  },
  {
    name: '4 unknown member of another cube',
    edits: [[orders, '"{customers.city}"', '"{customers.«cty»}"']],
    code: 'unknown-member',
  },
  {
    name: '4 unknown member of another cube (JavaScript)',
    base: fleet,
    edits: [[trips, '${vans.depot}', '${vans.«depott»}']],
    code: 'unknown-member',
  },
  {
    name: '4 unknown member of CUBE',
    edits: [[orders, '{CUBE.count}, 0)"', '{CUBE.«cont»}, 0)"']],
    code: 'unknown-member',
  },
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
    name: '20 bad indent',
    edits: [
      [
        orders,
        '        sql: status\n        type: string\n        description',
        '        sql: status\n       «type: string»\n        description',
      ],
    ],
  },
  {
    name: '20 line indented too deep',
    edits: [[orders, '        sql: status\n        type: string\n', '        sql: status\n          «type: string»\n']],
  },
  {
    name: '21 tab',
    edits: [[orders, '        sql: status\n        type: string\n', '        sql: status\n«\t»type: string\n']],
    code: 'yaml-tab',
  },
  {
    name: '22 duplicate key',
    edits: [[orders, '        sql: status\n', '        sql: status\n        «sql»: state\n']],
    code: 'duplicate-key',
  },
  {
    name: '23 open quote',
    edits: [[orders, 'sql: "{customers.city}"', 'sql: «"{customers.city}»']],
    code: 'yaml-open-quote',
  },
  { name: '23 open single quote', edits: [[items, 'format: "$,.2f"', "format: «'$,.2f»"]], code: 'yaml-open-quote' },
  {
    name: '23 open bracket',
    edits: [
      [
        items,
        '- { name: id, sql: id, type: number, primary_key: true }',
        '- «{» name: id, sql: id, type: number, primary_key: true',
      ],
    ],
    code: 'yaml-open-bracket',
  },
  {
    name: '24 circular extends',
    edits: [
      [customers, '- name: customers\n', '- name: customers\n    extends: «wholesale_customers»\n'],
      [customers, 'extends: customers', 'extends: «customers»'],
    ],
    code: 'circular-extends',
  },
  {
    name: '25 extends a missing cube',
    edits: [
      [customers, 'extends: customers', 'extends: «custmers»'],
      [customers, '{count} / ', '1 / '],
    ],
    code: 'unknown-cube',
  },
  {
    name: '25 extends a missing cube (JavaScript)',
    base: fleet,
    edits: [
      [vans, 'extends: vans', 'extends: «van»'],
      [vans, '${totalLoad} / ', '1 / '],
    ],
    code: 'unknown-cube',
  },
  {
    name: '26 view includes an unknown member',
    edits: [
      [sales, '- revenue\n          - status', '- «revnue»\n          - status'],
      [sales, '          - revenue\n          - done_share', '          - done_share'],
      [sales, '          excludes:\n            - revenue\n', ''],
    ],
    code: 'unknown-member',
  },
  {
    name: '26 view includes an unknown member (JavaScript)',
    base: fleet,
    edits: [[delivery, '`lateShare`', '`«lateShar»`']],
    code: 'unknown-member',
  },
  {
    name: '27 view of a missing cube',
    edits: [[sales, 'join_path: orders.stores', 'join_path: orders.«shops»']],
    code: 'unknown-cube',
  },
  {
    name: '27 view of a missing cube (JavaScript)',
    base: fleet,
    edits: [[delivery, 'joinPath: trips.drivers', 'joinPath: trips.«driver»']],
    code: 'unknown-cube',
  },
  {
    name: '28 view along a path that is not joined',
    edits: [[sales, 'join_path: orders.stores', 'join_path: orders.customers.«stores»']],
    severity: 'warning',
    code: 'not-joined',
  },
  {
    name: '29 two included members of one name',
    edits: [
      [
        sales,
        '          - street',
        '          - street\n          - «name: id»'
          .replace('«name: id»', 'name: «id»\n            alias: count')
          .replace('name: «id»\n            alias: count', 'name: id\n            alias: «count»'),
      ],
    ],
    code: 'include-conflict',
  },
  {
    name: '29 two included members of one name (JavaScript)',
    base: fleet,
    edits: [[delivery, '[`name`, `licence`]', '[`name`, `«count»`]']],
    code: 'include-conflict',
  },
  {
    name: '30 JavaScript syntax: missing comma',
    base: fleet,
    edits: [[trips, 'sql: `metres`,\n      type: `max`', 'sql: `metres`\n      «type»: `max`']],
    code: 'javascript-syntax',
  },
  {
    name: '31 JavaScript syntax: missing bracket',
    base: fleet,
    edits: [
      [
        delivery,
        '[`count`, `distance`, `lateShare`, { name: `startedAt`, alias: `start` }],',
        '[`count`, `distance`«:» `lateShare`],',
      ],
    ],
    code: 'javascript-syntax',
  },
  {
    name: '32 a name JavaScript does not know',
    base: fleet,
    edits: [[trips, 'timeDimension: startedAt', 'timeDimension: «startdAt»']],
    severity: 'warning',
    code: 'unknown-member',
  },
  {
    name: '33 wrong type in JavaScript',
    base: fleet,
    edits: [[vans, 'plate: { sql: `plate`, type: `string` }', 'plate: { sql: `plate`, type: `«text»` }']],
    code: 'wrong-value',
  },
  {
    name: '34 duplicate key in JavaScript',
    base: fleet,
    edits: [
      [
        vans,
        'depot: { sql: `depot`, type: `string` },',
        'depot: { sql: `depot`, type: `string` },\n    «depot»: { sql: `depot`, type: `string` },',
      ],
    ],
    code: 'duplicate-key',
  },
  {
    name: '35 open Jinja block',
    edits: [[items, 'cubes:\n', 'cubes:\n«{% for n in [1] %}»\n']],
    code: 'template-unbalanced-block',
  },
  {
    name: '35 open Jinja tag',
    edits: [[items, 'sql_table: shop.stores', 'sql_table: «{{»"shop.stores"']],
    code: 'template-unclosed-tag',
  },
  {
    name: '41 expression that is no Python',
    edits: [[orders, '"{revenue} / NULLIF', '"{revenue «||»} / NULLIF']],
    code: 'unsupported-expression',
  },
  {
    name: '41 brace without its other half',
    edits: [[orders, '"{revenue} / NULLIF({CUBE.count}, 0)"', '"NULLIF(0, 1) / «{revenue»"']],
    code: 'open-brace',
  },
  {
    name: '41 references side by side',
    edits: [[orders, '"{revenue} / NULLIF({CUBE.count}, 0)"', '"{revenue«}{»count}"']],
    code: 'adjacent-references',
  },
  {
    name: '42 unknown member in a pre-aggregation',
    edits: [
      [orders, '          - CUBE.count\n          - revenue\n', '          - CUBE.count\n          - «revnue»\n'],
    ],
    severity: 'warning',
    code: 'unknown-member',
  },
  {
    name: '42 unknown member in a pre-aggregation (JavaScript)',
    base: fleet,
    edits: [[trips, '[CUBE.count, distance]', '[CUBE.«cont», distance]']],
    severity: 'warning',
    code: 'unknown-member',
  },
  {
    name: '43 unknown member in the excludes of a policy',
    edits: [[orders, '            - average_order\n', '            - «avg_order»\n']],
    severity: 'warning',
    code: 'unknown-member',
  },
  {
    name: '44 unknown member in the filter of a measure',
    edits: [
      [
        orders,
        `filters:\n          - sql: "{CUBE}.status = 'completed'"`,
        `filters:\n          - sql: "{«statuss»} = 'completed'"`,
      ],
    ],
    severity: 'warning',
    code: 'unknown-member',
  },
  { name: '45 empty sql', edits: [[orders, 'sql: "{CUBE}.total_price > 100"', '«sql»:']], code: 'empty-value' },
  {
    name: 'mistyped key whose value holds {CUBE}',
    edits: [[orders, '      - name: big_orders\n        sql:', '      - name: big_orders\n        «sqll»:']],
    code: 'unknown-key',
  },
  {
    name: 'unknown level of a hierarchy',
    edits: [[orders, '          - customers.country', '          - customers.«contry»']],
    code: 'unknown-member',
  },
  {
    name: 'measure as a level of a hierarchy',
    edits: [
      [orders, '          - customers.country', '          - «count»'],
      [sales, '          - count\n', '          - count\n          - place\n'],
    ],
    code: 'level-no-dimension',
  },
  {
    name: 'unknown member in a folder',
    edits: [[sales, '          - done_share\n      - name: People', '          - «done_shar»\n      - name: People']],
    code: 'unknown-member',
  },
  {
    name: 'unknown member of a row filter',
    edits: [[orders, '- member: channel', '- member: «chanel»']],
    code: 'unknown-member',
  },
  {
    name: 'unknown member behind {CUBE} in a row filter',
    edits: [[orders, '- member: "{CUBE}.status"', '- member: "{CUBE}.«stats»"']],
    code: 'unknown-member',
  },
  {
    name: 'unknown granularity of a time dimension',
    edits: [
      [
        orders,
        'sql: "{revenue}"\n        type: number\n        time_shift',
        'sql: "{revenue} + {created_at.«sprints»}"\n        type: number\n        time_shift',
      ],
    ],
    code: 'unknown-granularity',
  },
  {
    name: 'braces without a reference',
    edits: [[items, 'sql: MAX({CUBE}.price)', 'sql: MAX({CUBE}.price) + «{}»']],
    code: 'empty-braces',
  },
  {
    name: 'unknown operator of a row filter',
    edits: [[orders, 'operator: set', 'operator: «isset»']],
    code: 'wrong-value',
  },
  {
    name: 'join without primary key',
    edits: [
      [customers, '- name: customers\n', '- name: «customers»\n'],
      [customers, '        type: number\n        primary_key: true\n', '        type: number\n'],
    ],
    code: 'primary-key-missing',
  },
  {
    name: 'columns of a foreign cube',
    edits: [[orders, '"{customers.city}"', '"«{customers}».city"'.replace('«{customers}»', '{«customers»}')]],
    code: 'foreign-sql',
  },
  {
    name: 'unknown view in a view group',
    edits: [[sales, '      - items\n', '      - «itms»\n']],
    code: 'unknown-cube',
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
  {
    name: 'reference in ordinary text',
    edits: [[orders, 'description: Orders taken', 'description: "{«orders»} taken" #']],
    code: 'reference-in-text',
  },
];

describe('error table', function () {
  this.timeout(120_000);
  after(stopCompiler);

  for (const row of rows) {
    it(row.name, async () => {
      const marked = row.edits.reduce((texts, [file, from, to]) => edit(texts, file, from, to), row.base ?? bakery);
      await expectMarks(marked, { severity: row.severity ?? 'error', ...(row.code ? { code: row.code } : {}) });
    });
  }
});
