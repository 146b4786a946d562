/** A large answer of the data API: two dimensions, a time, a count and a decimal. */

import type { DataRows } from '../../../src/contract/dataApi.ts';

export const largeQuery = {
  measures: ['orders.count', 'orders.total'],
  dimensions: ['orders.id', 'orders.city'],
  timeDimensions: [{ dimension: 'orders.at', granularity: 'second' }],
};

/** @param changed every so many rows have another count; 0: none */
export function largeAnswer(rows: number, changed = 0): DataRows {
  const type = (name: string) => ({ title: name, shortTitle: name, type: 'number' });
  return {
    data: Array.from({ length: rows }, (_, row) => {
      const at = new Date(Date.UTC(2026, 0, 1) + row * 61_000).toISOString().slice(0, -1);
      return {
        'orders.id': String(row),
        'orders.city': `City ${row % 997}`,
        'orders.at.second': at,
        'orders.at': at,
        'orders.count': String(changed > 0 && row % changed === 0 ? row + 1 : row % 89),
        'orders.total': `${row * 31}.25`,
      };
    }),
    // Otherwise they are counted by another request.
    total: rows,
    annotation: { measures: { 'orders.count': type('Count'), 'orders.total': type('Total') }, dimensions: {} },
  };
}
