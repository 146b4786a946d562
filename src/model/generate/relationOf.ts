/** How SQL names the tables of a catalog: with their schema unless it is the one that is searched, in quotes where it needs them. */

import type { Catalog, CatalogTable } from '../catalog/catalog.ts';
import { CatalogLookup } from '../catalog/catalogLookup.ts';
import { Quoting } from './sqlText.ts';

export function relationOf(catalog: Catalog): (table: CatalogTable) => string {
  const lookup = new CatalogLookup(catalog);
  const quoting = new Quoting(catalog.dialect);
  return (table) => {
    const { schema, name } = table;
    return quoting.table(lookup.nameOf(table) === name ? [name] : [schema, name], catalog.dialect !== 'duckdb');
  };
}
