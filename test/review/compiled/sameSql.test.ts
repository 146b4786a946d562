import assert from 'node:assert/strict';
import { isSameSql } from '../../../src/review/compiled/sameSql.ts';

describe('the SQL of two compiled models', () => {
  const sql = (text: string, parameters: unknown[] = []) => ({ text, parameters });
  const same = (before: string, after: string, ...renames: [string, string][]) =>
    isSameSql(sql(before), sql(after), new Map(renames));

  it('is the same only with the same parameters', () => {
    assert.ok(isSameSql(sql('a = ?', ['x']), sql('a = ?', ['x']), new Map()));
    assert.ok(!isSameSql(sql('a = ?', ['x']), sql('a = ?', ['y']), new Map()));
  });

  it('may have other aliases after a rename', () => {
    const before = 'SELECT sum("orders".amount) "orders__total_amount" FROM public.orders AS "orders"';
    const member = before.replace('__total_amount', '__revenue');
    assert.ok(same(before, member, ['orders.totalAmount', 'orders.revenue']));
    assert.ok(!same(before, member), 'without a rename');
    const cube = before.replaceAll('"orders', '"sales');
    assert.ok(same(before, cube, ['orders', 'sales']));
    assert.ok(
      same(
        before,
        cube.replace('__total_amount', '__revenue'),
        ['orders', 'sales'],
        ['orders.totalAmount', 'sales.revenue'],
      ),
    );
    assert.ok(
      same('"oa__total" "oa__total_day"', '"oa__sum" "oa__sum_day"', ['orders.total', 'orders.sum']),
      'sql_alias',
    );
    assert.ok(same('`orders__total`', '`orders__sum`', ['orders.total', 'orders.sum']));
  });

  it('is other SQL where tables, columns or literals have the names of a rename', () => {
    for (const [before, after] of [
      ['FROM public.orders AS "orders"', 'FROM public.sales AS "sales"'],
      [`"orders".x = 'orders'`, `"sales".x = 'sales'`],
      ['"orders"."orders_count"', '"sales"."sales_count"'],
    ] as const) {
      assert.ok(!same(before, after, ['orders', 'sales']), after);
    }
  });

  it('is the same with other white space and another case of keywords, outside literals and comments', () => {
    for (const [before, after] of [
      ['SELECT  a\nFROM t', 'select a from t'],
      ['SELECT a,b', 'SELECT a, b'],
      ["'x  y' AND b", "'x  y'  and b"],
    ] as const) {
      assert.ok(same(before, after), after);
    }
    for (const [before, after] of [
      ["'x  y'", "'x y'"],
      ["'AND'", "'and'"],
      ['"Select"', '"select"'],
      ['SELECT a', 'SELECT A'],
      ['a -- b\n, c', 'a -- b , c'],
      ['$$a  b$$', '$$a b$$'],
      ['a < = b', 'a <= b'],
      [String.raw`'it\'s  x'`, String.raw`'it\'s x'`],
      [String.raw`'it\'s AND x'`, String.raw`'it\'s and x'`],
    ] as const) {
      assert.ok(!same(before, after), after);
    }
  });

  it('counts the SQL of a pre-aggregation, without its schema', () => {
    const rollup = (schema: string, source: string) => ({
      text: `SELECT sum(n) FROM ${schema}.orders_main`,
      parameters: [],
      preAggregations: [{ table: `${schema}.orders_main`, sql: `SELECT sum(${source}) n FROM ${schema}.orders_main` }],
    });
    assert.ok(isSameSql(rollup('prod', 'a'), rollup('dev_7', 'a'), new Map()));
    assert.ok(!isSameSql(rollup('prod', 'a'), rollup('dev_7', 'b'), new Map()));
  });
});
