/** A row of a view. Icons and colors are names. */

import type { CommandId } from '../manifest/commandTable.ts';

/** The object that a row shows. Commands take it as their argument. */
export interface RowTarget {
  connectionId: string;
  deploymentId?: string;
  deploymentName?: string;
  branchName?: string;
  podName?: string;
  /** Public id of a dashboard. */
  publicId?: string;
  environmentId?: string;
  /** URL of an environment's data API. */
  url?: string;
  variableName?: string;
  /** A version's image reference. */
  version?: string;
}

/** `List` names the list that a row loads, `Target` the object that it shows. */
export interface Row<List = unknown, Target extends RowTarget = RowTarget> {
  /** Stable for the same object, and unique in its view. */
  id: string;
  kind: string;
  label: string;
  description?: string;
  /** Markdown. */
  tooltip?: string;
  /** Name of a codicon. */
  icon?: string;
  /** Id of a theme color. */
  color?: string;
  /** Keywords for the `when` clauses of menus, between semicolons: `;branch;shared;staging;`. The tree adds what the user cannot do. */
  context: string;
  expand: 'never' | 'collapsed' | 'expanded';
  /** Screen readers read this instead of label and description. */
  accessibleLabel?: string;
  /** Runs when the row is selected, with the row as argument. */
  command?: CommandId;
  /** Address of the document that opens when the row is selected. */
  opens?: string;
  target: Target;
  list?: List;
  children: readonly Row<List, Target>[];
}

export function rowId({ connectionId, deploymentId }: RowTarget): string {
  return deploymentId === undefined ? connectionId : `${connectionId}/${deploymentId}`;
}

/** Joins keywords for `when` clauses: `;branch;shared;`. */
export function menuContext(...parts: readonly (string | false | undefined)[]): string {
  return `;${parts.filter(Boolean).join(';')};`;
}

export function paragraphs(parts: readonly (string | false | undefined | null)[]): string {
  return parts.filter(Boolean).join('\n\n');
}

/** A row and the row above it, by the id of the row. */
export function findRow<R extends Row>(
  rows: readonly R[],
  id: string,
  parent?: R,
): { row: R; parent: R | undefined } | undefined {
  for (const row of rows) {
    if (row.id === id) return { row, parent };
    const found = row.children.length > 0 ? findRow(row.children as readonly R[], id, row) : undefined;
    if (found) return found;
  }
  return undefined;
}
