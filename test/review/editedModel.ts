/** A model, edits of it, and the changes that a review lists. */

import assert from 'node:assert/strict';
import { type ModelChange, modelChanges, type ReviewUse } from '../../src/review/modelChanges.ts';
import { indexOf, type Texts } from '../model/models.ts';

export const orders = `cubes:
  - name: orders
    sql_table: public.orders
    joins:
      - name: customers
        relationship: many_to_one
        sql: "{CUBE}.customer_id = {customers.id}"
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
      - name: status
        sql: "{CUBE}.status"
        type: string
      - name: created_at
        sql: "{CUBE}.created_at"
        type: time
        granularities:
          - name: fiscal_year
            interval: 1 year
            offset: 3 months
    measures:
      - name: count
        type: count
      - name: total
        title: Total
        type: sum
        sql: "{CUBE}.amount"
        format: currency
      - name: average
        type: number
        sql: "{total} / {count}"
    segments:
      - name: completed
        sql: "{CUBE}.status = 'completed'"
    pre_aggregations:
      - name: by_day
        measures: [total]
        time_dimension: created_at
        granularity: day
    access_policy:
      - group: sales
        member_level:
          includes: [count]
  - name: customers
    sql_table: public.customers
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
      - name: city
        sql: city
        type: string
`;
export const views = `views:
  - name: sales
    cubes:
      - join_path: orders
        includes: [count, total, status]
      - join_path: orders.customers
        prefix: true
        includes: "*"
  - name: everything
    cubes:
      - join_path: orders
        includes: "*"
`;
export const model = { 'orders.yml': orders, 'views.yml': views };

/** Replaces the first occurrence in any file. */
export function replaced(texts: Texts, from: string, to: string): Texts {
  const found = Object.entries(texts).find(([, text]) => text.includes(from));
  assert.ok(found, `no text contains ${from}`);
  return { ...texts, [found[0]]: found[1].replace(from, () => to) };
}

export const compare = (before: Texts, after: Texts, uses: readonly ReviewUse[] = []) =>
  modelChanges(indexOf(before), indexOf(after), uses);

/** `measure orders.count: changed type, sql` */
export function line({ kind, name, change, previousName, aspects }: ModelChange): string {
  const from = previousName === undefined ? '' : ` from ${previousName}`;
  return `${kind} ${name}: ${[change + from, aspects.join(', ')].filter(Boolean).join(' ')}`;
}

/** `view sales: orders.count is gone.` */
export function broken(changes: readonly ModelChange[]): string[] {
  return changes.flatMap(({ breaking }) => breaking.map(({ by, reason }) => `${by.kind} ${by.name}: ${reason}`)).sort();
}
