/** The cubes of a model by their table. */

import type { Catalog, CatalogTable } from '../catalog/catalog.ts';
import { tableOf } from '../index/cubeTable.ts';
import type { Definition } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { sqlValues } from '../index/sqlValues.ts';
import { columnsIn, keyColumns } from '../index/tableColumns.ts';
import { textOf, valueAt } from '../source/tree.ts';
import { relationOf } from './relationOf.ts';
import { literal } from './sqlText.ts';

export interface ExistingCube {
  name: string;
  definition: Definition;
  memberNames: readonly string[];
  /** In lower case: the columns that the SQL of a cube of this table names. Others are new. */
  columns: ReadonlySet<string>;
  /** All SQL of these cubes, as the compiler sees it: a column in quotes is searched in it. */
  sql: string;
  /** The joined cubes. */
  joins: ReadonlySet<string>;
  /** The columns of the primary key; empty without one. */
  key: readonly string[];
}

/** The index has the catalog. The first cube of a table, if there are several. */
export function existingCubes(index: ModelIndex, catalog: Catalog): Map<CatalogTable, ExistingCube> {
  const relation = relationOf(catalog);
  // Names in quotes are not looked up.
  const written = new Map(catalog.tables.map((table) => [literal(relation(table)), table]));
  const found = new Map<CatalogTable, Definition[]>();
  for (const cube of index.definitions) {
    if (cube.kind !== 'cube') continue;
    const own = tableOf(index, cube)?.table ?? written.get(textOf(valueAt(cube.node, 'sqlTable'))?.trim() ?? '');
    if (own && !catalog.tables.includes(own)) continue;
    if (own) found.set(own, [...(found.get(own) ?? []), cube]);
  }
  return new Map([...found].map(([table, cubes]) => [table, describe(index, cubes)]));
}

function describe(index: ModelIndex, cubes: readonly Definition[]): ExistingCube {
  const [cube] = cubes as [Definition];
  const membersOf = (one: Definition) => [...index.members(one).values()].flat();
  const named = cubes.flatMap((one) => {
    const lineage = index.lineage(one);
    return [...membersOf(one), ...index.joins(one)]
      .flatMap((part) => columnsIn(index, part))
      .filter(({ holder }) => holder === one || lineage.includes(holder));
  });
  return {
    name: cube.name,
    definition: cube,
    memberNames: membersOf(cube).map(({ name }) => name),
    sql: cubes
      .flatMap((one) => [...membersOf(one), ...index.joins(one)].flatMap(({ node }) => sqlValues(node)))
      .map(({ value }) => textOf(value) ?? '')
      .join('\n'),
    columns: new Set(named.map(({ name }) => name.toLowerCase())),
    joins: new Set(index.joins(cube).map(({ name }) => name)),
    key: keyColumns(index, cube),
  };
}
