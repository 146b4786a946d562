/** Which public names a change of the model takes away. */

import assert from 'node:assert/strict';
import { lostNames } from '../../../src/ui/review/lostNames.ts';
import { indexOf } from '../../model/models.ts';

const model = (measures: string, includes: string) => `cubes:
  - name: orders
    sql_table: public.orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
    measures:
${measures}views:
  - name: sales
    cubes:
      - join_path: orders
        includes: [${includes}]
`;
const measure = (name: string, more = '') => `      - { name: ${name}, sql: amount, type: sum${more} }\n`;

describe('the lost names of a change', () => {
  const lost = (before: string, after: string) =>
    lostNames(indexOf({ 'a.yml': before }), indexOf({ 'a.yml': after })).map(
      ({ name, newName = 'gone' }) => `${name}: ${newName}`,
    );

  it('are those of renamed members, and of members that a view leaves out', () => {
    const before = model(measure('total'), 'total');
    assert.deepEqual(lost(before, model(measure('revenue'), 'revenue')), [
      'orders.total: orders.revenue',
      'sales.total: sales.revenue',
    ]);
    const both = measure('total') + measure('other', ', title: Other');
    assert.deepEqual(lost(model(both, 'total, other'), model(both, 'total')), ['sales.other: gone']);
    assert.deepEqual(lost(before, before), []);
  });

  it('are not those of hidden members, and of members that are gone for good', () => {
    const hidden = ', public: false';
    assert.deepEqual(lost(model(measure('total', hidden), 'id'), model(measure('revenue', hidden), 'id')), []);
    assert.deepEqual(lost(model(measure('total') + measure('x'), 'total'), model(measure('x'), 'x')), []);
  });
});
