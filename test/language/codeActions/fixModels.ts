/** Models for the tests of quick fixes: a cube in YAML and in JavaScript to which a test adds a part. */

import type { Texts } from '../../model/models.ts';

export const yaml = (part: string): Texts => ({
  'orders.yml': `cubes:
  - name: orders
    sql_table: public.orders

    dimensions:
      - name: id # the key
        sql: id
        type: number
        primary_key: true

      - name: status
        sql: status
        type: string
${part}`,
});

export const javaScript = (part: string): Texts => ({
  'Orders.js': `cube('orders', {
  sqlTable: 'public.orders',

  dimensions: {
    id: { sql: 'id', type: 'number', primaryKey: true },
    status: {
      sql: \`status\`, // as in the shop
      type: \`string\`,
    },
  },
${part}
});
`,
});

export const customers = {
  'customers.yml': `cubes:
  - name: customers
    sql_table: customers
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
      - name: city
        sql: city
        type: string
`,
};

/** A mistake, the fixes that are offered at the cursor, and what the first of them changes. */
export interface FixRow {
  name: string;
  texts: Texts;
  /** The offered fixes; the preferred one with a star. */
  offers: readonly string[];
  /** The changes of the first of them. */
  changes: readonly string[];
}
