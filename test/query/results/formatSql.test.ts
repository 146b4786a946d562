/** Generated SQL with one item on a line. */

import assert from 'node:assert/strict';
import { lineDiff } from '../../../src/query/compare/lineDiff.ts';
import { formatSql } from '../../../src/query/results/formatSql.ts';

const sql = (sum: string) =>
  `SELECT "orders".status "orders__status", count(*) "orders__count", ${sum} "orders__total" FROM public.orders AS "orders" WHERE ("orders".created_at >= $1::timestamptz) AND ("orders".note = 'it''s  (x)') GROUP BY 1 ORDER BY 2 DESC LIMIT 10000`;

describe('formatted SQL', () => {
  it('has one item on a line, so that a difference is one line', async () => {
    const [before, after] = await Promise.all(
      ['sum(a)', 'sum(b)'].map(async (one) => (await formatSql(sql(one), 'postgres')).text),
    );
    const changed = lineDiff(before!, after!).filter((line) => /^[-+] /.test(line));
    assert.deepEqual(
      changed.map((line) => line.replace(/\s+/g, ' ')),
      ['- sum(a) "orders__total"', '+ sum(b) "orders__total"'],
    );
  });

  it('names the dialect that the platform reports, and none otherwise', async () => {
    assert.equal((await formatSql(sql('1'), 'postgres')).dialect, 'PostgreSQL');
    assert.equal((await formatSql(sql('1'), undefined)).dialect, undefined);
    assert.equal((await formatSql(sql('1'), undefined)).isFormatted, true);
    assert.equal((await formatSql('SELECT `a`.b FROM `a` WHERE x = ?', 'bigquery')).isFormatted, true);
    assert.equal((await formatSql('SELECT [a b] FROM t WHERE x = @_1', 'mssql')).isFormatted, true);
    assert.equal((await formatSql('SELECT `a` FROM t WHERE x = ?', 'constructor')).isFormatted, true);
  });

  for (const [type, parameter] of [
    ...[
      'mysql',
      'snowflake',
      'databricks-jdbc',
      'athena',
      'trino',
      'prestodb',
      'clickhouse',
      'sqlite',
      'duckdb',
      'hive',
    ].map((one) => [one, '?'] as const),
    ['redshift', '$1'],
    ['oracle', ':1'],
  ] as const)
    it(`reads the parameters of ${type}`, async () => {
      const { isFormatted, dialect } = await formatSql(`SELECT a, b FROM t WHERE (a >= ${parameter})`, type);
      assert.ok(isFormatted && dialect);
    });

  it('keeps texts and parameters', async () => {
    const { text } = await formatSql(sql('sum(a)'), 'postgres');
    assert.match(text, /'it''s {2}\(x\)'/);
    assert.match(text, /\$1::timestamptz/);
  });

  it('is the text of the platform if it cannot be read, or is too long', async () => {
    const unreadable = 'SELECT (a FROM t';
    assert.deepEqual(await formatSql(unreadable, 'postgres'), {
      text: unreadable,
      dialect: 'PostgreSQL',
      isFormatted: false,
    });
    const long = `SELECT ${'a, '.repeat(30_000)}b`;
    assert.equal((await formatSql(long, 'postgres')).text, long);
  });
});
