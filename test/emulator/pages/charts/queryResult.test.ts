import assert from 'node:assert/strict';
import { plotOf } from '../../../../src/emulator/pages/charts/queryResult.ts';

describe('the plot of a query result', () => {
  const annotation = { measures: { 'a.n': { shortTitle: 'Number' } } };

  it('reads numbers that come as text, and keeps missing values', () => {
    const data = [
      { 'a.kind': 'x', 'a.n': '12.5' },
      { 'a.kind': 'y', 'a.n': null },
    ];
    const { axis, series } = plotOf({ measures: ['a.n'], dimensions: ['a.kind'] }, { data, annotation });
    assert.deepEqual(axis.keys, ['x', 'y']);
    assert.deepEqual(series, [{ name: 'Number', measure: 'a.n', values: [12.5, null] }]);
  });

  it('has a series for each value of the dimension that is not the axis', () => {
    const month = (value: string) => ({ 'a.at': value, 'a.at.month': value });
    const data = [
      { ...month('2026-01-01T00:00:00.000'), 'a.kind': 'x', 'a.n': '1' },
      { ...month('2026-02-01T00:00:00.000'), 'a.kind': 'y', 'a.n': '2' },
      { ...month('2026-02-01T00:00:00.000'), 'a.kind': 'x', 'a.n': '3' },
    ];
    const timeDimensions = [{ dimension: 'a.at', granularity: 'month' }];
    const { axis, series } = plotOf(
      { measures: ['a.n'], dimensions: ['a.kind'], timeDimensions },
      { data, annotation },
    );
    assert.equal(axis.granularity, 'month');
    assert.equal(axis.keys.length, 2);
    const values = series.map(({ name, values }) => [name, values]);
    assert.deepEqual(values, [
      ['x', [1, 3]],
      ['y', [null, 2]],
    ]);
  });
});
