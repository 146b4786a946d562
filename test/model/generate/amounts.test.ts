import assert from 'node:assert/strict';
import { isAmount } from '../../../src/model/generate/amounts.ts';

describe('isAmount', () => {
  it('is true for numbers that can be added', () => {
    for (const name of ['amount', 'totalPrice', 'number_of_items', 'quantity', 'Größe'])
      assert.ok(isAmount(name), name);
  });

  it('is false for codes, keys, years, coordinates, rates and ordinals', () => {
    const names = ['tax_rate', 'birthYear', 'lat', 'zip_code', 'line_no', 'order_number', 'discount %', 'customerId'];
    for (const name of names) assert.ok(!isAmount(name), name);
  });
});
