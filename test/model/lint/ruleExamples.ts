/** Wrong and right models for each rule, and projects with a file of rules. */

import { diagnose } from '../../../src/model/diagnose.ts';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import type { Problem } from '../../../src/model/source/problem.ts';
import { type RuleName, ruleKinds } from '../../../src/model/source/ruleKinds.ts';
import type { Texts } from '../models.ts';

export const ruleNames = Object.values(ruleKinds).map(({ code }) => code);

/** A cube with these lines, which start below `name`. */
export const cube = (name: string, ...lines: string[]) =>
  ['cubes:', `  - name: ${name}`, `    sql_table: ${name}`, ...lines.map((line) => `    ${line}`)].join('\n');
export const measures = (...items: string[]) => ['measures:', ...items.map((one) => `  - { ${one} }`)];
export const dimensions = (...items: string[]) => ['dimensions:', ...items.map((one) => `  - { ${one} }`)];
export const id = 'name: id, sql: id, type: number, primary_key: true';

interface Example {
  /** Each has the marked texts. */
  wrong: readonly (readonly [Texts, readonly string[]])[];
  right: readonly Texts[];
  options?: string;
}

const view = (...lines: string[]) => ['views:', '  - name: sales', ...lines.map((line) => `    ${line}`)].join('\n');
const includeAll = ['cubes:', '  - { join_path: orders, includes: "*" }'];

const triangle = (...more: string[]) =>
  [
    cube('lines', ...dimensions(id), 'joins:', ...['orders', 'deliveries', ...more].map(joinTo)),
    cube('orders', ...dimensions(id), 'joins:', joinTo('users')).replace('cubes:\n', ''),
    cube('deliveries', ...dimensions(id), 'joins:', joinTo('users')).replace('cubes:\n', ''),
    cube('users', ...dimensions(id)).replace('cubes:\n', ''),
  ].join('\n');
export const joinTo = (name: string) =>
  `  - { name: ${name}, sql: "{CUBE}.${name}_id = {${name}}.id", relationship: many_to_one }`;

