/** The cubes of a model by their table. */

import type { Catalog, CatalogTable } from '../catalog/catalog.ts';
import { tableOf } from '../index/cubeTable.ts';
import type { Definition } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { textOf, valueAt } from '../source/tree.ts';
import { relationOf } from './relationOf.ts';
import { literal } from './sqlText.ts';

/** The index has the catalog. The first cube of a table, if there are several. */
export function existingCubes(index: ModelIndex, catalog: Catalog): Map<CatalogTable, Definition> {
  const relation = relationOf(catalog);
  // Names in quotes are not looked up.
  const written = new Map(catalog.tables.map((table) => [literal(relation(table)), table]));
  const found = new Map<CatalogTable, Definition>();
  for (const cube of index.definitions) {
    if (cube.kind !== 'cube') continue;
    const own = tableOf(index, cube)?.table ?? written.get(textOf(valueAt(cube.node, 'sqlTable'))?.trim() ?? '');
    if (own && !found.has(own)) found.set(own, cube);
  }
  return found;
}
