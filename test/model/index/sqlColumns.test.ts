import assert from 'node:assert/strict';
import { columnsOf } from '../../../src/model/index/sqlColumns.ts';

const columns = (sql: string) => columnsOf(sql).map(({ cube, name }) => (cube ? `${cube}.${name}` : name));

describe('columns in SQL', () => {
  for (const [sql, expected] of [
    ['status', ['status']],
    ['date', ['date']],
    ['{CUBE}.status', ['status']],
    [`\${TABLE}."Order Id"`, ['Order Id']],
    ['{customers}.city', ['customers.city']],
    ['{total} / NULLIF({orders.count}, 0)', []],
    ["CASE WHEN {CUBE}.status = 'done' THEN price * amount ELSE 0 END", ['status', 'price', 'amount']],
    ["date_trunc('day', created_at)::date -- not this\n", ['created_at']],
    ['EXTRACT(YEAR FROM t.created_at) /* nor this */ + 1e3', ['created_at']],
    ["COALESCE(first_name, '') || ' it''s ' || last_name", ['first_name', 'last_name']],
    ['CAST(`größe` AS double precision)', ['größe']],
    ['(SELECT max(x) FROM other)', []],
    ["unclosed = 'text", ['unclosed']],
    ['', []],
  ] as const) {
    it(`of ${JSON.stringify(sql)}`, () => assert.deepEqual(columns(sql), expected));
  }
});
