/** Random rows for the tables of a model. They respect primary keys; declared relationships are not believed. */

import * as fc from 'fast-check';
import type { CatalogColumn, ColumnKind } from '../../model/catalog/catalog.ts';
import type { Given, GivenCell } from '../../model/documents/given.ts';
import { sourceOf } from '../../model/index/cubeTable.ts';
import type { Definition, Join } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import {
  columnsIn,
  keyColumns,
  memberColumns,
  tableKey,
  type UsedKind,
  usedTables,
} from '../../model/index/tableColumns.ts';
import { textOf, valueAt } from '../../model/source/tree.ts';

export interface TablePlan {
  /** As written in the model. */
  name: string;
  columns: readonly CatalogColumn[];
  /** Columns of the primary key, which are not null and together unique. */
  key: readonly string[];
  /** Columns that joins compare. */
  joined: ReadonlySet<string>;
  /** The texts that the SQL of the model compares with a column of this name, by its name in lower case. */
  literals: ReadonlyMap<string, ReadonlySet<string>>;
}

const mostRows = 6;

/** Midnights, the last moments before them, changes of clocks, the ends of months and years. */
const times = [
  ...[
    '2026-01-01T00:00:00',
    '2025-12-31T23:59:59',
    '2026-02-28T23:59:59',
    '2026-03-01T00:00:00',
    '2024-02-29T12:00:00',
  ],
  ...[
    '2026-03-29T00:30:00',
    '2026-03-29T01:30:00',
    '2026-10-25T00:30:00',
    '2026-10-25T01:30:00',
    '2026-10-24T22:00:00',
  ],
];
const numbers: readonly GivenCell[] = [0, 1, -1, 2, 10, 0.1, 0.25, -3.5, 100];

/** The tables that the model reads. */
export function tablePlans(index: ModelIndex): TablePlan[] {
  const cubes = index.definitions.filter(({ kind }) => kind === 'cube');
  const tables: PlannedTables = new Map(
    [...usedTables(index)].map(([id, { name, columns }]) => [id, { name, columns: new Map(columns) }]),
  );
  for (const cube of cubes) addQueriedTables(index, cube, tables);
  const columnsOf = (cube: Definition) => tables.get(tableKey(sourceOf(index, cube).table ?? ''))?.columns;
  const joined = new Map<string, Set<string>>();
  const keys = new Map<string, Set<string>>();
  const literals = literalsIn(index);
  const add = (map: Map<string, Set<string>>, table: string | undefined, column: string) => {
    if (table === undefined) return;
    const known = map.get(tableKey(table)) ?? new Set();
    map.set(tableKey(table), known.add(column.toLowerCase()));
  };
  for (const cube of cubes) {
    for (const column of keyColumns(index, cube)) add(keys, sourceOf(index, cube).table, column);
    for (const join of index.joins(cube)) {
      const compared = comparedColumns(index, cube, join);
      for (const { holder, name } of compared) add(joined, sourceOf(index, holder).table, name);
      const columns = compared.flatMap(({ holder, name }) => columnsOf(holder)?.get(name.toLowerCase()) ?? []);
      const kind = columns.find((one) => one.kind !== undefined)?.kind;
      // Columns that a join compares hold the same.
      for (const { holder, name } of compared)
        if (compared.length === 2) columnsOf(holder)?.set(name.toLowerCase(), { name, kind });
    }
  }
  return [...tables].map(([id, { name, columns }]) => {
    const key = keys.get(id) ?? new Set<string>();
    const inJoins = joined.get(id) ?? new Set<string>();
    const described = [...columns].map(([column, one]): CatalogColumn => {
      const isKey = key.has(column) || inJoins.has(column);
      // The model compares an unknown column with texts, or calculates with it.
      const kind: ColumnKind = one.kind ?? (isKey ? 'number' : literals.has(column) ? 'text' : 'number');
      return { name: one.name, kind, type: kind === 'time' ? 'timestamp' : kind, nullable: !key.has(column) };
    });
    // A table whose columns the model does not name still has rows.
    const unknown: CatalogColumn = { name: 'id', kind: 'number', type: 'number', nullable: false };
    return { name, columns: described.length > 0 ? described : [unknown], key: [...key], joined: inJoins, literals };
  });
}

