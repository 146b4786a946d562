import assert from 'node:assert/strict';
import { sqlTokens } from '../../../src/webview/shared/sqlTokens.ts';

const kinds = (sql: string) =>
  sqlTokens(sql)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ text, kind }) => `${kind} ${text}`);

describe('the parts of SQL', () => {
  it('are keywords, texts, names, numbers, parameters and comments', () => {
    assert.deepEqual(
      kinds(`select "a b", 'it''s', 1.5e3 from t1 where x >= $1::timestamptz -- from\n/* select */ limit ?`),
      [
        'keyword select',
        'name "a b"',
        "string 'it''s'",
        'number 1.5e3',
        'keyword from',
        'keyword where',
        'parameter $1',
        'keyword timestamptz',
        'comment -- from',
        'comment /* select */',
        'keyword limit',
        'parameter ?',
      ],
    );
    assert.deepEqual(kinds('`a`.b = :from AND c::text'), ['name `a`', 'parameter :from', 'keyword AND']);
  });

  it('are together the SQL, whatever it is', () => {
    const pieces = [`'`, '"', '`', '--', '/*', '*/', '\n', 'select', '$1', '::', ':a', '1', '.', 'é', '<b>', '\u0000'];
    let state = 7;
    for (let round = 0; round < 500; round += 1) {
      let sql = '';
      for (let at = 0; at < 12; at += 1) {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        sql += pieces[Math.floor((state / 2_147_483_648) * pieces.length)];
      }
      assert.equal(
        sqlTokens(sql)
          .map(({ text }) => text)
          .join(''),
        sql,
      );
    }
  });

  it('are found in a text of any length', () => {
    const long = `'${'x'.repeat(500_000)}`;
    assert.deepEqual(sqlTokens(long), [{ text: long, kind: 'string' }]);
  });
});
