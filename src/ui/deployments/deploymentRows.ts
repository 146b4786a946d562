/** The rows of the deployments tree as a pure function of its state. Knows no editor: icons and colours are names. */

import type { Deployment } from '../../contract/deployments.ts';
import type { Loaded } from '../../session/loadable.ts';
import { filterRows } from '../shell/filterRows.ts';
import type { Localizer } from '../shell/localizer.ts';
import {
  escapeMarkdown,
  failureRow,
  listRows,
  menuContext,
  paragraphs,
  type RowTarget,
  rowId,
  type TreeRow,
} from '../shell/treeRow.ts';
import { branchRows } from './branchRows.ts';
import { buildAppearance } from './buildAppearance.ts';
import type { BoundState, ConnectionState, DeploymentState, DeploymentsState } from './deploymentsState.ts';
import { environmentRows, runtimeRows } from './runtimeRows.ts';

/** The whole tree, as far as it is loaded. */
export function deploymentRows(state: DeploymentsState, l10n: Localizer): TreeRow[] {
  const rows = state.connections.map((connection) => connectionRow(connection, state, l10n));
  if (state.filter.trim() !== '') return filterRows(rows, state.filter);
  return [...hintRows(state, l10n), ...rows];
}

/** Asks for a binding only where there is a platform, a folder, and nothing bound yet. */
function hintRows({ connections, bound, unbound }: DeploymentsState, l10n: Localizer): TreeRow[] {
  if (connections.length === 0 || bound.length > 0 || unbound.length === 0) return [];
  const [first] = unbound;
  return [
    {
      id: 'hint/bind',
      kind: 'hint',
      label:
        unbound.length === 1
          ? l10n.t('Bind “{0}” to a deployment…', first!)
          : l10n.t('Bind a workspace folder to a deployment…'),
      tooltip: l10n.t(
        'A bound folder syncs with a dev branch of its deployment. Files that you save are pushed and validated.',
      ),
      icon: 'link',
      context: ';hint;',
      expand: 'never',
      command: 'dataModel.folder.bind',
      target: { connectionId: connections[0]!.id },
      children: [],
    },
  ];
}

function connectionRow(connection: ConnectionState, state: DeploymentsState, l10n: Localizer): TreeRow {
  const { id, label, userName, origin, failure, deployments } = connection;
  const bound = state.bound.filter((binding) => binding.connectionId === id);
  const target: RowTarget = { connectionId: id };
  const icons = { stored: 'cloud', environment: 'plug', emulator: 'device-desktop' } as const;
  const origins = {
    stored: undefined,
    environment: l10n.t('environment'),
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
              ...unique(deployments.items).map((deployment) => deploymentRow(deployment, connection, bound, l10n)),
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
    context: menuContext('connection', 'list', origin),
    expand: bound.length > 0 || state.connections.length === 1 ? 'expanded' : 'collapsed',
    target,
    children,
  };
}

function deploymentRow(
  deployment: Deployment,
  connection: ConnectionState,
  bindings: readonly BoundState[],
  l10n: Localizer,
): TreeRow {
  const deploymentId = String(deployment.id);
  const target: RowTarget = { connectionId: connection.id, deploymentId, deploymentName: deployment.name };
  const mine = bindings.filter((binding) => binding.deploymentId === deploymentId);
  const folders = mine.map(({ folder }) => folder);
  const state = connection.opened.get(deploymentId);
  const status = state?.deployBranch === undefined ? undefined : state.builds.get(state.deployBranch);
  const build = status && buildAppearance(status, l10n);
  const icons = { good: 'pass-filled', bad: 'error', quiet: 'circle-large-outline', working: 'loading~spin' } as const;
  const tones = {
    good: 'testing.iconPassed',
    bad: 'testing.iconFailed',
    quiet: undefined,
    working: undefined,
  } as const;
  const color = build && tones[build.tone];
  const boundTo = folders.length > 0 ? l10n.t('bound to {0}', folders.join(', ')) : undefined;
  const description = [build && build.tone !== 'good' ? build.label : undefined, boundTo].filter(Boolean).join(' · ');
  return {
    id: rowId(target),
    kind: 'deployment',
    label: deployment.name,
    ...(description ? { description } : {}),
    tooltip: paragraphs([
      `**${escapeMarkdown(deployment.name)}**`,
      l10n.t('Deployment {0}', deploymentId),
      build && l10n.t('Production build: {0}', build.label),
      build?.detail && escapeMarkdown(build.detail),
      deployment.deploymentUrl && escapeMarkdown(deployment.deploymentUrl),
      folders.length > 0 && l10n.t('Bound to the folder {0}', escapeMarkdown(folders.join(', '))),
    ]),
    icon: build ? icons[build.tone] : 'server',
    ...(color ? { color } : {}),
    context: menuContext('deployment', folders.length > 0 && 'bound'),
    expand: folders.length > 0 ? 'expanded' : 'collapsed',
    spoken: [deployment.name, build && l10n.t('production build: {0}', build.label), boundTo]
      .filter(Boolean)
      .join(', '),
    target,
    children: deploymentChildren(target, state, mine, l10n),
  };
}

function deploymentChildren(
  target: RowTarget,
  state: DeploymentState | undefined,
  bindings: readonly BoundState[],
  l10n: Localizer,
): TreeRow[] {
  const group = (
    kind: 'branches' | 'environments' | 'runtime',
    label: string,
    icon: string,
    rows: TreeRow[],
  ): TreeRow => ({
    id: `${rowId(target)}/${kind}`,
    kind,
    label,
    icon,
    context: menuContext(kind, 'list', kind === 'runtime' && 'build'),
    expand: bindings.length > 0 && kind === 'branches' ? 'expanded' : 'collapsed',
    target,
    children: rows,
  });
  const followed = bindings.flatMap(({ branch }) => branch ?? []);
  const failed =
    state?.failure === undefined ? [] : [failureRow(`${rowId(target)}/failure`, target, state.failure, l10n)];
  return [
    ...failed,
    group('branches', l10n.t('Branches'), 'git-branch', state ? branchRows(target, state, followed, l10n) : []),
    group('environments', l10n.t('Environments'), 'globe', state ? environmentRows(target, state, l10n) : []),
    group('runtime', l10n.t('Build & pods'), 'pulse', state ? runtimeRows(target, state, l10n) : []),
  ];
}

/** A list that changes while it is paged may name one twice. */
function unique(deployments: readonly Deployment[]): Deployment[] {
  return [...new Map(deployments.map((deployment) => [String(deployment.id), deployment])).values()];
}

/** A folder may be bound to a deployment that is gone, or that this credential cannot see. */
function missingRows(
  { items, hasMore, phase }: Loaded<Deployment>,
  bindings: readonly BoundState[],
  target: RowTarget,
  l10n: Localizer,
): TreeRow[] {
  if (hasMore || phase !== 'ready') return [];
  const seen = new Set(items.map(({ id }) => String(id)));
  return bindings
    .filter(({ deploymentId }) => !seen.has(deploymentId))
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
