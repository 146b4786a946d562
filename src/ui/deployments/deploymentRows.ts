/** The rows of the deployments tree as a pure function of its state. */

import type { Deployment } from '../../contract/deployments/deployments.ts';
import type { Loaded } from '../../session/lazyList.ts';
import type { Localizer } from '../shell/localizer.ts';
import { escapeMarkdown } from '../shell/outsideText.ts';
import { cachedRow } from '../tree/cachedRow.ts';
import { filterRows } from '../tree/filterRows.ts';
import {
  failureRow,
  listRows,
  menuContext,
  paragraphs,
  type Row,
  type RowTarget,
  rowId,
  withoutOperations,
} from '../tree/row.ts';
import { deploymentRow } from './deploymentRow.ts';
import type { BoundState, ConnectionState, DeploymentsState } from './deploymentsState.ts';

/** All loaded rows. */
export function deploymentRows(state: DeploymentsState, l10n: Localizer): Row[] {
  const rows = state.connections.map((connection) => connectionRow(connection, state, l10n));
  if (state.filter.trim() !== '') return filterRows(rows, state.filter);
  return [...bindingSuggestion(state, l10n), ...rows];
}

/** Suggests to bind a folder if there is a connection and no folder is bound. */
function bindingSuggestion({ connections, bound, unbound }: DeploymentsState, l10n: Localizer): Row[] {
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

function connectionRow(connection: ConnectionState, state: DeploymentsState, l10n: Localizer): Row {
  const { id, label, userName, origin, failure, deployments } = connection;
  const bound = state.bound.filter((binding) => binding.connectionId === id);
  const target: RowTarget = { connectionId: id };
  const icons = { stored: 'cloud', environment: 'plug', emulator: 'device-desktop' } as const;
  const origins = {
    stored: undefined,
    environment: l10n.t('from environment variables'),
    emulator: undefined,
  };
  const title = origin === 'emulator' ? l10n.t('Local emulator') : label;
  const description = [origin === 'emulator' ? undefined : userName, origins[origin]].filter(Boolean).join(' · ');
  const children =
    failure !== undefined
      ? [failureRow(`${rowId(target)}/failure`, target, failure, l10n)]
      : deployments
        ? listRows('deployments', target, deployments, l10n, {
            rows: [
              ...listedRows(deployments.items, connection, bound, l10n),
              ...missingRows(deployments, bound, target, l10n),
            ],
            empty: l10n.t('No deployments'),
          })
        : [];
  return {
    id: rowId(target),
    kind: 'connection',
    label: title,
    ...(description ? { description } : {}),
    tooltip: paragraphs([
      `**${escapeMarkdown(title)}**`,
      origin === 'emulator'
        ? l10n.t('A small platform that runs on this machine. Its data is kept between sessions.')
        : escapeMarkdown(id),
      userName && l10n.t('Signed in as {0}', escapeMarkdown(userName)),
      origin === 'environment' && l10n.t('URL and key come from environment variables of the editor.'),
    ]),
    icon: failure === undefined ? icons[origin] : 'warning',
    ...(failure === undefined ? {} : { color: 'list.warningForeground' }),
    context: menuContext('connection', 'list', origin, ...withoutOperations(connection.refused)),
    expand: bound.length > 0 || state.connections.length === 1 ? 'expanded' : 'collapsed',
    target,
    children,
  };
}

/** The rows of a loaded list while none of its deployments is open or bound. Redraws and filters of long lists start from them. */
const plainRows = new WeakMap<
  readonly Deployment[],
  { connectionId: string; refused: ReadonlySet<string>; rows: readonly Row[] }
>();

function listedRows(
  deployments: readonly Deployment[],
  connection: ConnectionState,
  bound: readonly BoundState[],
  l10n: Localizer,
): readonly Row[] {
  const { id: connectionId, refused } = connection;
  let known = plainRows.get(deployments);
  if (known?.connectionId !== connectionId || known.refused !== refused) {
    const plain = { ...connection, opened: new Map() };
    const rows = unique(deployments).map((deployment) =>
      cachedRow(deployment, [connectionId, refused], () => deploymentRow(deployment, plain, [], l10n)),
    );
    known = { connectionId, refused, rows };
    plainRows.set(deployments, known);
  }
  const changing = new Set([...connection.opened.keys(), ...bound.map(({ deploymentId }) => deploymentId)]);
  if (changing.size === 0) return known.rows;
  const byId = new Map<string | undefined, Deployment>();
  for (const each of deployments) if (changing.has(String(each.id))) byId.set(String(each.id), each);
  return known.rows.map((row) => {
    const deployment = byId.get(row.target.deploymentId);
    return deployment ? deploymentRow(deployment, connection, bound, l10n) : row;
  });
}

/** A list that changes while its pages are loaded may contain an item twice. */
function unique(deployments: readonly Deployment[]): Deployment[] {
  return [...new Map(deployments.map((deployment) => [String(deployment.id), deployment])).values()];
}

/** Bound deployments that are not in the list: deleted, or not visible for this account. */
function missingRows(
  { items, hasMore, phase }: Loaded<Deployment>,
  bindings: readonly BoundState[],
  target: RowTarget,
  l10n: Localizer,
): Row[] {
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
