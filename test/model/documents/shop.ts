/** A small model, and the problems of documents as text. */

import { checkQueryDocument } from '../../../src/model/documents/checkQueryDocument.ts';
import { checkTestDocument, type QueryAt } from '../../../src/model/documents/checkTestDocument.ts';
import { readQueryDocument } from '../../../src/model/documents/queryDocument.ts';
import { readTestDocument } from '../../../src/model/documents/testDocument.ts';
import type { TextProblem } from '../../../src/model/source/problem.ts';
import { indexOf } from '../models.ts';

export const shop = indexOf({
  'orders.yml': `cubes:
  - name: orders
    sql_table: public.orders
    joins:
      - { name: customers, sql: "{CUBE}.customer_id = {customers}.id", relationship: many_to_one }
    measures:
      - { name: count, type: count, description: Number of orders }
      - { name: revenue, sql: amount, type: sum, title: Revenue }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: margin, sql: margin, type: number, public: false }
      - name: created_at
        sql: created_at
        type: time
        granularities:
          - { name: fiscal_year, interval: 1 year, offset: 1 month }
    segments:
      - { name: completed, sql: "{CUBE}.status = 'completed'" }
  - name: customers
    sql_table: public.customers
    measures:
      - { name: count, type: count }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: city, type: string }
`,
  'sales.yml': `views:
  - name: sales
    cubes:
      - join_path: orders
        includes: [count, { name: revenue, alias: turnover }, status, created_at]
      - join_path: orders.customers
        prefix: true
        includes: [city]
`,
});

/** Removes the marks `«»` from a text. */
export function withoutMarks(text: string): string {
  return text.replace(/[«»]/g, '');
}

/** The text with `«»` around the span of each problem. */
export function marked(text: string, problems: readonly TextProblem[]): string {
  const count = (at: number, key: 'start' | 'end', isEmpty: boolean) =>
    problems.filter(({ span }) => span[key] === at && (span.start === span.end) === isEmpty).length;
  let result = '';
  for (let at = 0; at <= text.length; at += 1) {
    result += '»'.repeat(count(at, 'end', false)) + '«»'.repeat(count(at, 'start', true));
    result += '«'.repeat(count(at, 'start', false)) + text.charAt(at);
  }
  return result;
}

export function queryProblems(text: string, path = 'top.query.yml'): readonly TextProblem[] {
  return checkQueryDocument(shop, readQueryDocument(path, text));
}

export function testProblems(text: string, queryAt?: QueryAt): readonly TextProblem[] {
  return checkTestDocument(shop, readTestDocument('shop.test.yml', text), queryAt);
}