type NamedColumns = Map<string, { name: string; kind: UsedKind | undefined }>;
type PlannedTables = Map<string, { name: string; columns: NamedColumns }>;

/** The tables that the query of a cube reads. All of them have the columns that its members name. */
function addQueriedTables(index: ModelIndex, cube: Definition, tables: PlannedTables) {
  const read = sourceOf(index, cube).sql?.matchAll(/\bfrom\s+([\w."]+)/gi) ?? [];
  for (const [, table] of read) {
    const { columns } = tables.get(tableKey(table!)) ?? added(tables, table!);
    for (const { holder, name, kind } of memberColumns(index, cube)) {
      const known = columns.get(name.toLowerCase());
      if (holder === cube) columns.set(name.toLowerCase(), { name, kind: known?.kind ?? kind });
    }
  }
}

function added(tables: PlannedTables, name: string): { name: string; columns: NamedColumns } {
  const table = { name, columns: new Map() };
  tables.set(tableKey(name), table);
  return table;
}

/** The columns of a join's condition, also those of the members that it refers to. */
function comparedColumns(index: ModelIndex, cube: Definition, join: Join) {
  const text = textOf(valueAt(join.node, 'sql')) ?? '';
  const referred = [...text.matchAll(/\{(\w+)\.(\w+)\}/g)].flatMap(([, cubeName, member]) => {
    const other = cubeName === 'CUBE' ? cube : index.cube(cubeName!);
    const [found] = (other && index.members(other).get(member!)) ?? [];
    return found ? columnsIn(index, found) : [];
  });
  return [...columnsIn(index, join), ...referred];
}

/** The texts that the SQL of the model compares columns with, by column in lower case. */
function literalsIn(index: ModelIndex): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const compared = /(\w+)["`]?\s*(?:=|<>|!=|(?:not\s+)?in\s*\()\s*((?:'[^'\n]{0,40}'\s*,?\s*)+)/gi;
  for (const { text } of index.files) {
    for (const [, column, values] of text.matchAll(compared)) {
      const known = found.get(column!.toLowerCase()) ?? new Set();
      for (const [, value] of values!.matchAll(/'([^'\n]*)'/g)) if (known.size < 10) known.add(value!);
      found.set(column!.toLowerCase(), known);
    }
  }
  return found;
}

export function tablesArbitrary(plans: readonly TablePlan[]): fc.Arbitrary<Given> {
  return fc.record(Object.fromEntries(plans.map((plan) => [plan.name, rowsOf(plan)])));
}

function rowsOf({ columns, key, joined, literals }: TablePlan) {
  const row = fc.record(
    Object.fromEntries(
      columns.map((column) => {
        const name = column.name.toLowerCase();
        const isKey = key.includes(name);
        const cell = cellOf(column.kind, isKey || joined.has(name), literals.get(name));
        return [column.name, isKey ? cell : fc.option(cell, { nil: null, freq: 5 })];
      }),
    ),
  );
  if (key.length === 0) return fc.array(row, { maxLength: mostRows });
  const names = columns.filter(({ name }) => key.includes(name.toLowerCase())).map(({ name }) => name);
  return fc.uniqueArray(row, {
    maxLength: mostRows,
    selector: (one) => JSON.stringify(names.map((name) => one[name])),
  });
}

function cellOf(kind: ColumnKind, isKey: boolean, literals: ReadonlySet<string> = new Set()): fc.Arbitrary<GivenCell> {
  switch (kind) {
    case 'time':
      return fc.constantFrom(...times);
    case 'boolean':
      return fc.boolean();
    case 'number':
      return isKey ? fc.integer({ min: 1, max: 4 }) : fc.constantFrom(...numbers);
    default:
      return isKey ? fc.constantFrom('1', '2', '3') : fc.constantFrom(...literals, 'a', 'b', '');
  }
}
