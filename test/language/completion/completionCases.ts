/** A model with a cursor in one of its texts, and what is offered there. */

import assert from 'node:assert/strict';
import { referenceCompletion } from '../../../src/language/completion/referenceCompletion.ts';
import type { CompletionItem } from '../../../src/language/protocol/protocol.ts';
import { indexOf, type Texts } from '../../model/models.ts';

/**
 * - typed so far, with the cursor as `▮`
 * - the labels that come first, `… a` for others in the list, `! a` for missing ones; `none` if no name belongs there
 * - the lines of the typed text after the first of these labels is accepted
 */
export type Case = readonly [typed: string, labels: string, accepted?: string];

export interface Offered {
  items: CompletionItem[] | undefined;
  accept(label: string): string;
}

/** The items that are offered at the `▮` in one of the texts. */
export function offeredIn(texts: Texts): Offered {
  const [name, marked] = Object.entries(texts).find(([, text]) => text.includes('▮')) ?? assert.fail('no cursor');
  const text = marked.replace('▮', '');
  const index = indexOf({ ...texts, [name]: text });
  const path = `model/${name}`;
  const items = referenceCompletion(index, path, marked.indexOf('▮'));
  const accept = (label: string) => {
    const item = items?.find((one) => one.label === label) ?? assert.fail(`${label} is not offered`);
    const { range, newText } = item.textEdit;
    // Editors indent the lines of a snippet as the first one.
    const indent = `\n${' '.repeat(range.start.character)}`;
    const inserted = item.insertTextFormat === 2 ? snippetText(newText).replaceAll('\n', indent) : newText;
    const [start, end] = [index.offsetAt(path, range.start), index.offsetAt(path, range.end)];
    const cursor = marked.indexOf('▮');
    assert.ok(start <= cursor && cursor <= end, `${label} replaces text away from the cursor`);
    const typed = text.slice(start, cursor);
    assert.ok(
      (item.filterText ?? label).length >= 0 && !/[\r\n]/.test(text.slice(start, end)),
      'the text to replace is one line',
    );
    assert.ok(isSubsequence(typed.replace(/\w*$/, ''), item.filterText ?? label), `${label} does not match ${typed}`);
    return text.slice(0, start) + inserted + text.slice(end);
  };
  return { items, accept };
}

function isSubsequence(short: string, long: string): boolean {
  let at = 0;
  for (const char of long) if (char === short[at]) at += 1;
  return at === short.length;
}

/** The text that a snippet inserts, with its last tab stop as `|`. */
function snippetText(snippet: string): string {
  return snippet
    .replace(/\$\{\d+\|(\w+)[^}]*\|\}/g, '$1')
    .replace(/(?<!\\)\$0/g, '|')
    .replace(/(?<!\\)\$\d/g, '')
    .replace(/\\([\\$}])/g, '$1');
}

/** `texts` for a typed text, and the typed text after an edit. */
export interface Frame {
  texts(typed: string): Texts;
  indent: string;
}

export function check({ texts, indent }: Frame, [typed, labels, accepted]: Case): void {
  const model = texts(typed.replaceAll('\n', `\n${indent}`));
  const { items, accept } = offeredIn(model);
  const names = items?.map(({ label }) => label);
  if (labels === 'none') {
    assert.deepEqual(names, undefined);
    return;
  }
  assert.ok(names, 'nothing is offered');
  assert.equal(new Set(names).size, names.length, 'a name is offered twice');
  const [first = '', ...rest] = labels.split(/ (?=[…!])/);
  const [best, others] = /^[…!]/.test(first) ? [[], [first, ...rest]] : [first.split(' ').filter(Boolean), rest];
  assert.deepEqual(names.slice(0, best.length), best);
  for (const other of others) {
    for (const name of other.slice(2).split(' '))
      assert.equal(names.includes(name), other.startsWith('…'), `${other.slice(0, 1)} ${name}: ${names.join(' ')}`);
  }
  if (accepted === undefined) return;
  const result = accept(
    best[0] ??
      others
        .find((one) => one.startsWith('…'))!
        .slice(2)
        .split(' ')[0]!,
  );
  const [name] = Object.entries(model).find(([, text]) => text.includes('▮'))!;
  assert.deepEqual(...differing(result, texts(accepted.replaceAll('\n', `\n${indent}`))[name]!));
}

/** The lines that differ, so that a failure shows no more. */
function differing(actual: string, expected: string): [string[], string[]] {
  const [a, b] = [actual.split('\n'), expected.split('\n')];
  const start = a.findIndex((line, i) => line !== b[i]);
  if (start < 0) return [a, b];
  const same = [...a].reverse().findIndex((line, i) => line !== b.at(-1 - i));
  return [a.slice(start, a.length - same), b.slice(start, b.length - same)];
}

