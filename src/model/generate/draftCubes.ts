/** Cubes of tables: a cube for each table, with its key, joins, dimensions and measures. For a cube that exists, what is new. */

import { type Catalog, type CatalogColumn, type CatalogTable, dimensionTypes } from '../catalog/catalog.ts';
import { isAmount } from './amounts.ts';
import { CubeDraft } from './cubeDraft.ts';
import type { ExistingCube } from './existingCubes.ts';
import type { NameSet } from './nameSet.ts';
import { relationOf } from './relationOf.ts';
import { isPlainIn, literal, Quoting } from './sqlText.ts';
import type { TableJoin } from './tableJoins.ts';

/** Something that no cube has, and why. */
export interface LeftOut {
  table: CatalogTable;
  column?: string;
  reason: string;
}

interface Request {
  catalog: Catalog;
  tables: readonly CatalogTable[];
  /** Primary keys. */
  keys: ReadonlyMap<CatalogTable, readonly string[]>;
  joins: readonly TableJoin[];
  /** Has the names that are taken. */
  names: NameSet;
  existing: ReadonlyMap<CatalogTable, ExistingCube>;
}

export function draftCubes({ catalog, tables, keys, joins, names, existing }: Request): {
  cubes: Map<CatalogTable, CubeDraft>;
  leftOut: LeftOut[];
} {
  const { dialect } = catalog;
  const quoting = new Quoting(dialect);
  const columnSql = (cube: string, name: string) => quoting.column(cube, name, !isPlainIn(dialect, name));
  const relation = relationOf(catalog);
  const leftOut: LeftOut[] = [];
  const cubes = new Map<CatalogTable, CubeDraft>();
  for (const table of tables) {
    const { schema, name, comment = null } = table;
    const known = existing.get(table);
    const draft = new CubeDraft({
      name: known?.name ?? names.take(name, `${schema}_${name}`),
      sourceId: `${schema}.${name}`,
      relation: relation(table),
      description: comment,
    });
    draft.title = titleOf(name, draft.name);
    for (const taken of [draft.name, ...(known?.memberNames ?? [])]) draft.names.reserve(taken);
    cubes.set(table, draft);
  }

  const isNamed = ({ columns, sql }: ExistingCube, name: string) =>
    columns.has(name.toLowerCase()) || sql.includes(literal(quoting.quoted(name)));
  const keyOf = (table: CatalogTable) => {
    const known = existing.get(table);
    if (known && known.key.length > 0) return known.key;
    const key = keys.get(table) ?? [];
    // A column that has a dimension does not become the key.
    if (known && key.some((name) => isNamed(known, name))) return [];
    return key.every((name) => table.columns.some((column) => column.name === name && column.kind !== 'other'))
      ? key
      : [];
  };
  for (const { from, columns, to, references } of joins) {
    const [cube, target] = [cubes.get(from), cubes.get(to)];
    if (!cube || !target || existing.get(from)?.joins.has(target.name)) continue;
    const skip = (reason: string) =>
      leftOut.push({ table: from, column: columns.join(', '), reason: `it is not joined to ${to.name}: ${reason}` });
    if (cube === target) skip('a cube cannot be joined to itself');
    else if (existing.get(to)?.joins.has(cube.name)) skip('there is a join in the other direction');
    else if (cube.joins.some(({ name }) => name === target.name)) skip('two cubes have one join only');
    else if (keyOf(from).length === 0) skip(`${cube.name} has no primary key`);
    else if (keyOf(to).length === 0) skip(`${target.name} has no primary key`);
    else {
      const equal = columns.map(
        (column, i) => `${columnSql('CUBE', column)} = ${columnSql(target.name, references[i]!)}`,
      );
      const isUnique = keyOf(from).every((name) => columns.includes(name));
      cube.joins.push({
        name: target.name,
        sql: equal.join(' AND '),
        relationship: isUnique ? 'one_to_one' : 'many_to_one',
      });
      cube.names.reserve(target.name);
    }
  }

  for (const [table, cube] of cubes) {
    const known = existing.get(table);
    const key = keyOf(table);
    const linked = new Set([
      ...key,
      ...joins.filter(({ from }) => from === table).flatMap(({ columns }) => columns),
      ...joins.filter(({ to }) => to === table).flatMap(({ references }) => references),
    ]);
    const amounts: { column: CatalogColumn; sql: string }[] = [];
    for (const column of table.columns) {
      const { name, kind, comment = null } = column;
      if (known && isNamed(known, name)) continue;
      if (kind === 'other') {
        leftOut.push({ table, column: name, reason: `no dimension has the type ${column.type}` });
        continue;
      }
      const sql = columnSql('CUBE', name);
      const rest = {
        sql,
        type: dimensionTypes[kind],
        description: comment,
        primaryKey: key.includes(name) && !known?.key.length,
      };
      const dimension = cube.addDimension(name, rest);
      dimension.title = titleOf(name, dimension.name);
      if (kind === 'number' && !linked.has(name) && isAmount(name)) amounts.push({ column, sql });
    }
    if (!known) cube.addMeasure(['count', 'row_count'], { type: 'count' });
    for (const { column, sql } of amounts) {
      const measure = cube.addMeasure([`total_${column.name}`], { type: 'sum', sql });
      measure.title = titleOf(`total_${column.name}`, measure.name)?.replace(/^total_/, 'Total ') ?? null;
    }
  }
  return { cubes, leftOut };
}

/** Only if the name lost something. */
function titleOf(original: string, name: string): string | null {
  return original === name || /^\w+$/.test(original) ? null : original;
}
