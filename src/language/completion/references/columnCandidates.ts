/** Columns in SQL: those of the table, if the database is known, and else those that the model already uses. */

import type { CatalogColumn } from '../../../model/catalog/catalog.ts';
import { isPlainIn } from '../../../model/generate/sqlText.ts';
import { tableOf as catalogTableOf } from '../../../model/index/cubeTable.ts';
import type { Definition } from '../../../model/index/definitions.ts';
import type { ModelIndex } from '../../../model/index/modelIndex.ts';
import { isCurrentCube } from '../../../model/index/resolve.ts';
import { textOf, valueAt } from '../../../model/source/tree.ts';
import { escapeMarkdown } from '../../protocol/markdown.ts';
import type { Candidate } from './candidate.ts';
import { placeholder } from './patch.ts';
import { cubeBeforeColumn, isInSqlText, type ReferencePlace } from './referencePlace.ts';

/** After `{cube}.`, in `filter('…')`, and as a word of the SQL; undefined in texts, comments and after other dots. */
export function columnCandidates(place: ReferencePlace): Candidate[] | undefined {
  const { index, definition, prefix, field } = place;
  const isArgument = /\bfilter\(\s*['"]$/.test(prefix);
  if (field.path.endsWith('sqlTable') || (isInSqlText(place) && !isArgument)) return undefined;
  const cube = cubeBeforeColumn(place) ?? (/\.\s*$/.test(prefix) ? undefined : definition);
  if (cube?.kind !== 'cube') return undefined;
  const used = usedColumns(index, cube);
  const known = knownColumns(index, cube);
  const others = [...used.keys()].map((name): Pick<CatalogColumn, 'name'> => ({ name }));
  return (known ?? others).map(({ name, type, comment }: Partial<CatalogColumn> & Pick<CatalogColumn, 'name'>) => ({
    label: name,
    text: name,
    rank: Math.max(0, 50 - (used.get(name) ?? 0)),
    kind: 12,
    detail: type === undefined ? `column of ${cube.name}` : `${type} · column of ${cube.name}`,
    ...(comment === undefined ? {} : { note: escapeMarkdown(comment) }),
  }));
}

/** Those of the table that need no quotes; undefined if the database is not known, or if no column of the table may be read. */
function knownColumns(index: ModelIndex, cube: Definition): CatalogColumn[] | undefined {
  const { table, catalog } = catalogTableOf(index, cube) ?? {};
  if (!table || !catalog || table.columns.length === 0) return undefined;
  return table.columns.filter(({ name }) => isPlainIn(catalog.catalog.dialect, name));
}

/** The table of a cube by its name or its SQL. */
function tableOf(index: ModelIndex, cube: Definition): string | undefined {
  for (const { node } of index.lineage(cube)) {
    const table = textOf(valueAt(node, 'sqlTable')) ?? textOf(valueAt(node, 'sql'));
    if (table !== undefined) return table.replace(/\s+/g, ' ').trim().toLowerCase();
  }
  return undefined;
}

/** How often each column is used, by cubes with the same table and by the cubes that they join or that join them. */
function usedColumns(index: ModelIndex, cube: Definition): Map<string, number> {
  const table = tableOf(index, cube);
  const isSame = (other: Definition | undefined) =>
    other !== undefined && (other === cube || (table !== undefined && tableOf(index, other) === table));
  const same = new Set(index.definitions.filter((one) => one.kind === 'cube' && isSame(one)));
  const names = new Set([...same].map(({ name }) => name));
  const near = index.definitions.filter(
    (one) => one.kind === 'cube' && (same.has(one) || one.joins.some(({ name }) => names.has(name))),
  );
  const counts = new Map<string, number>();
  const add = (column: string) => {
    if (!column.includes(placeholder)) counts.set(column, (counts.get(column) ?? 0) + 1);
  };
  for (const one of near) {
    if (same.has(one)) for (const column of bareColumns(one)) add(column);
    const text = index.file(one.file)?.text ?? '';
    for (const { role, chain } of index.references(one).references) {
      const column =
        role === 'sql'
          ? /^\s*\}\.["`]?([A-Za-z_]\w*)(?!\w|\s*\()/.exec(text.slice(chain.end, chain.end + 100))?.[1]
          : undefined;
      if (column === undefined) continue;
      const { name } = chain.parts.at(-1)!;
      if (isCurrentCube(name) ? same.has(one) : names.has(name)) add(column);
    }
  }
  return counts;
}

/** Members whose whole SQL is a name. */
function bareColumns({ members }: Definition): string[] {
  return members.flatMap(({ node }) => {
    const sql = textOf(valueAt(node, 'sql'))?.trim();
    return sql !== undefined && /^[A-Za-z_]\w*$/.test(sql) ? [sql] : [];
  });
}
