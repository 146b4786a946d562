import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { affectedBy } from '../../../src/query/tests/affected.ts';
import { coverageOf } from '../../../src/query/tests/coverage.ts';
import { namesIn } from '../../../src/query/tests/memberGraph.ts';
import { filesBelow } from '../../vscode/filesBelow.ts';

const sample = path.resolve(import.meta.dirname, '../../../src/emulator/sample/project/model');

type Edit = [file: string, from: string, to: string];

const base = new ModelIndex();
for (const file of filesBelow(sample)) base.set(`model/${file}`, readFileSync(path.join(sample, file), 'utf8'));

function edited(edit: Edit | undefined): ModelIndex {
  if (!edit) return base;
  const [file, from, to] = edit;
  const { text } = base.file(`model/${file}`)!;
  assert.ok(text.includes(from), `${file} has ${from}`);
  return base.withText(`model/${file}`, text.replace(from, to));
}

describe('what an edit of the model affects', () => {
  const members = [
    'customers.city',
    'customers.count',
    'delivery.average_days',
    'line_items.revenue',
    'orders.average_amount',
    'orders.completed_count',
    'orders.completed_share',
    'orders.count',
    'sales.completed_share',
    'sales.customers_city',
    'sales.total_amount',
  ];
  const cases: [string, Edit | undefined, string[]][] = [
    ['nothing', undefined, []],
    ['a comment', ['cubes/orders.yml', 'cubes:', '# Orders\ncubes:'], []],
    [
      'a measure, what is computed from it, and the view',
      ['cubes/orders.yml', "'completed'", "'shipped'"],
      ['orders.completed_count', 'orders.completed_share', 'sales.completed_share'],
    ],
    [
      'a dimension in the view, under its other name',
      ['cubes/customers.yml', '{CUBE}.city"\n        type: string', 'upper({CUBE}.city)"\n        type: string'],
      ['customers.city', 'sales.customers_city'],
    ],
    ['the table of a cube', ['cubes/line_items.yml', 'shop.line_items', 'shop.all_items'], ['line_items.revenue']],
    [
      'the dimension that a join uses',
      ['cubes/line_items.yml', '{CUBE}.order_id', 'abs({CUBE}.order_id)'],
      [
        'orders.average_amount',
        'orders.completed_count',
        'orders.completed_share',
        'orders.count',
        'sales.completed_share',
        'sales.total_amount',
      ],
    ],
    ['a join', ['cubes/shipments.js', 'many_to_one', 'one_to_one'], ['delivery.average_days']],
    [
      'a new measure, which nothing uses',
      ['cubes/customers.yml', 'measures:\n', 'measures:\n      - name: more\n        type: count\n\n'],
      [],
    ],
    [
      'a view that no longer includes a member',
      ['views/sales.yml', '          - total_amount\n', ''],
      ['sales.completed_share', 'sales.customers_city', 'sales.total_amount'],
    ],
    [
      'a program: everything',
      ['cubes/shipments.js', "cube('shipments'", "const table = 'x';\ncube('shipments'"],
      members,
    ],
  ];
  for (const [title, edit, expected] of cases) {
    it(title, () => {
      const isAffected = affectedBy(base, edited(edit));
      assert.deepEqual(
        members.filter((name) => isAffected([name])),
        expected,
      );
    });
  }

  it('what extends a cube', () => {
    const index = (sql: string) => {
      const texts = new ModelIndex();
      texts.set(
        'model/a.yml',
        `cubes:\n  - name: a\n    sql_table: t\n    measures:\n      - name: n\n        type: sum\n        sql: ${sql}\n`,
      );
      texts.set('model/b.yml', 'cubes:\n  - name: b\n    extends: a\n');
      return texts;
    };
    assert.equal(affectedBy(index('x'), index('y'))(['b.n']), true);
    assert.equal(affectedBy(index('x'), index('x'))(['b.n']), false);
  });

  it('finds the members in a query, without granularities', () => {
    const query = {
      measures: ['orders.count'],
      timeDimensions: [{ dimension: 'orders.created_at', granularity: 'day' }],
      order: { 'orders.status': 'asc' },
      filters: [{ or: [{ member: 'customers.city', operator: 'equals', values: ['a text. With dots'] }] }],
    };
    assert.deepEqual([...namesIn(query)].sort(), [
      'customers.city',
      'orders.count',
      'orders.created_at',
      'orders.status',
    ]);
    assert.deepEqual([...namesIn(['orders.created_at.day'])], ['orders.created_at']);
  });
});

describe('coverage of a model', () => {
  it('counts tests and queries for each measure and dimension, also through views and other measures', () => {
    const files = coverageOf(base, [['sales.completed_share'], ['orders.count', 'orders.status'], ['unknown.name']]);
    const orders = Object.fromEntries(files.get('model/cubes/orders.yml')!.map(({ name, uses }) => [name, uses]));
    assert.deepEqual(orders, {
      'orders.count': 2,
      'orders.completed_count': 1,
      'orders.completed_share': 1,
      'orders.total_amount': 0,
      'orders.average_amount': 0,
      'orders.net_amount': 0,
      'orders.id': 0,
      'orders.status': 1,
      'orders.amount_band': 0,
      'orders.created_at': 0,
    });
    assert.equal(files.has('model/views/sales.yml'), false);
    const [count] = files.get('model/cubes/orders.yml')!;
    assert.equal(count!.range.start.line, 15);
  });
});
