import assert from 'node:assert/strict';
import { hover } from '../../../src/language/hover/hover.ts';
import { fixture, indexOf } from '../../model/models.ts';
import { type Place, placeAt, placeIn, uriOf } from '../places.ts';

const bakery = indexOf(fixture('bakery'));
const fleet = indexOf(fixture('fleet'));

function paragraphs({ index, path, position }: Place): string[] {
  return hover(index, path, position, uriOf)?.contents.value.split('\n\n') ?? [];
}

describe('hover', () => {
  it('shows what a member is, its description, its SQL, where it is defined and how it is used', () => {
    assert.deepEqual(paragraphs(placeAt(bakery, 'model/cubes/orders.yml', '{revenue} / NULLIF', 2)), [
      '**measure** `orders.revenue` · `sum` · `currency` · `EUR`',
      'Money taken, taxes included',
      '```sql\ntotal_price\n```',
      'Defined in [model/cubes/orders\\.yml\\:81](test:/model/cubes/orders.yml#L81) · used 7 times · in 1 view: `sales`',
    ]);
  });

  it('shows the title, the members and the use of a cube', () => {
    const found = paragraphs(placeAt(bakery, 'model/cubes/orders.yml', 'name: orders', 7));
    assert.equal(found[0], '**cube** `orders` · Orders');
    assert.equal(found[1], 'Orders taken in shops and online');
    assert.equal(found[2], '```sql\nshop.orders\n```');
    assert.match(found[3]!, /^8 measures, 8 dimensions, 2 segments, 2 pre-aggregations, 1 hierarchy, 2 joins$/);
    assert.match(found[4]!, /in 1 view: `sales`$/);
  });

  it('explains the origin of a member of a view', () => {
    const sales = 'model/views/sales.yml';
    assert.equal(
      paragraphs(placeAt(bakery, sales, '- customers_city', 6))[1],
      '`sales.customers_city` is `customers.city` through `orders.customers`, with the prefix `customers_`.',
    );
    const included = '`sales.done_share` is `orders.completed_share` through `orders`, as `done_share`.';
    assert.equal(paragraphs(placeAt(bakery, sales, '- done_share', 6))[1], included);
    assert.equal(paragraphs(placeAt(bakery, sales, 'name: completed_share', 8))[1], included);
    assert.equal(paragraphs(placeAt(bakery, sales, 'alias: done_share', 8))[1], included);
  });

  it('says the cardinality of a join in words, also in its old spelling', () => {
    assert.equal(
      paragraphs(placeAt(bakery, 'model/cubes/orders.yml', 'name: customers', 7))[1],
      'Join: many rows of `orders` share one row of `customers` (many to one).',
    );
    assert.equal(
      paragraphs(placeAt(fleet, 'model/cubes/Trips.js', 'drivers: {', 2))[1],
      'Join: many rows of `trips` share one row of `drivers` (many to one).',
    );
  });

  it('says what is inherited, extended and overridden', () => {
    assert.ok(
      paragraphs(placeAt(fleet, 'model/cubes/Vans.js', '${totalLoad}', 4)).includes(
        'Inherited by `electric_vans` from `vans`.',
      ),
    );
    assert.ok(paragraphs(placeAt(fleet, 'model/cubes/Vans.js', "'electric_vans'", 4)).includes('Extends `vans`.'));
    const text =
      'cubes:\n  - {name: a, sql_table: t, measures: [{name: n, type: count}]}\n' +
      '  - {name: b, extends: a, measures: [{name: ▮n, type: count}]}\n';
    assert.ok(paragraphs(placeIn({ 'a.yml': text })).includes('Overrides the one of `a`.'));
  });

  it('shows a granularity, and that a member is not public', () => {
    const orders = 'model/cubes/orders.yml';
    assert.equal(
      paragraphs(placeAt(bakery, orders, 'name: fiscal_year', 8))[0],
      '**granularity** `orders.created_at.fiscal_year` · `1 year` · `3 months`',
    );
    assert.equal(
      paragraphs(placeAt(bakery, orders, 'name: id', 7))[0],
      '**dimension** `orders.id` · `number` · `primary key` · not public',
    );
  });

  it('shows texts of the model literally', () => {
    const text = [
      'cubes:',
      '  - name: ▮a',
      '    title: "<b>x</b> [y](command:z)"',
      '    description: |',
      '      # $(zap) *bold* `code`',
      '        ![i](http://x)',
      '    sql: "SELECT \'```\' AS x"',
    ].join('\n');
    const found = paragraphs(placeIn({ 'a.yml': text }));
    assert.equal(found[0], '**cube** `a` · &lt;b\\>x&lt;/b\\> \\[y\\]\\(command\\:z\\)');
    assert.equal(found[1], '\\# \\$\\(zap\\) \\*bold\\* \\`code\\`\n\\!\\[i\\]\\(http\\://x\\)');
    assert.equal(found[2], "````sql\nSELECT '```' AS x\n````");
  });

  it('shows SQL of several lines without its indentation', () => {
    const text = 'cubes:\n  - name: ▮a\n    sql: >\n      SELECT *\n        FROM t\n      WHERE x\n';
    assert.ok(paragraphs(placeIn({ 'a.yml': text })).includes('```sql\nSELECT *\n  FROM t\nWHERE x\n```'));
  });

  it('explains a key with its values and default', () => {
    const orders = 'model/cubes/orders.yml';
    assert.deepEqual(paragraphs(placeAt(bakery, orders, 'sql_table', 2)), [
      '**key** `sql_table`',
      'The table or view of the database that the cube reads.',
    ]);
    assert.deepEqual(paragraphs(placeAt(bakery, orders, 'public: false', 2)), [
      '**key** `public`',
      'Whether queries can use it and the API lists it.',
      'Values: `true`, `false` · Default: `true`',
    ]);
    assert.deepEqual(paragraphs(placeAt(fleet, 'model/cubes/Trips.js', 'relationship', 2)), [
      '**key** `relationship`',
      'How many rows of the joined cube belong to a row of this one: `many_to_one`, `one_to_many` or `one_to_one`.',
      'Values: `manyToOne`, `oneToMany`, `oneToOne`',
    ]);
  });

  it('explains what assistants read in the metadata, as it is spelt', () => {
    const meta = '**key** `ai_context`';
    const text = (key: string) => `cubes:\n  - name: a\n    sql_table: t\n    meta:\n      ▮${key}: x\n`;
    assert.equal(paragraphs(placeIn({ 'a.yml': text('ai_context') }))[0], meta);
    assert.deepEqual(paragraphs(placeIn({ 'a.yml': text('aiContext') })), []);
    assert.deepEqual(paragraphs(placeIn({ 'a.yml': text('own') })), []);
    const code = "cube('a', { sql: `x`, measures: { m: { type: `count`, meta: { ▮ai_context: `x` } } } });";
    assert.equal(paragraphs(placeIn({ 'a.js': code }))[0], meta);
  });

  it('is nothing where nothing is named', () => {
    assert.deepEqual(paragraphs(placeAt(bakery, 'model/cubes/orders.yml', 'shop.orders', 2)), []);
    assert.deepEqual(paragraphs(placeIn({ 'a.yml': 'cubes:\n  - name: a\n    unkn▮own: 1\n' })), []);
  });
});
