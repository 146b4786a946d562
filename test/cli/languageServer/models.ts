/** The model of the tests of the language server, and places in it. */

import assert from 'node:assert/strict';
import type { Position } from 'vscode-languageserver-protocol/node';

export const orders = `cubes:
  - name: orders
    sql_table: public.orders
    joins:
      - name: users
        sql: "{CUBE}.user_id = {users.id}"
        relationship: many_to_one
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
      - name: status
        sql: status
        type: string
    measures:
      - name: total
        sql: amount
        type: sum
        description: The sum of all orders.
      - name: average
        sql: "{total} / 2"
        type: number
`;

export const users = `cube('users', {
  sql_table: 'public.users',
  dimensions: {
    id: { sql: 'id', type: 'number', primary_key: true },
    city: { sql: 'city', type: 'string' },
  },
});
`;

export const view = `views:
  - name: sales
    cubes:
      - join_path: orders
        includes:
          - total
          - status
      - join_path: orders.users
        prefix: true
        includes: "*"
`;

export const project = {
  'model/cubes/orders.yml': orders,
  'model/cubes/users.js': users,
  'model/views/sales.yml': view,
};

/** The position of the first character of `text`, or `into` characters after it. */
export function positionOf(source: string, text: string, into = 0): Position {
  const at = source.indexOf(text);
  assert.ok(at >= 0, text);
  const before = source.slice(0, at + into).split(/\r\n|\n|\r/);
  return { line: before.length - 1, character: before.at(-1)!.length };
}
