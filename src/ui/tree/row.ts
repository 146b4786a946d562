/** A row of the deployments tree, and the rows that every list has. Icons and colors are names. */

import type { Loaded } from '../../session/lazyList.ts';
import type { CommandId } from '../manifest/commandTable.ts';
import { errorParts, errorText } from '../shell/errorText.ts';
import type { Localizer } from '../shell/localizer.ts';
import { escapeMarkdown } from '../shell/outsideText.ts';
import { isUnauthorized } from '../shell/unauthorized.ts';

export type RowKind =
  | 'connection'
  | 'deployment'
  | 'branches'
  | 'branch'
  | 'environments'
  | 'environment'
  | 'runtime'
  | 'build'
  | 'pod'
  | 'variables'
  | 'variable'
  | 'versions'
  | 'version'
  | 'more'
  | 'failure'
  | 'empty'
  | 'suggestion';

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

/** Lists that load page by page. */
export type ListName = 'deployments' | 'branches' | 'environments' | 'pods' | 'variables' | 'versions';

export interface Row {
  /** Stable for the same object. */
  id: string;
  kind: RowKind;
  label: string;
  description?: string;
  /** Markdown. */
  tooltip?: string;
  /** Name of a codicon. */
  icon?: string;
  /** Id of a theme color. */
  color?: string;
  /** Keywords for the `when` clauses of menus, between semicolons: `;branch;shared;staging;`. */
  context: string;
  expand: 'never' | 'collapsed' | 'expanded';
  /** Screen readers read this instead of label and description. */
  accessibleLabel?: string;
  /** Runs when the row is selected, with the row as argument. */
  command?: CommandId;
  target: RowTarget;
  /** The list that this row loads. */
  list?: ListName;
  children: readonly Row[];
}

/** A row that loads what is below it when it is expanded. */
export interface LazyNode {
  /** Stable for the same object. */
  id: string;
  label: string;
  description?: string;
  tooltip?: string;
  /** Name of a codicon. */
  icon?: string;
  /** For the `when` clauses of menus, between semicolons. */
  context?: string;
  command?: { command: string; arguments: unknown[] };
}

/** “Load more” below a node. Its command gets what loads the next page. */
export function moreNode<Node extends LazyNode>(
  parent: Node,
  command: CommandId,
  load: () => Promise<void>,
  redraw: (node: Node) => void,
  l10n: Localizer,
): LazyNode {
  const more = async () => {
    await load();
    redraw(parent);
  };
  return {
    id: `${parent.id}/more`,
    label: l10n.t('Load more'),
    icon: 'ellipsis',
    command: { command, arguments: [more] },
  };
}

/** The rows of a list, followed by an error row, “Load more”, or a row for an empty list. */
export function listRows<T>(
  name: ListName,
  target: RowTarget,
  list: Loaded<T>,
  l10n: Localizer,
  { rows, empty }: { rows: readonly Row[]; empty: string },
): Row[] {
  const id = `${rowId(target)}/${name}`;
  const all = [...rows];
  if (list.phase === 'failed') all.push({ ...failureRow(`${id}/failure`, target, list.failure, l10n), list: name });
  else if (list.hasMore) all.push({ ...moreRow(`${id}/more`, target, list.phase === 'loading', l10n), list: name });
  else if (rows.length === 0 && list.phase === 'ready') {
    all.push({ id: `${id}/empty`, kind: 'empty', label: empty, context: '', expand: 'never', target, children: [] });
  }
  return all;
}

function moreRow(id: string, target: RowTarget, loading: boolean, l10n: Localizer): Row {
  return {
    id,
    kind: 'more',
    label: loading ? l10n.t('Loading…') : l10n.t('Load more'),
    icon: loading ? 'loading~spin' : 'ellipsis',
    context: ';more;',
    expand: 'never',
    command: 'dataModel.deployments.loadMore',
    target,
    children: [],
  };
}

/** Shows an error in place of the rows. Selecting the row tries again. */
export function failureRow(id: string, target: RowTarget, failure: unknown, l10n: Localizer): Row {
  const { message, where, action } = errorParts(failure, l10n);
  const signIn = isUnauthorized(failure);
  return {
    id,
    kind: 'failure',
    label: message,
    description: signIn ? l10n.t('sign in again') : l10n.t('try again'),
    tooltip: paragraphs([
      escapeMarkdown(message),
      where && `\`${where.replaceAll('`', '')}\``,
      action && escapeMarkdown(action),
      signIn ? l10n.t('Select this row to sign in again.') : l10n.t('Select this row to try again.'),
    ]),
    icon: 'warning',
    color: 'list.warningForeground',
    context: ';failure;',
    expand: 'never',
    accessibleLabel: signIn
      ? l10n.t('{0} Select to sign in again.', errorText(failure, l10n))
      : l10n.t('{0} Select to try again.', errorText(failure, l10n)),
    command: signIn ? 'dataModel.connection.add' : 'dataModel.deployments.refresh',
    target,
    children: [],
  };
}

export function rowId({ connectionId, deploymentId }: RowTarget): string {
  return deploymentId === undefined ? connectionId : `${connectionId}/${deploymentId}`;
}

/** Joins keywords for `when` clauses: `;branch;shared;`. */
export function menuContext(...parts: readonly (string | false | undefined)[]): string {
  return `;${parts.filter(Boolean).join(';')};`;
}

/** The keywords that hide the commands of operations that the user cannot use: `no-commit`. */
export function withoutOperations(refused: ReadonlySet<string> | undefined): string[] {
  return [...(refused ?? [])].map((id) => `no-${id}`);
}

export function paragraphs(parts: readonly (string | false | undefined | null)[]): string {
  return parts.filter(Boolean).join('\n\n');
}
