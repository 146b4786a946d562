import assert from 'node:assert/strict';
import { joinKeys } from '../../../src/local/doctor/joinKeys.ts';

const aliases = { from: '"orders"', to: '"users"' };
const keysOf = (sql: string) => joinKeys(sql, aliases);
const reasonOf = (sql: string) => {
  const keys = keysOf(sql);
  return 'reason' in keys ? keys.reason : JSON.stringify(keys);
};

describe('keys of a join', () => {
  it('are the sides of its equalities, whichever cube comes first', () => {
    assert.deepEqual(keysOf('"users".id = "orders".user_id'), { from: ['"orders".user_id'], to: ['"users".id'] });
    assert.deepEqual(keysOf('(("orders".a = "users".b) and ("users"."x" = lower("orders"."y and z")))'), {
      from: ['"orders".a', 'lower("orders"."y and z")'],
      to: ['"users".b', '"users"."x"'],
    });
    assert.deepEqual(keysOf('concat("orders".a, \'users.x = 1\') = users.b'), {
      from: ['concat("orders".a, \'users.x = 1\')'],
      to: ['users.b'],
    });
  });

  it('are not guessed from any other condition', () => {
    for (const sql of [
      '"orders".a = "users".b OR "orders".c = "users".d',
      '"orders".a >= "users".b',
      '"orders".a <> "users".b',
      '"orders".a IS NOT DISTINCT FROM "users".b',
      '"orders".a BETWEEN "users".b AND "users".c',
      'NOT "orders".a = "users".b',
      '"orders".a = "users".b = "users".c',
    ]) {
      assert.match(reasonOf(sql), /is not an equality of two columns/, sql);
    }
    for (const sql of [
      'user_id = "users".id',
      '"orders".a = "users".b AND "users".kind = \'x\'',
      '"orders".a + "users".b = "users".c',
      '1 = 1',
      '"my_orders".a = "users".b',
      '"orders".a = (SELECT max("users".id) FROM "users")',
    ]) {
      assert.match(reasonOf(sql), /does not compare columns of both cubes/, sql);
    }
    for (const sql of [
      '"orders".a = "users".b -- OR',
      '"orders".a = \'users',
      '("orders".a = "users".b',
      'a /* b */',
    ]) {
      assert.match(reasonOf(sql), /not closed/, sql);
    }
  });
});
