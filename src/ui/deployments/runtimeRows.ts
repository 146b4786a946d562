/** Environments, builds and pods of a deployment as rows. Pure. */

import type { BuildStatus, Environment, Pod } from '../../contract/deployments.ts';
import type { Localizer } from '../shell/localizer.ts';
import {
  escapeMarkdown,
  listRows,
  menuContext,
  paragraphs,
  type RowTarget,
  rowId,
  type TreeRow,
} from '../shell/treeRow.ts';
import { buildAppearance } from './buildAppearance.ts';
import type { DeploymentState } from './deploymentsState.ts';

export function environmentRows(target: RowTarget, { environments }: DeploymentState, l10n: Localizer): TreeRow[] {
  return listRows('environments', target, environments, l10n, {
    rows: environments.items.map((environment) => environmentRow(environment, target, l10n)),
    empty: l10n.t('No environments'),
  });
}

/** The REST address of an environment, in whichever form the platform gives its credentials. */
export function restUrl({ api_credentials: credentials }: Environment): string | undefined {
  if (!credentials) return undefined;
  if (Array.isArray(credentials)) return credentials.find(({ type }) => type === 'rest')?.url ?? undefined;
  return credentials.rest?.url ?? undefined;
}

function sqlAddress({ api_credentials: credentials }: Environment): string | undefined {
  if (!credentials) return undefined;
  const sql = Array.isArray(credentials) ? credentials.find(({ type }) => type === 'sql') : credentials.sql;
  if (!sql?.host) return undefined;
  return sql.port ? `${sql.host}:${sql.port}` : sql.host;
}

function environmentRow(environment: Environment, parent: RowTarget, l10n: Localizer): TreeRow {
  const { id, name, type } = environment;
  const url = restUrl(environment);
  const sql = sqlAddress(environment);
  const icons: Record<string, string> = { production: 'globe', staging: 'beaker', development: 'tools' };
  const types: Record<string, string> = {
    production: l10n.t('production'),
    staging: l10n.t('staging'),
    development: l10n.t('development'),
  };
  const typeWords = types[type] ?? type;
  const description = typeWords.toLowerCase() === name.toLowerCase() ? undefined : typeWords;
  return {
    id: `${rowId(parent)}/environment/${id}`,
    kind: 'environment',
    label: name,
    ...(description ? { description } : {}),
    tooltip: paragraphs([
      `**${escapeMarkdown(name)}** · ${escapeMarkdown(typeWords)}`,
      url && `REST: ${escapeMarkdown(url)}`,
      sql && `SQL: ${escapeMarkdown(sql)}`,
    ]),
    icon: icons[type] ?? 'server-environment',
    context: menuContext('environment', url !== undefined && 'url'),
    expand: 'never',
    target: url === undefined ? parent : { ...parent, url },
    children: [],
  };
}

export function runtimeRows(target: RowTarget, state: DeploymentState, l10n: Localizer): TreeRow[] {
  const { builds, deployBranch, devMode, pods } = state;
  const branches = [...new Set([deployBranch, devMode.branchName])].filter((name) => name !== undefined);
  const buildRows = branches.flatMap((name) => {
    const status = builds.get(name);
    return status ? [buildRow(name, name === deployBranch, status, target, l10n)] : [];
  });
  return [
    ...buildRows,
    ...listRows('pods', target, pods, l10n, {
      rows: pods.items.map((pod) => podRow(pod, target, l10n)),
      empty: l10n.t('No running pods'),
    }),
  ];
}

function buildRow(
  branch: string,
  production: boolean,
  status: BuildStatus,
  parent: RowTarget,
  l10n: Localizer,
): TreeRow {
  const look = buildAppearance(status, l10n);
  const tones = {
    good: 'testing.iconPassed',
    bad: 'testing.iconFailed',
    quiet: undefined,
    working: undefined,
  } as const;
  const color = tones[look.tone];
  return {
    id: `${rowId(parent)}/build/${branch}`,
    kind: 'build',
    label: production ? l10n.t('Production') : branch,
    description: look.label,
    tooltip: paragraphs([
      production
        ? l10n.t('Build of the production branch {0}: {1}', escapeMarkdown(branch), look.label)
        : l10n.t('Build of {0}: {1}', escapeMarkdown(branch), look.label),
      look.detail && escapeMarkdown(look.detail),
      status.updatedAt && l10n.t('Since {0}', escapeMarkdown(status.updatedAt)),
    ]),
    icon: look.icon,
    ...(color ? { color } : {}),
    context: menuContext('build', production ? 'production' : 'dev'),
    expand: 'never',
    target: { ...parent, branchName: branch },
    children: [],
  };
}

function podRow(pod: Pod, parent: RowTarget, l10n: Localizer): TreeRow {
  const restarts = pod.restartCount ?? 0;
  const restartWords =
    restarts === 0 ? undefined : restarts === 1 ? l10n.t('1 restart') : l10n.t('{0} restarts', restarts);
  const description = [pod.status ?? undefined, restartWords].filter(Boolean).join(' · ');
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
      restartWords,
    ]),
    icon: ready ? 'vm-running' : 'vm-outline',
    ...(ready ? { color: 'testing.iconPassed' } : {}),
    context: menuContext('pod'),
    expand: 'never',
    target: { ...parent, podName: pod.name },
    children: [],
  };
}
