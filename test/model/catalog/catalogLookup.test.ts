import assert from 'node:assert/strict';
import { CatalogLookup } from '../../../src/model/catalog/catalogLookup.ts';
import { ordersTables } from './ordersCatalog.ts';

describe('CatalogLookup', () => {
  const catalog = new CatalogLookup(ordersTables);
  const nameIn = (name: string, lookup = catalog) => {
    const found = lookup.table(name);
    return found === 'unsure' ? found : 'table' in found ? lookup.nameOf(found.table) : found.near;
  };

  it('finds a table with or without its schema, in any case', () => {
    assert.equal(nameIn('ORDERS'), 'orders');
    assert.equal(nameIn('main.orders'), 'orders');
    assert.equal(nameIn('crm.Users'), 'crm.users');
  });

  it('knows that a name is of no table, and what it may mean', () => {
    assert.deepEqual(nameIn('users'), ['crm.users']);
    assert.deepEqual(nameIn('crm.user'), ['crm.users']);
    assert.deepEqual(nameIn('invoices'), []);
  });

  it('is unsure about a database before the dot, except in dialects without it', () => {
    assert.equal(nameIn('shop.orders'), 'unsure');
    const postgres = new CatalogLookup({ ...ordersTables, dialect: 'postgres' });
    assert.deepEqual(nameIn('shop.orders', postgres), ['orders']);
  });

  it('suggests only columns that need no quotes', () => {
    const [orders] = ordersTables.tables;
    const table = { ...orders!, columns: [...orders!.columns, { ...orders!.columns[0]!, name: 'amount "x"' }] };
    const lookup = new CatalogLookup({ ...ordersTables, tables: [table] });
    assert.deepEqual(lookup.column(table, 'amount_x'), { near: ['amount'] });
    assert.deepEqual(lookup.column(table, 'AMOUNT'), { column: orders!.columns[2] });
  });
});
