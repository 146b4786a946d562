/** The rows of the deployments tree as a pure function of its state. */

import type { Deployment } from '../../contract/deployments/deployments.ts';
import type { Loaded } from '../../session/lazyList.ts';
import type { Localizer } from '../shell/localizer.ts';
import { escapeMarkdown } from '../shell/outsideText.ts';
import { cachedRows } from '../tree/cachedRows.ts';
import { connectionRow } from '../tree/connectionRow.ts';
import { listRows } from '../tree/listRows.ts';
import { type RowTarget, rowId } from '../tree/row.ts';
import { deploymentRow } from './deploymentRow.ts';
import type { BoundState, ConnectionState, DeploymentsRow, DeploymentsState, ListName } from './deploymentsState.ts';

/** The kinds of rows that the filter searches. */
export const searchedKinds: ReadonlySet<string> = new Set(['deployment', 'branch', 'environment', 'pod']);

/** All loaded rows. */
export function deploymentRows(state: DeploymentsState, l10n: Localizer): DeploymentsRow[] {
  const rows = state.connections.map((connection) => rowOfConnection(connection, state, l10n));
  return [...bindingSuggestion(state, l10n), ...connectSuggestions(state, l10n), ...rows];
}

/** Suggests to connect to the platforms of bound folders. Without any connection, the welcome text does. */
function connectSuggestions({ connections, bound }: DeploymentsState, l10n: Localizer): DeploymentsRow[] {
  if (connections.length === 0) return [];
  const isKnown = (id: string) => connections.some((connection) => connection.id === id);
  const missing = new Set(bound.map(({ connectionId }) => connectionId).filter((id) => !isKnown(id)));
  return [...missing].map((id) => {
    const folders = bound.flatMap(({ connectionId, folder }) => (connectionId === id ? folder : []));
    const isEmulator = !URL.canParse(id);
    return {
      id: `suggestion/connect/${id}`,
      kind: 'suggestion',
      label: isEmulator ? l10n.t('Start the local emulator…') : l10n.t('Connect to {0}…', new URL(id).host),
      description: l10n.t('bound to {0}', folders.join(', ')),
      tooltip: l10n.t(
        'A folder of this window is bound to a deployment of this platform, to which you are not connected.',
      ),
      icon: 'plug',
      context: ';suggestion;',
      expand: 'never',
      command: isEmulator ? 'dataModel.emulator.start' : 'dataModel.connection.add',
      target: { connectionId: id },
      children: [],
    };
  });
}

/** Suggests to bind a folder if there is a connection and no folder is bound. */
function bindingSuggestion({ connections, bound, unbound }: DeploymentsState, l10n: Localizer): DeploymentsRow[] {
  if (connections.length === 0 || bound.length > 0 || unbound.length === 0) return [];
  const [first] = unbound;
  return [
    {
      id: 'suggestion/bind',
      kind: 'suggestion',
      label:
        unbound.length === 1
          ? l10n.t('Bind “{0}” to a deployment…', first!)
          : l10n.t('Bind a workspace folder to a deployment…'),
      tooltip: l10n.t(
        'A bound folder syncs with a dev branch of its deployment. Files that you save are pushed and validated.',
      ),
      icon: 'link',
      context: ';suggestion;',
      expand: 'never',
      command: 'dataModel.folder.bind',
      target: { connectionId: connections[0]!.id },
      children: [],
    },
  ];
}

function rowOfConnection(connection: ConnectionState, state: DeploymentsState, l10n: Localizer): DeploymentsRow {
  const { id, deployments } = connection;
  const bound = state.bound.filter((binding) => binding.connectionId === id);
  const target: RowTarget = { connectionId: id };
  const below = deployments
    ? listRows<ListName, RowTarget>({ id: `${id}/deployments`, target, list: 'deployments' }, deployments, l10n, {
        rows: [
          ...listedRows(deployments.items, connection, bound, l10n),
          ...missingRows(deployments, bound, target, l10n),
        ],
        empty: l10n.t('No deployments'),
      })
    : [];
  const expand = bound.length > 0 || state.connections.length === 1 ? 'expanded' : 'collapsed';
  const { isUnreachable } = connection;
  return connectionRow<ListName, RowTarget>(connection, { target, below, expand, isUnreachable }, l10n);
}

function listedRows(
  deployments: readonly Deployment[],
  connection: ConnectionState,
  bound: readonly BoundState[],
  l10n: Localizer,
): readonly DeploymentsRow[] {
  const { id } = connection;
  const plain = { ...connection, opened: new Map() };
  const rows = cachedRows(deployments, [id, l10n], (deployment) => deploymentRow(deployment, plain, [], l10n));
  // Only the rows of open and bound deployments are made again.
  const changing = new Set([...connection.opened.keys(), ...bound.map(({ deploymentId }) => deploymentId)]);
  if (changing.size === 0) return rows;
  const byId = new Map<string | undefined, Deployment>();
  for (const each of deployments) if (changing.has(String(each.id))) byId.set(String(each.id), each);
  return rows.map((row) => {
    const deployment = byId.get(row.target.deploymentId);
    return deployment ? deploymentRow(deployment, connection, bound, l10n) : row;
  });
}

/** Bound deployments that are not in the list: deleted, or not visible for this account. */
function missingRows(
  { items, hasMore, phase }: Loaded<Deployment>,
  bindings: readonly BoundState[],
  target: RowTarget,
  l10n: Localizer,
): DeploymentsRow[] {
  if (hasMore || phase !== 'ready') return [];
  const listed = new Set(items.map(({ id }) => String(id)));
  return bindings
    .filter(({ deploymentId }) => !listed.has(deploymentId))
    .map(({ deploymentId, folder }) => ({
      id: `${rowId(target)}/missing/${deploymentId}/${folder}`,
      kind: 'failure',
      label: l10n.t('Deployment {0}', deploymentId),
      description: l10n.t('not found · bound to {0}', folder),
      tooltip: l10n.t(
        'The folder {0} is bound to a deployment that does not exist or that this account cannot access. Select this row to bind it again.',
        escapeMarkdown(folder),
      ),
      icon: 'warning',
      color: 'list.warningForeground',
      context: ';missing;',
      expand: 'never',
      command: 'dataModel.folder.bind',
      target,
      children: [],
    }));
}
