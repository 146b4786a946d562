/** What the data says about tables without keys: a column that is one, and joins that names suggest. Statements only count. */

import { isCancellation, messageOf } from '../../base/errors.ts';
import type { CatalogTable } from '../../model/catalog/catalog.ts';
import type { LeftOut } from '../../model/generate/draftCubes.ts';
import type { Quoting } from '../../model/generate/sqlText.ts';
import { type TableJoin, tableJoins } from '../../model/generate/tableJoins.ts';
import { Budget, type BudgetLimits, BudgetUsed } from '../../query/run/budget.ts';
import { joinCounts, joinProbe, keyCounts, keyProbe } from '../doctor/probes.ts';

interface Options {
  quoting: Quoting;
  limits: BudgetLimits;
  signal: AbortSignal | undefined;
  onProgress: ((done: number, all: number, what: string) => void) | undefined;
  /** Keys and joins that a model has already, or is not to have, are not counted. */
  knownKey(table: CatalogTable): readonly string[];
  isKnown(join: TableJoin): boolean;
  /** The only row of a statement. @throws UserError, CancelledError */
  row(sql: string, signal: AbortSignal): Promise<readonly unknown[]>;
}

interface Examined {
  keys: Map<CatalogTable, readonly string[]>;
  joins: TableJoin[];
  /** What could not be counted, or is not what its name says. */
  leftOut: LeftOut[];
  /** Whether something could not be counted. */
  isCut: boolean;
}

/** @throws CancelledError */
export async function examineTables(tables: readonly CatalogTable[], options: Options): Promise<Examined> {
  const { quoting, limits } = options;
  const joins = tableJoins(tables);
  const budget = new Budget(limits, options.signal);
  const examined: Examined = { keys: new Map(), joins: [], leftOut: [], isCut: false };
  const quoted = (names: readonly string[]) => names.map((name) => quoting.quoted(name));
  const name = ({ schema, name: table }: CatalogTable) => `${quoting.quoted(schema)}.${quoting.quoted(table)} x`;
  const report = (done: number, table: CatalogTable) =>
    options.onProgress?.(done, tables.length + joins.length, `${table.schema}.${table.name}`);
  const count = async (sql: string, table: CatalogTable, column: string) => {
    try {
      return await budget.spend((signal) => options.row(sql, signal));
    } catch (failure) {
      if (isCancellation(failure) && !(failure instanceof BudgetUsed)) throw failure;
      examined.isCut = true;
      examined.leftOut.push({ table, column, reason: `its keys could not be counted: ${messageOf(failure)}` });
      return undefined;
    }
  };
  for (const [at, table] of tables.entries()) {
    report(at, table);
    const known = options.knownKey(table).length > 0 ? options.knownKey(table) : table.primaryKey;
    if (known.length > 0) {
      examined.keys.set(table, known);
      continue;
    }
    const id = table.columns.find((column) => column.name.toLowerCase() === 'id' && column.kind !== 'other');
    const row = id && (await count(keyProbe(name(table), quoted([id.name])), table, id.name));
    if (!row) continue;
    const { nulls, duplicates } = keyCounts(row);
    if (nulls + duplicates === 0) examined.keys.set(table, [id.name]);
    else examined.leftOut.push({ table, column: id.name, reason: 'it is not a primary key: it repeats or is null' });
  }
  for (const [at, join] of joins.entries()) {
    report(tables.length + at, join.from);
    if (options.isKnown(join)) continue;
    if (join.isDeclared) {
      examined.joins.push(join);
      continue;
    }
    const { from, columns, to, references } = join;
    const sides = { from: quoted(columns), to: quoted(references) };
    const row = await count(joinProbe({ from: name(from), to: name(to) }, sides), from, columns[0]!);
    if (!row) continue;
    const { rows, nulls, unmatched, repeatedTo } = joinCounts(row);
    let reason: string | undefined;
    if (rows === nulls) reason = 'no row has a key';
    else if (unmatched > 0) reason = `rows without a partner: ${unmatched} of ${rows}`;
    else if (repeatedTo > 0) reason = 'the keys of the other table repeat';
    if (reason === undefined) examined.joins.push(join);
    else
      examined.leftOut.push({ table: from, column: columns[0]!, reason: `it is not joined to ${to.name}: ${reason}` });
  }
  return examined;
}
