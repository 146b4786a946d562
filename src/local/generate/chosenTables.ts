/** The tables that a user names, among those of all data sources. */

import { UserError } from '../../base/errors.ts';
import type { Catalog, CatalogTable } from '../../model/catalog/catalog.ts';

interface Names {
  /** Empty: all schemas. */
  schemas?: readonly string[];
  /** NAME or SCHEMA.NAME. Empty: all tables. */
  tables: readonly string[];
}

/** @throws UserError for a schema or table that does not exist */
export function chosenTables(
  catalogs: readonly Catalog[],
  { schemas = [], tables: names }: Names,
): ReadonlySet<CatalogTable> {
  const tables = catalogs.flatMap((one) => one.tables);
  const more = catalogs.some(({ isCut }) => isCut) ? ' The database may have tables that are not listed.' : '';
  const isNamed = (table: CatalogTable, one: string) => one === table.name || one === `${table.schema}.${table.name}`;
  for (const schema of schemas) {
    if (!tables.some((table) => table.schema === schema))
      throw new UserError(`There is no table in a schema ${schema}.${more}`);
  }
  const ofSchemas = tables.filter(({ schema }) => schemas.length === 0 || schemas.includes(schema));
  for (const one of names) {
    if (!ofSchemas.some((table) => isNamed(table, one))) throw new UserError(`There is no table ${one}.${more}`);
  }
  return new Set(ofSchemas.filter((table) => names.length === 0 || names.some((one) => isNamed(table, one))));
}
