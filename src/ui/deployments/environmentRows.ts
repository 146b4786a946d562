/** The rows of a deployment's environments. */

import type { Environment } from '../../contract/deployments/deployments.ts';
import { restUrlOf } from '../../platform/restUrl.ts';
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
import type { DeploymentState } from './deploymentsState.ts';

export function environmentRows(target: RowTarget, { environments }: DeploymentState, l10n: Localizer): TreeRow[] {
  return listRows('environments', target, environments, l10n, {
    rows: environments.items.map((environment) => environmentRow(environment, target, l10n)),
    empty: l10n.t('No environments'),
  });
}

function sqlAddress({ api_credentials: credentials }: Environment): string | undefined {
  const sql = Array.isArray(credentials) ? credentials.find(({ type }) => type === 'sql') : credentials?.sql;
  if (!sql?.host) return undefined;
  return sql.port ? `${sql.host}:${sql.port}` : sql.host;
}

function environmentRow(environment: Environment, parent: RowTarget, l10n: Localizer): TreeRow {
  const { id, name, type } = environment;
  const url = restUrlOf(environment);
  const sql = sqlAddress(environment);
  const icons = new Map([
    ['production', 'globe'],
    ['staging', 'beaker'],
    ['development', 'tools'],
  ]);
  const types = new Map([
    ['production', l10n.t('production')],
    ['staging', l10n.t('staging')],
    ['development', l10n.t('development')],
  ]);
  const typeLabel = types.get(type) ?? type;
  const description = typeLabel.toLowerCase() === name.toLowerCase() ? undefined : typeLabel;
  return {
    id: `${rowId(parent)}/environment/${id}`,
    kind: 'environment',
    label: name,
    ...(description ? { description } : {}),
    tooltip: paragraphs([
      `**${escapeMarkdown(name)}** · ${escapeMarkdown(typeLabel)}`,
      url && `REST: ${escapeMarkdown(url)}`,
      sql && `SQL: ${escapeMarkdown(sql)}`,
    ]),
    icon: icons.get(type) ?? 'server-environment',
    context: menuContext('environment', url !== undefined && 'url'),
    expand: 'never',
    target: url === undefined ? parent : { ...parent, url },
    children: [],
  };
}
