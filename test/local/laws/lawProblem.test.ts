import assert from 'node:assert/strict';
import { lawProblem } from '../../../src/local/laws/lawProblem.ts';

const found = {
  law: 'total-equals-sum-over-dimension',
  member: 'customers.credit',
  text: 'customers.credit equals the sum of its values by orders.status',
  file: 'model/shop.yml',
  range: { start: { line: 9, character: 14 }, end: { line: 9, character: 20 } },
  sides: ['5', '10'],
  rows: { 'crm.customers': [{ id: 1, credit: 5 }], orders: [{ id: 1 }, { id: 2 }], visits: [] },
  test: 'tests: []\n',
} as const;

describe('a broken law as a problem', () => {
  it('is at the measure, and says the law, how many rows break it, and both values', () => {
    const { message, file, range, code, severity } = lawProblem(found);
    assert.deepEqual([file, range, code, severity], [found.file, found.range, 'broken-law', 'warning']);
    assert.equal(
      message,
      'This should always be true: customers.credit equals the sum of its values by orders.status. With 1 row of `crm.customers`, 2 rows of `orders`, it is not: the two sides are 5 and 10.',
    );
  });

  it('has the test that shows it', () => {
    assert.deepEqual(lawProblem(found).fix, { kind: 'newTest', name: 'customers.credit', text: 'tests: []\n' });
  });

  it('may need no rows at all', () => {
    assert.match(lawProblem({ ...found, rows: { orders: [] } }).message, /With empty tables, it is not/);
  });
});
