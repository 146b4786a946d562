import assert from 'node:assert/strict';
import { columnType, type GivenValue } from '../../../src/local/given/columnType.ts';
import type { CatalogColumn } from '../../../src/model/catalog/catalog.ts';
import type { UsedKind } from '../../../src/model/index/tableColumns.ts';

const value = (one: string | number | boolean): GivenValue => {
  const kind = typeof one === 'string' ? 'text' : typeof one === 'number' ? 'number' : 'boolean';
  return { text: String(one), kind };
};
const inFile = (text: string): GivenValue => ({ text, kind: 'unknown' });

describe('the type of a given column', () => {
  const cases: [string, GivenValue[], UsedKind | undefined, string][] = [
    ['whole numbers', [1, -2].map(value), undefined, 'BIGINT'],
    ['decimals with every digit', [0.1, 12.345].map(value), undefined, 'DECIMAL(18, 3)'],
    ['a large number', [{ text: '12345678901234567.89', kind: 'number' }], undefined, 'DECIMAL(19, 2)'],
    ['a large whole number', [{ text: '123456789012345678901', kind: 'number' }], undefined, 'DECIMAL(21, 0)'],
    ['true and false', [true, false].map(value), undefined, 'BOOLEAN'],
    ['texts', ['a', 'b'].map(value), undefined, 'VARCHAR'],
    ['texts of digits', ['01', '2'].map(value), undefined, 'VARCHAR'],
    ['numbers that the model calls texts', [1, 2].map(value), 'text', 'BIGINT'],
    ['texts and numbers', ['a', 1].map(value), undefined, 'VARCHAR'],
    ['dates', ['2026-01-01'].map(value), undefined, 'DATE'],
    ['dates of a time dimension', ['2026-01-01'].map(value), 'time', 'TIMESTAMP'],
    ['dates that the model calls texts', ['2026-01-01'].map(value), 'text', 'VARCHAR'],
    ['times', ['2026-01-01', '2026-01-01T10:00:00+02:00'].map(value), undefined, 'TIMESTAMP'],
    ['nothing, summed by a measure', [], 'number', 'BIGINT'],
    ['nothing of a time dimension', [], 'time', 'TIMESTAMP'],
    ['nothing', [], undefined, 'VARCHAR'],
    ['numbers of a file', ['1', '2.50'].map(inFile), undefined, 'DECIMAL(18, 1)'],
    ['codes of a file', ['01', '2'].map(inFile), undefined, 'VARCHAR'],
    ['booleans of a file', ['true', 'FALSE'].map(inFile), undefined, 'BOOLEAN'],
  ];
  for (const [name, values, used, expected] of cases) {
    it(`for ${name} is ${expected}`, () => assert.equal(columnType(values, { catalog: undefined, used }), expected));
  }

  it('is that of the catalog, and exact', () => {
    const catalog = (type: string, kind: CatalogColumn['kind']): CatalogColumn => ({
      name: 'a',
      type,
      kind,
      nullable: true,
    });
    const typed = (known: CatalogColumn, ...values: (string | number)[]) =>
      columnType(values.map(value), { catalog: known, used: 'text' });
    assert.equal(typed(catalog('DECIMAL(10,2)', 'number'), 1), 'DECIMAL(18, 2)');
    assert.equal(typed(catalog('numeric(10, 2)', 'number'), 1.005), 'DECIMAL(18, 3)');
    assert.equal(typed(catalog('date', 'time'), '2026-01-01'), 'DATE');
    assert.equal(typed(catalog('timestamp with time zone', 'time')), 'TIMESTAMPTZ');
    assert.equal(typed(catalog('text', 'text'), 1), 'VARCHAR');
  });

  it('does not exist for numbers that would be rounded', () => {
    const digits = '9'.repeat(30);
    assert.throws(
      () =>
        columnType([value(0.1234567891), { text: digits, kind: 'number' }], { catalog: undefined, used: undefined }),
      /needs more than 38 digits/,
    );
  });
});