const customers = `cubes:
  - name: customers
    sql_table: shop.customers
    joins:
      - name: countries
        relationship: many_to_one
        sql: "{CUBE}.country_id = {countries.id}"
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: city, type: string, description: Where they live }
      - { name: since, sql: since, type: time }
    measures:
      - { name: buyers, type: count }
    segments:
      - { name: loyal, sql: "{CUBE}.orders > 10" }
    pre_aggregations:
      - { name: by_city, measures: [buyers], dimensions: [city] }
  - name: countries
    sql_table: shop.countries
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: code, sql: code, type: string }
`;

const others = `cubes:
  - name: items
    sql_table: shop.items
    joins:
      - name: orders
        relationship: many_to_one
        sql: "{CUBE}.order_id = {orders}.id AND {orders}.deleted IS NULL"
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
    measures:
      - { name: pieces, sql: "{CUBE}.number", type: sum }
  - name: weather
    sql: SELECT * FROM weather WHERE place = {SECURITY_CONTEXT.shop.unsafeValue()}
    dimensions:
      - { name: day, sql: day, type: time, primary_key: true }
      - { name: rain, sql: rain, type: number }
`;

const views = `views:
  - name: sales
    cubes:
      - join_path: orders
        includes: [count, status]
      - join_path: orders.customers
        prefix: true
        includes: [city]
view_groups:
  - name: all_views
    includes: [sales]
`;

const texts: Texts = { 'customers.yml': customers, 'others.yml': others, 'views.yml': views };

const parts = {
  cube: '',
  join: '',
  dimension: '',
  measure: '',
  segment: '',
  preAggregation: '',
  hierarchy: '',
  policy: '',
};

/** The cube `orders` with more text in one of its groups. */
function orders(more: Partial<typeof parts>): string {
  const { cube, join, dimension, measure, segment, preAggregation, hierarchy, policy } = { ...parts, ...more };
  return `cubes:
  - name: orders
    sql_table: shop.orders
    description: Orders of the shop
${cube}    joins:
      - name: customers
        relationship: many_to_one
        sql: "{CUBE}.customer_id = {customers.id}"
${join}    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
      - name: status
        sql: "{CUBE}.state"
        type: string
      - name: created_at
        sql: created_at
        type: time
        granularities:
          - name: sprint
            interval: 2 weeks
            origin: "2024-01-01"
      - name: channel
        type: switch
        values: [web, shop]
${dimension}    measures:
      - name: count
        type: count
      - name: revenue
        sql: amount
        type: sum
${measure}    segments:
      - name: big
        sql: "{CUBE}.amount > 10"
${segment}    pre_aggregations:
      - name: main
        measures: [count]
        dimensions: [status]
        time_dimension: created_at
        granularity: day
${preAggregation}${hierarchy && `    hierarchies:\n${hierarchy}`}${policy && `    access_policy:\n${policy}`}`;
}

function frame(indent: number, head: string, part: keyof typeof parts): Frame {
  const space = ' '.repeat(indent);
  return {
    indent: space,
    texts: (typed) => ({ 'orders.yml': orders({ [part]: `${head}${space}${typed}\n` }), ...texts }),
  };
}

/** The places of typed texts: at the end of a new item of each group. */
export const yamlFrames = {
  cube: frame(4, '', 'cube'),
  join: frame(8, '', 'join'),
  newJoin: frame(6, '', 'join'),
  dimension: frame(8, '      - name: added\n        type: number\n', 'dimension'),
  measure: frame(8, '      - name: added\n        type: number\n', 'measure'),
  segment: frame(8, '      - name: added\n', 'segment'),
  preAggregation: frame(8, '      - name: added\n', 'preAggregation'),
  hierarchy: frame(8, '      - name: added\n', 'hierarchy'),
  policy: frame(8, '      - group: managers\n', 'policy'),
  view: {
    indent: '    ',
    texts: (typed: string): Texts => ({
      ...texts,
      'orders.yml': orders({}),
      'views.yml': `${views.replace('view_groups:', `  - name: added\n    ${typed}\nview_groups:`)}`,
    }),
  },
  viewGroup: {
    indent: '    ',
    texts: (typed: string): Texts => ({
      ...texts,
      'orders.yml': orders({}),
      'views.yml': `${views}  - name: added\n    ${typed}\n`,
    }),
  },
} satisfies Record<string, Frame>;

/** All texts of the model without a cursor. */
export const shop: Texts = { ...texts, 'orders.yml': orders({}) };
