/** What the columns of a cube's table offer: a dimension for each, and the type of one that is being written. */

import { type CatalogColumn, dimensionTypes } from '../../model/catalog/catalog.ts';
import { isPlainIn, Quoting } from '../../model/generate/sqlText.ts';
import { tableOf } from '../../model/index/cubeTable.ts';
import type { Definition } from '../../model/index/definitions.ts';
import { isCurrentCube } from '../../model/index/resolve.ts';
import { textOf, type ValueNode, valueAt } from '../../model/source/tree.ts';
import type { CompletionRequest } from './request.ts';
import type { Snippet } from './snippets.ts';

/** More would make the list unreadable. */
const maxColumns = 300;

/** `sql: status` or `sql: "{CUBE}.status"`. */
const wholeColumn = /^(?:\$?\{\s*(\w+)\s*\}\s*\.\s*)?["`]?(\w+)["`]?$/;

/** A dimension for each column that no dimension of the cube shows. Empty if the database is not known. */
export function columnDimensions(request: CompletionRequest): Snippet[] {
  const { slot, index } = request;
  const cube = cubeAt(request);
  const { table, catalog } = (slot?.keys.at(-1) === 'dimensions' && cube && tableOf(index, cube)) || {};
  if (!table || !catalog || !cube) return [];
  const { dialect } = catalog.catalog;
  const quoting = new Quoting(dialect);
  const shown = new Set(
    [...index.members(cube).values()].flat().flatMap(({ kind, node }) => {
      const column = kind === 'dimension' ? columnIn(cube, valueAt(node, 'sql')) : undefined;
      return column === undefined ? [] : [column.toLowerCase()];
    }),
  );
  return table.columns
    .filter(({ name, kind }) => kind !== 'other' && !shown.has(name.toLowerCase()))
    .slice(0, maxColumns)
    .map(({ name, kind, type }): Snippet => {
      const isPlain = isPlainIn(dialect, name);
      const dimension = name.replace(/\W+/g, '_').replace(/^(?=\d)/, '_');
      return {
        label: `dimension of column ${name}`,
        detail: type,
        draft: {
          name: `<${dimension}>`,
          sql: isPlain ? name : quoting.column('CUBE', name, true),
          type: dimensionTypes[kind]!,
          ...(table.primaryKey.length === 1 && table.primaryKey[0] === name ? { primaryKey: 'true' } : {}),
        },
      };
    });
}

/** The column that is all the SQL of the dimension whose `type` is at the cursor. */
export function columnOfType(request: CompletionRequest): CatalogColumn | undefined {
  const { index, cursor } = request;
  const last = cursor.steps.at(-1);
  if (!last || !('entry' in last) || last.entry.name !== 'type') return undefined;
  const cube = cubeAt(request);
  const name = cube && columnIn(cube, valueAt(last.holder, 'sql'));
  const { table, catalog } = (name !== undefined && tableOf(index, cube!)) || {};
  const found = table && catalog?.column(table, name!);
  return found && 'column' in found ? found.column : undefined;
}

function cubeAt({ file, cursor }: Pick<CompletionRequest, 'file' | 'cursor'>): Definition | undefined {
  const own = file.definitions.findLast(({ span }) => span.start <= cursor.span.start);
  return own?.kind === 'cube' ? own : undefined;
}

function columnIn(cube: Definition, sql: ValueNode | undefined): string | undefined {
  const [, holder, name] = wholeColumn.exec(textOf(sql)?.trim() ?? '') ?? [];
  return holder === undefined || isCurrentCube(holder) || holder === cube.name ? name : undefined;
}
