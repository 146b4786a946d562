import assert from 'node:assert/strict';
import { applyFilters } from '../../../../src/emulator/pages/charts/dataQuery.ts';

describe('the query of a widget', () => {
  const query = { measures: ['sales.count'], dimensions: ['sales.status'] };

  it('gets the time zone and the filters of its own view only', () => {
    const filters = [
      { member: 'sales.country', operator: 'equals', values: ['Italy'] },
      { member: 'delivery.carrier', operator: 'equals', values: ['Post'] },
    ];
    const expected = { ...query, filters: [filters[0]], timezone: 'Asia/Tokyo' };
    assert.deepEqual(applyFilters(query, filters, 'Asia/Tokyo'), expected);
  });

  it('ignores a filter without values, unless its operator takes none', () => {
    const filters = [
      { member: 'sales.country', operator: 'equals', values: [] },
      { member: 'sales.city', operator: 'is_empty', values: [] },
    ];
    assert.deepEqual(applyFilters(query, filters, undefined).filters, [{ member: 'sales.city', operator: 'notSet' }]);
  });
});