export const examples: Readonly<Record<RuleName, Example>> = {
  'missing-description': {
    wrong: [
      [{ 'a.yml': cube('orders', ...measures('name: count, type: count')) }, ['orders', 'count']],
      [
        { 'a.js': 'cube(`orders`, { sql_table: `orders`, measures: { count: { type: `count` } } });' },
        ['orders', 'count'],
      ],
      [{ 'a.yml': cube('orders'), 'v.yml': view(...includeAll) }, ['orders', 'sales']],
      // The view shows it.
      [
        {
          'a.yml': cube('orders', 'public: false', ...measures('name: count, type: count')),
          'v.yml': view('description: x', ...includeAll),
        },
        ['count'],
      ],
    ],
    right: [
      { 'a.yml': cube('orders', 'public: false', ...measures('name: count, type: count')) },
      { 'a.yml': cube('orders', 'description: x', ...measures('name: count, type: count, description: y')) },
      { 'a.yml': cube('orders', 'public: false', ...measures('name: count, type: count, public: false')) },
      {
        'a.yml': `${cube('orders', 'description: x', ...dimensions('name: s, sql: s, type: string, description: z'))}\n${cube('late', 'extends: orders', 'description: y', ...dimensions('name: s, sql: s, type: string')).slice(7)}`,
      },
    ],
  },
  'missing-title': {
    wrong: [[{ 'a.yml': cube('orders', 'title: Orders', ...dimensions('name: s, sql: s, type: string')) }, ['s']]],
    right: [
      { 'a.yml': cube('orders', 'title: Orders', ...dimensions(`${id}`, 'name: s, sql: s, type: string, title: S')) },
    ],
  },
  'missing-format': {
    wrong: [
      [
        {
          'a.yml': cube(
            'orders',
            ...measures('name: total, type: sum, sql: total', 'name: rate, type: number, sql: "1.0"'),
          ),
        },
        ['total', 'rate'],
      ],
    ],
    right: [
      {
        'a.yml': cube(
          'orders',
          ...measures('name: count, type: count', 'name: total, type: sum, sql: total, format: currency'),
        ),
      },
    ],
  },
  naming: {
    wrong: [
      [{ 'a.yml': cube('Orders', ...measures('name: orderCount, type: count')) }, ['Orders', 'orderCount']],
      [
        {
          'a.yml': cube('orders', ...measures('name: count, type: count')),
          'v.yml': view('cubes:', '  - { join_path: orders, includes: [{ name: count, alias: OrderCount }] }'),
        },
        ['OrderCount'],
      ],
    ],
    right: [{ 'a.yml': cube('orders', ...measures('name: count_2, type: count')) }],
  },
  'untested-measure': {
    wrong: [
      [
        { 'a.yml': cube('orders', ...measures('name: count, type: count', 'name: total, type: sum, sql: total')) },
        ['total'],
      ],
    ],
    right: [
      {
        'a.yml': cube(
          'orders',
          ...measures(
            'name: total, type: sum, sql: total, public: false',
            'name: count, type: number, sql: "{total} / 2"',
          ),
        ),
      },
      { 'a.yml': cube('orders', 'public: false', ...measures('name: total, type: sum, sql: total')) },
    ],
  },
  'public-primary-key': {
    wrong: [[{ 'a.yml': cube('orders', ...dimensions(`${id}, public: true`)) }, ['id']]],
    right: [{ 'a.yml': cube('orders', ...dimensions(id)) }],
  },
  'unused-member': {
    wrong: [
      [{ 'a.yml': cube('orders', ...dimensions('name: s, sql: s, type: string, public: false')) }, ['s']],
      [{ 'a.yml': cube('orders', 'public: false', ...dimensions(id, 'name: s, sql: s, type: string')) }, ['s']],
    ],
    right: [
      { 'a.yml': cube('orders', ...dimensions('name: s, sql: s, type: string')) },
      {
        'a.yml': cube(
          'orders',
          ...dimensions('name: s, sql: s, type: string, public: false', 'name: t, sql: "{s}", type: string'),
        ),
      },
      {
        'a.yml': cube('orders', 'public: false', ...dimensions('name: s, sql: s, type: string')),
        'v.yml': view(...includeAll),
      },
      { 'a.yml': cube('orders', ...dimensions('name: asked, sql: s, type: string, public: false')) },
    ],
  },
  'count-without-key': {
    wrong: [[{ 'a.yml': cube('orders', ...measures('name: count, type: count')) }, ['orders']]],
    right: [
      { 'a.yml': cube('orders', ...measures('name: count, type: count'), ...dimensions(id)) },
      { 'a.yml': cube('orders', ...measures('name: total, type: sum, sql: total')) },
    ],
  },
  'duplicated-sql': {
    wrong: [
      [
        {
          'a.yml': cube(
            'orders',
            ...dimensions(
              'name: a, sql: "lower( s)", type: string',
              'name: b, sql: "lower(  s)", type: string, title: B',
            ),
          ),
        },
        ['b'],
      ],
      [{ 'a.js': 'cube(`a`, { sql: `SELECT  1 AS x` });', 'b.js': 'cube(`b`, { sql: `SELECT 1 AS x` });' }, ['b']],
    ],
    right: [
      {
        'a.yml': cube(
          'orders',
          ...dimensions('name: a, sql: s, type: string', 'name: b, sql: s, type: number'),
          ...measures('name: c, type: sum, sql: s', 'name: d, type: max, sql: s'),
        ),
      },
      {
        'a.yml': cube(
          'orders',
          'measures:',
          '  - { name: c, type: sum, sql: s, filters: [{ sql: "{CUBE}.a" }] }',
          '  - { name: d, type: sum, sql: s, filters: [{ sql: "{CUBE}.b" }] }',
        ),
      },
    ],
  },
  'ambiguous-join-path': {
    wrong: [[{ 'a.yml': triangle() }, ['deliveries']]],
    right: [{ 'a.yml': triangle('users') }],
  },
  'deprecated-key': {
    wrong: [
      [{ 'a.yml': cube('orders', 'shown: true', ...dimensions(id)) }, ['shown']],
      [
        {
          'a.js':
            'cube(`a`, { sql_table: `a`, joins: { b: { sql: `${CUBE}.b_id = ${b.id}`, relationship: `belongsTo` } }, dimensions: { id: { sql: `id`, type: `number`, primaryKey: true } } });',
          'b.js': 'cube(`b`, { sql_table: `b`, dimensions: { id: { sql: `id`, type: `number`, primaryKey: true } } });',
        },
        ['belongsTo'],
      ],
    ],
    right: [
      { 'a.yml': cube('orders', 'public: true', 'meta: { shown: true }') },
      { 'a.js': 'cube(`a`, { sql_table: `a`, measures: { shown: { type: `count` } } });' },
    ],
  },
  'deprecated-member': {
    wrong: [
      [
        {
          'a.yml': cube(
            'orders',
            ...measures(
              'name: total, type: sum, sql: t, meta: { deprecated: { since: 2026-01-01, use: revenue } }',
              'name: revenue, type: sum, sql: t',
              'name: half, type: number, sql: "{total} / 2"',
            ),
          ),
        },
        ['total'],
      ],
      [
        {
          'a.yml': cube('orders', 'meta: { deprecated: true }', ...dimensions(id)),
          'b.yml': cube('late', ...dimensions(id), 'joins:', joinTo('orders')),
        },
        ['orders', 'orders'],
      ],
    ],
    right: [
      {
        'a.yml': cube(
          'orders',
          ...measures(
            'name: total, type: sum, sql: t, meta: { deprecated: false }',
            'name: half, type: number, sql: "{total} / 2"',
          ),
        ),
      },
      {
        'a.yml': cube(
          'orders',
          ...measures(
            'name: total, type: sum, sql: t, meta: { deprecated: true }',
            'name: half, type: number, sql: "{total} / 2", meta: { deprecated: true }',
          ),
        ),
      },
    ],
  },
  'missing-owner': {
    wrong: [[{ 'a.yml': cube('orders', 'meta: { team: x }') }, ['orders']]],
    right: [
      { 'a.yml': cube('orders', 'meta: { owner: sales@example.com }') },
      { 'a.yml': cube('orders', 'public: false') },
    ],
  },
  'long-sql': {
    options: '{ level: warning, lines: 2 }',
    wrong: [
      [
        {
          'a.yml': cube(
            'orders',
            'dimensions:',
            '  - name: s',
            '    type: string',
            '    sql: |',
            '      a',
            '      || b',
            '      || c',
          ),
        },
        ['sql'],
      ],
    ],
    right: [
      {
        'a.yml': cube(
          'orders',
          'dimensions:',
          '  - name: s',
          '    type: string',
          '    sql: |',
          '      a',
          '      || b',
        ),
      },
    ],
  },
  'missing-ai-context': {
    wrong: [[{ 'a.yml': cube('orders', ...dimensions(id)), 'v.yml': view(...includeAll) }, ['sales']]],
    right: [
      { 'a.yml': cube('orders', ...dimensions(id)), 'v.yml': view('meta: { ai_context: Sales }', ...includeAll) },
    ],
  },
};

/** What tests and queries of the project name. */
const named = { tests: new Set(['orders.count']), queries: new Set(['orders.asked']) };

export function projectOf(texts: Texts, rules?: string): ModelIndex {
  const index = new ModelIndex({ modelFolder: 'model' });
  for (const [name, text] of Object.entries(texts)) index.set(`model/${name}`, text);
  if (rules !== undefined) index.set('.datamodelrules.yml', rules);
  index.namedInDocuments = named;
  return index;
}

export const setting = (rule: RuleName, level: string) => `rules:\n  ${rule}: ${level}\n`;

export function found(index: ModelIndex): Problem[] {
  return diagnose(index, undefined);
}
