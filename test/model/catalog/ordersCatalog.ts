/** The catalog of a database with one table of orders, and one of users in another schema. */

import type { Catalog, CatalogColumn } from '../../../src/model/catalog/catalog.ts';
import { CatalogLookup } from '../../../src/model/catalog/catalogLookup.ts';

const column = (name: string, type: string, kind: CatalogColumn['kind'], more: Partial<CatalogColumn> = {}) => ({
  name,
  type,
  kind,
  nullable: true,
  ...more,
});

export const ordersTables: Catalog = {
  dialect: 'duckdb',
  searchPath: ['main'],
  tables: [
    {
      schema: 'main',
      name: 'orders',
      columns: [
        column('id', 'INTEGER', 'number', { nullable: false }),
        column('status', 'VARCHAR', 'text', { comment: 'open, *paid* or closed' }),
        column('amount', 'DECIMAL(10,2)', 'number'),
        column('created_at', 'TIMESTAMP', 'time'),
        column('user_id', 'INTEGER', 'number'),
      ],
      primaryKey: ['id'],
      foreignKeys: [{ columns: ['user_id'], schema: 'crm', table: 'users', references: ['id'] }],
    },
    {
      schema: 'crm',
      name: 'users',
      comment: 'Everyone who signed up',
      columns: [column('id', 'INTEGER', 'number', { nullable: false }), column('city', 'VARCHAR', 'text')],
      primaryKey: ['id'],
      foreignKeys: [],
    },
  ],
  isCut: false,
  readAt: '2026-11-28T05:00:00.000Z',
};

export const ordersCatalog = new CatalogLookup(ordersTables);
