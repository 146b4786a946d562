/** The rows of a deployment's builds and pods. */

import type { BuildStatus, Pod } from '../../contract/deployments/runtime.ts';
import type { Localizer } from '../shell/localizer.ts';
import { escapeMarkdown } from '../shell/outsideText.ts';
import { listRows } from '../tree/listRows.ts';
import { menuContext, paragraphs, type RowTarget, rowId } from '../tree/row.ts';
import { buildAppearance } from './buildAppearance.ts';
import type { DeploymentState, DeploymentsRow, ListName } from './deploymentsState.ts';

/** @param isLastKnown the platform cannot be reached now */
export function runtimeRows(
  target: RowTarget,
  state: DeploymentState,
  isLastKnown: boolean,
  l10n: Localizer,
): DeploymentsRow[] {
  const { builds, deployBranch, devMode, pods } = state;
  const branches = [...new Set([deployBranch, devMode.branchName])].filter((name) => name !== undefined);
  const buildRows = branches.flatMap((name) => {
    const status = builds.get(name);
    return status ? [buildRow({ branch: name, production: name === deployBranch, status }, target, l10n)] : [];
  });
  const rows = [
    ...buildRows,
    ...listRows<ListName, RowTarget>({ id: `${rowId(target)}/pods`, target, list: 'pods' }, pods, l10n, {
      rows: pods.items.map((pod) => podRow(pod, target, l10n)),
      empty: l10n.t('No running pods'),
    }),
  ];
  return isLastKnown ? rows.map((row) => (row.kind === 'failure' ? row : withoutState(row, l10n))) : rows;
}

function withoutState({ color: _, ...row }: DeploymentsRow, l10n: Localizer): DeploymentsRow {
  const description = row.description ? l10n.t('last known: {0}', row.description) : l10n.t('last known');
  return { ...row, icon: 'circle-outline', description };
}

interface BuildOfBranch {
  branch: string;
  production: boolean;
  status: BuildStatus;
}

function buildRow({ branch, production, status }: BuildOfBranch, parent: RowTarget, l10n: Localizer): DeploymentsRow {
  const build = buildAppearance(status, l10n);
  const tones = {
    good: 'testing.iconPassed',
    bad: 'testing.iconFailed',
    quiet: undefined,
    working: undefined,
  } as const;
  const color = tones[build.tone];
  return {
    id: `${rowId(parent)}/build/${branch}`,
    kind: 'build',
    label: production ? l10n.t('Production') : branch,
    description: build.label,
    tooltip: paragraphs([
      production
        ? l10n.t('Build of the production branch {0}: {1}', escapeMarkdown(branch), build.label)
        : l10n.t('Build of {0}: {1}', escapeMarkdown(branch), build.label),
      build.detail && escapeMarkdown(build.detail),
      status.updatedAt && l10n.t('Since {0}', escapeMarkdown(status.updatedAt)),
    ]),
    icon: build.icon,
    ...(color ? { color } : {}),
    context: menuContext('build', production ? 'production' : 'dev'),
    expand: 'never',
    target: { ...parent, branchName: branch },
    children: [],
  };
}

function podRow(pod: Pod, parent: RowTarget, l10n: Localizer): DeploymentsRow {
  const restarts = pod.restartCount ?? 0;
  const restartLabel =
    restarts === 0 ? undefined : restarts === 1 ? l10n.t('1 restart') : l10n.t('{0} restarts', restarts);
  const description = [pod.status ?? undefined, restartLabel].filter(Boolean).join(' · ');
  const ready = pod.ready === true || (pod.ready == null && pod.status?.toLowerCase() === 'running');
  return {
    id: `${rowId(parent)}/pod/${pod.name}`,
    kind: 'pod',
    label: pod.name,
    ...(description ? { description } : {}),
    tooltip: paragraphs([
      `**${escapeMarkdown(pod.name)}**`,
      pod.type && escapeMarkdown(pod.type),
      pod.containers &&
        pod.containers.length > 0 &&
        l10n.t('Containers: {0}', escapeMarkdown(pod.containers.join(', '))),
      restartLabel,
    ]),
    icon: ready ? 'vm-running' : 'vm-outline',
    ...(ready ? { color: 'testing.iconPassed' } : {}),
    context: menuContext('pod'),
    expand: 'never',
    target: { ...parent, podName: pod.name },
    children: [],
  };
}
