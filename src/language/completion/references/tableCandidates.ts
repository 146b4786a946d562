/** Tables of the database, in `sql_table` and after FROM and JOIN. */

import type { CatalogTable } from '../../../model/catalog/catalog.ts';
import { isPlainIn } from '../../../model/generate/sqlText.ts';
import { catalogOf } from '../../../model/index/cubeTable.ts';
import { tableText } from '../../hover/databaseHover.ts';
import type { Candidate } from './candidate.ts';
import { isInSqlText, type ReferencePlace } from './referencePlace.ts';

/** Undefined at other places, and if no catalog is known. Names that need quotes are not offered. */
export function tableCandidates(place: ReferencePlace): Candidate[] | undefined {
  const { index, definition, prefix, field } = place;
  const { path } = field;
  const inFrom = /\b(?:from|join)\s+(?:(\w+)\.)?$/i.exec(prefix);
  const inTable = /^["'`]?(?:(\w+)\.)?$/.exec(prefix.trimStart());
  const found = path === 'sqlTable' ? inTable : path === 'sql' && !isInSqlText(place) ? inFrom : undefined;
  const catalog = found ? catalogOf(index, definition) : undefined;
  if (!found || !catalog) return undefined;
  const [, schema] = found;
  const { dialect, tables } = catalog.catalog;
  const fits = (table: CatalogTable) => schema === undefined || table.schema.toLowerCase() === schema.toLowerCase();
  return tables.flatMap((table): Candidate[] => {
    const text = schema === undefined ? catalog.nameOf(table) : table.name;
    if (!fits(table) || !text.split('.').every((part) => isPlainIn(dialect, part))) return [];
    const count = table.columns.length;
    return [
      {
        label: text,
        text,
        rank: text.includes('.') ? 2 : 1,
        kind: 7,
        detail: `table · ${count} column${count === 1 ? '' : 's'}`,
        note: () => tableText(catalog, table),
      },
    ];
  });
}
