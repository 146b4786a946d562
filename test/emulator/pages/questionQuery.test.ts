import assert from 'node:assert/strict';
import { answerFor } from '../../../src/emulator/pages/questionQuery.ts';

describe('the query that answers a question', () => {
  const cubes = [
    {
      name: 'orders',
      measures: [{ name: 'orders.count' }, { name: 'orders.total_amount' }],
      dimensions: [{ name: 'orders.created_at', type: 'time' }],
    },
    {
      name: 'sales',
      type: 'view',
      measures: [{ name: 'sales.total_amount' }],
      dimensions: [
        { name: 'sales.status', type: 'string' },
        { name: 'sales.created_at', type: 'time' },
      ],
    },
  ];

  it('names measures, dimensions and time, of a view rather than of a cube', () => {
    assert.deepEqual(answerFor('Total amount by status', cubes)?.query.dimensions, ['sales.status']);
    const overTime = answerFor('what is the total amount per month?', cubes);
    assert.deepEqual(overTime?.query.timeDimensions, [{ dimension: 'sales.created_at', granularity: 'month' }]);
    assert.equal(overTime?.chart, 'line');
    assert.deepEqual(answerFor('orders per week', cubes)?.query.measures, ['orders.count']);
  });

  it('does not exist where no word names a member', () => {
    assert.equal(answerFor('the weather in Paris', cubes), undefined);
    assert.equal(answerFor('', cubes), undefined);
  });
});
