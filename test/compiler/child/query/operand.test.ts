import assert from 'node:assert/strict';
import { asOperand } from '../../../../src/compiler/child/query/operand.ts';

describe('the SQL of a member as an operand', () => {
  it('has parentheses if an operator next to it could take a part of it', () => {
    const compound = [
      ...[
        'a + b',
        "a = 1 OR b = 'x'",
        'NOT (a)',
        '-a',
        '(a) OR (b)',
        'a::date',
        "a || ','",
        'a IS NULL',
        'x.a AND y(b)',
      ],
      ...['sum(a) / count(*)', 'sum(a) OVER (ORDER BY b)', 'count(*) FILTER (WHERE a)', "INTERVAL '1 day'", '$1$ + a'],
      ...['CASE WHEN a THEN 1 END + CASE WHEN b THEN 1 END', 'case when a then 1 end IS NULL', '`a` + 1', 'SELECT 1'],
      ...['\'a\' || "b"', "'it''s (' || a", 'a /* , */ + b'],
    ];
    for (const sql of compound) assert.equal(asOperand(sql), `(${sql})`);
    assert.equal(asOperand('a -- cents'), '(a -- cents\n)');
    assert.equal(asOperand('a + b -- )\n'), '(a + b -- )\n\n)');
  });

  it('stays as it is if it is one value, or not one expression', () => {
    const atomic = [
      ...[
        'a',
        '"main__orders".amount',
        '`a b`.`c`',
        '1',
        '1.50',
        "'a, b OR c'",
        "'it''s'",
        '?',
        '$12$',
        '*',
        'x.*',
        '',
      ],
      ...['(a OR b)', 'sum(a + b)', 'db.schema.f(a, (b))', 'größe', 'date_trunc(\'day\', "a".b)', 'CAST(a AS DATE)'],
      ...['CASE WHEN a THEN CASE WHEN b THEN 1 END ELSE 2 END', 'CASE\n WHEN (a) THEN 1 END'],
      ...['a, b', 'DISTINCT a', 'a) OR (b', '(a', "it's"],
    ];
    for (const sql of atomic) assert.equal(asOperand(sql), sql);
  });

  it('reads long texts in linear time', () => {
    for (const part of ['/*', "'", '"', '(', 'case ', 'a.']) asOperand(part.repeat(40_000));
  });
});
