/** What the database says about the table or column at a position. */

import type { CatalogColumn, CatalogTable } from '../../model/catalog/catalog.ts';
import type { CatalogLookup } from '../../model/catalog/catalogLookup.ts';
import { catalogOf, columnUses, tableNameOf, tableOf } from '../../model/index/cubeTable.ts';
import { definitionsIn, touches } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { code, escapeMarkdown } from '../protocol/markdown.ts';
import type { Hover, Position } from '../protocol/protocol.ts';

const maxColumns = 30;

export function databaseHover(index: ModelIndex, path: string, position: Position): Hover | undefined {
  const file = index.file(path);
  if (!file || index.catalogs.size === 0) return undefined;
  const offset = file.lines.offsetAt(position);
  for (const definition of definitionsIn(file)) {
    if (offset < definition.span.start || offset > definition.span.end) continue;
    const use = columnUses(index, definition).find(({ span }) => touches(span, offset));
    const { table, catalog } = (use && tableOf(index, use.cube)) ?? {};
    const column = use && table && catalog?.column(table, use.name);
    if (use && catalog && column && 'column' in column)
      return { contents: markdown(columnText(catalog, table, column.column)), range: file.lines.rangeOf(use.span) };
    const written = definition.kind === 'cube' ? tableNameOf(definition, file.text) : undefined;
    const all = catalogOf(index, definition);
    const found = written && touches(written.span, offset) ? all?.table(written.name) : undefined;
    if (written && all && typeof found === 'object' && 'table' in found)
      return { contents: markdown(tableText(all, found.table)), range: file.lines.rangeOf(written.span) };
  }
  return undefined;
}

function columnText(catalog: CatalogLookup, table: CatalogTable, column: CatalogColumn): string {
  const { name, type, nullable, comment } = column;
  const facts = [code(type), ...(nullable ? [] : ['not null']), ...keyText(table, name)];
  return [
    `**column** ${code(`${catalog.nameOf(table)}.${name}`)} · ${facts.join(' · ')}`,
    ...(comment === undefined ? [] : [escapeMarkdown(comment)]),
    asOf(catalog),
  ].join('\n\n');
}

function keyText({ primaryKey, foreignKeys }: CatalogTable, column: string): string[] {
  const references = foreignKeys.filter(({ columns }) => columns.includes(column));
  return [
    ...(primaryKey.includes(column) ? [primaryKey.length === 1 ? 'primary key' : 'part of the primary key'] : []),
    ...references.map(
      (one) => `refers to ${code(`${one.schema}.${one.table}.${one.references[one.columns.indexOf(column)] ?? ''}`)}`,
    ),
  ];
}

export function tableText(catalog: CatalogLookup, table: CatalogTable): string {
  const { columns, comment } = table;
  const listed = columns
    .slice(0, maxColumns)
    .map(({ name, type }) => `- ${[code(name), code(type), ...keyText(table, name)].join(' · ')}`);
  const more = columns.length > listed.length ? [`- and ${columns.length - listed.length} more`] : [];
  return [
    `**table** ${code(catalog.nameOf(table))} · ${columns.length} column${columns.length === 1 ? '' : 's'}`,
    ...(comment === undefined ? [] : [escapeMarkdown(comment)]),
    [...listed, ...more].join('\n'),
    asOf(catalog),
  ].join('\n\n');
}

function asOf({ isKept, readAt }: CatalogLookup): string {
  return `${isKept ? 'As of' : 'Read'} ${readAt}`;
}

function markdown(value: string): Hover['contents'] {
  return { kind: 'markdown', value };
}
