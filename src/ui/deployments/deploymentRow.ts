/** The row of one deployment and the groups below it. */

import type { Deployment } from '../../contract/deployments/deployments.ts';
import type { Localizer } from '../shell/localizer.ts';
import { escapeMarkdown } from '../shell/outsideText.ts';
import { failureRow } from '../tree/listRows.ts';
import { menuContext, paragraphs, type RowTarget, rowId } from '../tree/row.ts';
import { branchRows, deletedRows } from './branchRows.ts';
import { buildAppearance } from './buildAppearance.ts';
import type { BoundState, ConnectionState, DeploymentState, DeploymentsRow, ListName } from './deploymentsState.ts';
import { environmentRows } from './environmentRows.ts';
import { runtimeRows } from './runtimeRows.ts';
import { variableRows } from './variableRows.ts';
import { describeRelease, isHeld, versionRows } from './versionRows.ts';

export function deploymentRow(
  deployment: Deployment,
  connection: ConnectionState,
  bindings: readonly BoundState[],
  l10n: Localizer,
): DeploymentsRow {
  const deploymentId = String(deployment.id);
  const target: RowTarget = { connectionId: connection.id, deploymentId, deploymentName: deployment.name };
  const boundHere = bindings.filter((binding) => binding.deploymentId === deploymentId);
  const folders = boundHere.map(({ folder }) => folder);
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
  // What was last known is not a state that the user can rely on.
  const { isUnreachable } = connection;
  const color = build && !isUnreachable ? tones[build.tone] : undefined;
  const boundTo = folders.length > 0 ? l10n.t('bound to {0}', folders.join(', ')) : undefined;
  const { creationStep } = deployment;
  const unfinished = creationStep && creationStep !== 'ready' ? l10n.t('creation: {0}', creationStep) : undefined;
  const lastKnown = build && l10n.t('last known: {0}', build.label);
  const buildLabel = build && build.tone !== 'good' ? build.label : undefined;
  const description = [unfinished, isUnreachable ? lastKnown : buildLabel, boundTo].filter(Boolean).join(' · ');
  return {
    id: rowId(target),
    kind: 'deployment',
    label: deployment.name,
    ...(description ? { description } : {}),
    tooltip: paragraphs([
      `**${escapeMarkdown(deployment.name)}**`,
      l10n.t('Deployment {0}', deploymentId),
      build && l10n.t('Production build: {0}', build.label),
      isUnreachable && l10n.t('The platform cannot be reached now. This is what was last known.'),
      build?.detail && escapeMarkdown(build.detail),
      deployment.deploymentUrl && escapeMarkdown(deployment.deploymentUrl),
      folders.length > 0 && l10n.t('Bound to the folder {0}', escapeMarkdown(folders.join(', '))),
    ]),
    icon: build && !isUnreachable ? icons[build.tone] : 'server',
    ...(color ? { color } : {}),
    context: menuContext('deployment', folders.length > 0 && 'bound', unfinished !== undefined && 'unfinished'),
    expand: folders.length > 0 ? 'expanded' : 'collapsed',
    accessibleLabel: [
      deployment.name,
      isUnreachable ? lastKnown : build && l10n.t('production build: {0}', build.label),
      boundTo,
    ]
      .filter(Boolean)
      .join(', '),
    target,
    children: deploymentChildren(target, state, boundHere, isUnreachable, l10n),
  };
}

function deploymentChildren(
  target: RowTarget,
  state: DeploymentState | undefined,
  bindings: readonly BoundState[],
  isUnreachable: boolean,
  l10n: Localizer,
): DeploymentsRow[] {
  const group = (
    kind: 'branches' | 'environments' | 'runtime' | 'variables' | 'versions',
    label: string,
    icon: string,
    rows: DeploymentsRow[],
    keywords: readonly string[] = [],
  ): DeploymentsRow => ({
    id: `${rowId(target)}/${kind}`,
    kind,
    label,
    icon,
    context: menuContext(kind, 'list', ...keywords),
    expand: bindings.length > 0 && kind === 'branches' ? 'expanded' : 'collapsed',
    target,
    children: rows,
  });
  const followed = bindings.flatMap(({ branchName, isGone }) => (isGone ? [] : (branchName ?? [])));
  const branches = state ? [...deletedRows(target, bindings, l10n), ...branchRows(target, state, followed, l10n)] : [];
  const failed =
    state?.failure === undefined
      ? []
      : [failureRow<ListName, RowTarget>({ id: rowId(target), target }, state.failure, l10n)];
  return [
    ...failed,
    group('branches', l10n.t('Branches'), 'git-branch', branches),
    group('environments', l10n.t('Environments'), 'globe', state ? environmentRows(target, state, l10n) : []),
    group('runtime', l10n.t('Build & pods'), 'pulse', state ? runtimeRows(target, state, isUnreachable, l10n) : [], [
      'build',
    ]),
    group('variables', l10n.t('Variables'), 'variable-group', state ? variableRows(target, state, l10n) : []),
    {
      ...group('versions', l10n.t('Versions'), 'versions', state ? versionRows(target, state, l10n) : [], [
        isHeld(state?.settings) ? 'held' : 'free',
      ]),
      ...describeRelease(state?.settings, l10n),
    },
  ];
}
