/** Mistakes in views, folders, hierarchies and view groups. */

import { delivery, fleet, type MistakeRow, orders, sales } from './mistakeRow.ts';

export const viewMistakes: readonly MistakeRow[] = [
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
    name: 'unknown view in a view group',
    edits: [[sales, '      - items\n', '      - «itms»\n']],
    code: 'unknown-cube',
  },
];
