/** What a query needs and the tables of a test do not have. */

import type { StatementProblem } from '../../database/source/databaseRequests.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { tableKey, type UsedTable, usedTables } from '../../model/index/tableColumns.ts';
import type { Filled } from './fillTables.ts';

export interface Lacking {
  /** As the model names it. */
  table: string;
  /** Undefined: the whole table. */
  column?: string;
  /** What to add below `given`. */
  addition: string;
}

/** Columns that the text of an addition lists. */
const maxListed = 20;

/** Undefined if the database's problem is another one. */
export function lackingIn(
  index: ModelIndex,
  { kind, name, message }: StatementProblem,
  tables: Filled['tables'],
): Lacking | undefined {
  const used = usedTables(index);
  const database = /^Binder Error: Catalog "(.+?)" does not exist/.exec(message)?.[1];
  if (database !== undefined) {
    const found = [...used].find(([key]) => !tables.has(key) && key.startsWith(`${database.toLowerCase()}.`));
    return found && tableAddition(found[1]);
  }
  if (name === undefined) return undefined;
  if (kind === 'unknown-table') {
    const key = tableKey(name);
    const found = [...used].find(([one]) => !tables.has(one) && (one === key || one.endsWith(`.${key}`)));
    return found ? tableAddition(found[1]) : { table: name, addition: `${name}: []` };
  }
  if (kind !== 'unknown-column') return undefined;
  const column = name.toLowerCase();
  for (const [key, { name: table, columns }] of tables) {
    if (columns?.has(column) === false && used.get(key)?.columns.has(column)) {
      return { table, column: name, addition: `${name}: null` };
    }
  }
  return undefined;
}

function tableAddition({ name, columns }: UsedTable): Lacking {
  const listed = [...columns.values()].slice(0, maxListed).map((one) => `${one.name}: null`);
  return { table: name, addition: `${name}: [${listed.length > 0 ? `{ ${listed.join(', ')} }` : ''}]` };
}
