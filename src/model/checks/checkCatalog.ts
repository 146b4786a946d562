/** Compares the SQL of a cube with the catalog of its database, as far as it surely names a table or a column. */

import { type CatalogColumn, type CatalogTable, type ColumnKind, dimensionTypes } from '../catalog/catalog.ts';
import type { CatalogLookup } from '../catalog/catalogLookup.ts';
import { catalogOf, columnUses, tableNameOf, tableOf } from '../index/cubeTable.ts';
import type { Definition, Member } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { camelCase, suggestionOf } from '../source/names.ts';
import type { TextProblem } from '../source/problem.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import { textOf, valueAt } from '../source/tree.ts';
import type { Findings } from './findings.ts';

export function checkCatalog(index: ModelIndex, definition: Definition, findings: Findings): void {
  if (definition.kind !== 'cube' || index.catalogs.size === 0) return;
  checkTable(index, definition, findings);
  for (const { cube, name, span, member, isWhole } of columnUses(index, definition)) {
    const { table, catalog } = tableOf(index, cube) ?? {};
    if (!table || !catalog) continue;
    const found = catalog.column(table, name);
    if ('column' in found) {
      const wrong = member && isWhole ? typeMismatch(member, found.column) : undefined;
      if (wrong) findings.add({ file: definition.file, ...wrong });
      continue;
    }
    // Tables of which no column may be read are listed without columns.
    if (catalog.catalog.isCut || table.columns.length === 0) continue;
    findings.add({ file: definition.file, span, ...unknownColumn(catalog, table, name, found.near) });
  }
}

function checkTable(index: ModelIndex, definition: Definition, findings: Findings): void {
  const catalog = catalogOf(index, definition);
  const written = tableNameOf(definition, index.text(definition.file)?.text ?? '');
  const found = catalog && written ? catalog.table(written.name) : 'unsure';
  if (!catalog || !written || typeof found !== 'object' || 'table' in found) return;
  findings.add({ file: definition.file, span: written.span, ...unknownTable(catalog, written.name, found.near) });
}

export function unknownTable(catalog: CatalogLookup | undefined, name: string, near: readonly string[]) {
  const { hint, fix } = suggestionOf(near);
  return {
    ...problemCatalog.unknownTable(`The database has no table \`${name}\`${asOf(catalog)}.${hint}`),
    ...(fix ? { fix } : {}),
  };
}

export function unknownColumn(
  catalog: CatalogLookup | undefined,
  table: CatalogTable | undefined,
  name: string,
  near: readonly string[],
) {
  const { hint, fix } = suggestionOf(near);
  const where = table && catalog ? `The table \`${catalog.nameOf(table)}\`` : 'The database';
  return {
    ...problemCatalog.unknownColumn(`${where} has no column \`${name}\`${asOf(catalog)}.${hint}`),
    ...(fix ? { fix } : {}),
  };
}

/** The time of a kept catalog, with brackets. */
function asOf(catalog: CatalogLookup | undefined): string {
  return catalog?.isKept ? ` (as of ${catalog.readAt})` : '';
}

/** Which kinds of columns cannot have a type of a member. Anything else may be converted by the database. */
const impossible: Readonly<Record<string, readonly ColumnKind[]>> = {
  time: ['text', 'number', 'boolean'],
  number: ['text', 'time'],
  boolean: ['text', 'time'],
  sum: ['text', 'time'],
  avg: ['text', 'time'],
  runningTotal: ['text', 'time'],
};

const words: Readonly<Record<ColumnKind, string>> = {
  text: 'a text',
  number: 'a number',
  time: 'a time',
  boolean: 'a boolean',
  other: 'another type',
};

/** `column`: what the SQL of the member answers, or the column that is all of it. */
export function typeMismatch(
  { kind, node }: Member,
  column: Pick<CatalogColumn, 'type' | 'kind'> & { name?: string },
): TextProblem | undefined {
  const value = valueAt(node, 'type');
  const type = textOf(value);
  if (!value || type === undefined || (kind !== 'dimension' && kind !== 'measure')) return undefined;
  const isTypeOfMeasure = ['sum', 'avg', 'runningTotal'].includes(camelCase(type));
  if (kind === 'measure' && (!isTypeOfMeasure || column.name === undefined)) return undefined;
  if (kind === 'dimension' && isTypeOfMeasure) return undefined;
  if (!impossible[camelCase(type)]?.includes(column.kind)) return undefined;
  const subject = column.name === undefined ? 'The SQL answers' : `The column \`${column.name}\` is`;
  const meant = kind === 'dimension' ? dimensionTypes[column.kind] : undefined;
  const effect = isTypeOfMeasure ? `it has no \`${type}\`` : `queries that need a \`${type}\` fail`;
  return {
    span: value,
    ...problemCatalog.typeMismatch(`${subject} ${words[column.kind]} (\`${column.type}\`): ${effect}.`),
    ...(meant ? { fix: { kind: 'replace', texts: [meant] } } : {}),
  };
}
