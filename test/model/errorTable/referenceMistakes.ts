/** Mistakes in references: unknown cubes and members, joins, extends. */

import { customers, delivery, fleet, type MistakeRow, orders, sales, trips, vans } from './mistakeRow.ts';

export const referenceMistakes: readonly MistakeRow[] = [
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
    name: '32 a name JavaScript does not know',
    base: fleet,
    edits: [[trips, 'timeDimension: startedAt', 'timeDimension: «startdAt»']],
    severity: 'warning',
    code: 'unknown-member',
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
    name: 'columns of a foreign cube (JavaScript)',
    base: fleet,
    edits: [[trips, '`started_at`', '`${«vans»}.started_at`']],
    code: 'foreign-sql',
  },
  {
    name: 'no mistake: a computed member of another cube',
    base: fleet,
    edits: [[trips, '`started_at`', "`${vans['id']}`"]],
  },
  {
    name: 'member of another cube in a row filter',
    edits: [[orders, '- member: channel', '- member: «customers.city»']],
    code: 'foreign-member',
  },
  {
    name: 'no mistake: own members in a row filter, by the name of the cube',
    edits: [[orders, '- member: channel', '- member: orders.channel']],
  },
];
