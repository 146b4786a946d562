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
      same('sum(x) "oa__total", y "oa__total_day"', 'sum(x) "oa__sum", y "oa__sum_day"', [
        'orders.total',
        'orders.sum',
      ]),
      'sql_alias',
    );
    assert.ok(same('sum(x) AS `orders__total`', 'sum(x) AS `orders__sum`', ['orders.total', 'orders.sum']));
  });

  it('may have aliases with the names of several cubes and members', () => {
    const keys =
      'SELECT count("orders_key__items".id) "items__count" FROM (SELECT DISTINCT "orders_key__items".id "items__id" FROM t AS "orders_key__items") AS "keys"';
    assert.ok(same(keys, keys.replaceAll('orders_key', 'sales_key'), ['orders', 'sales']));
    assert.ok(same(keys, keys.replaceAll('items', 'lines'), ['items', 'lines']));
    const both = keys.replaceAll('items', 'lines').replaceAll('orders', 'sales');
    assert.ok(same(keys, both, ['items', 'lines'], ['orders', 'sales']));
    assert.ok(!same(keys, both, ['items', 'lines']));
    const window =
      'SELECT sum("orders_last_month_cumulative__shops".x) "orders__last_month" FROM t AS "orders_last_month_cumulative__shops"';
    assert.ok(
      same(window, window.replaceAll('last_month', 'month_before'), ['orders.lastMonth', 'orders.monthBefore']),
    );
    assert.ok(same(window, window.replaceAll('shops', 'stores'), ['shops', 'stores']));
    assert.ok(!same(window, window.replaceAll('shops', 'stores'), ['shop', 'store']), 'part of a word');
  });

  it('has one alias for each one', () => {
    const joined = 'SELECT "a".x, "b".x FROM t AS "a" JOIN t AS "b" ON "a".id = "b".parent';
    assert.ok(same(joined, joined.replaceAll('"a"', '"c"'), ['a', 'c']));
    assert.ok(
      !same(joined, joined.replace('"b".parent', '"c".parent').replaceAll('"a"', '"c"'), ['a', 'c'], ['b', 'c']),
    );
    assert.ok(!same(joined, joined.replaceAll('"a"', '"b"'), ['a', 'b']));
    assert.ok(!same(joined, joined.replace('"a".x', '"c".x'), ['a', 'c']), 'another table');
  });

  it('is other SQL where tables, columns or literals have the names of a rename', () => {
    for (const [before, after] of [
      ['FROM public.orders AS "orders"', 'FROM public.sales AS "sales"'],
      [`"orders".x = 'orders'`, `"sales".x = 'sales'`],
      ['"orders"."orders_count"', '"sales"."sales_count"'],
      ['SELECT sum("orders_total") "x" FROM t', 'SELECT sum("sales_total") "x" FROM t'],
      ['SELECT DISTINCT "orders" AS "x" FROM "orders"', 'SELECT DISTINCT "sales" AS "x" FROM "sales"'],
      ['SELECT x AS "orders" WHERE "orders_x" = 1', 'SELECT x AS "sales" WHERE "sales_x" = 1'],
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
