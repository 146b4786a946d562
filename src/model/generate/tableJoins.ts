/** Joins between tables of a catalog: those of foreign keys, and those that names suggest. */

import type { CatalogColumn, CatalogTable } from '../catalog/catalog.ts';

export interface TableJoin {
  from: CatalogTable;
  columns: readonly string[];
  to: CatalogTable;
  references: readonly string[];
  /** By a foreign key. Others have to agree with the data. */
  isDeclared: boolean;
}

/** Foreign keys first. Only between the given tables. */
export function tableJoins(tables: readonly CatalogTable[]): TableJoin[] {
  return [...declared(tables), ...suggested(tables)];
}

function declared(tables: readonly CatalogTable[]): TableJoin[] {
  const byName = new Map(tables.map((table) => [nameOf(table.schema, table.name), table]));
  return tables.flatMap((from) =>
    from.foreignKeys.flatMap(({ columns, schema, table, references }) => {
      const to = byName.get(nameOf(schema, table));
      return to ? [{ from, columns, to, references, isDeclared: true }] : [];
    }),
  );
}

/** `customer_id` → `customers.id`, or `customers.customer_id`, in the same schema. */
function suggested(tables: readonly CatalogTable[]): TableJoin[] {
  const byName = new Map(tables.map((table) => [nameOf(table.schema, table.name.toLowerCase()), table]));
  return tables.flatMap((from) => {
    const known = new Set(from.foreignKeys.flatMap(({ columns }) => columns));
    return from.columns.flatMap((column) => {
      const entity = /^(.+?)_?id$/i.exec(column.name)?.[1]?.toLowerCase();
      if (entity === undefined || known.has(column.name)) return [];
      const to = namesOfMany(entity)
        .map((name) => byName.get(nameOf(from.schema, name)))
        .find(Boolean);
      const target = to && keyColumn(to, column);
      if (!to || to === from || !target) return [];
      return [{ from, columns: [column.name], to, references: [target.name], isDeclared: false }];
    });
  });
}

function namesOfMany(entity: string): string[] {
  return [`${entity}s`, entity, `${entity}es`, entity.replace(/y$/, 'ies')];
}

/** The primary key of one column; without a primary key, `id` or a column of the same name. */
function keyColumn({ columns, primaryKey }: CatalogTable, { name, kind }: CatalogColumn): CatalogColumn | undefined {
  if (primaryKey.length > 1) return undefined;
  const wanted = primaryKey.length === 1 ? primaryKey : ['id', name.toLowerCase()];
  const found = wanted.map((one) => columns.find((column) => column.name.toLowerCase() === one.toLowerCase()));
  return found.find((column) => column?.kind === kind);
}

function nameOf(schema: string, table: string): string {
  return JSON.stringify([schema, table]);
}
