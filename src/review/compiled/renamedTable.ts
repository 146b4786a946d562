import type { WholeTable } from '../../query/results/resultTable.ts';
import { renamedMember } from './renamedQuery.ts';

/**
 * The columns of renamed members have the same keys as those of the newer model.
 * @param former the names of the former model by those of the newer one
 */
export function withNewNames(table: WholeTable, former: ReadonlyMap<string, string>): WholeTable {
  if (former.size === 0) return table;
  const names = new Map([...former].map(([now, old]) => [old, now]));
  const columns = table.columns.map((column) => {
    return { ...column, key: renamedMember(column.key, names), member: renamedMember(column.member, names) };
  });
  return { ...table, columns };
}
