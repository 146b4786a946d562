/** The rows of a deployment's environments. */

import type { Environment } from '../../contract/deployments/deployments.ts';
import { restUrlOf, sqlAddressOf } from '../../platform/environmentAddresses.ts';
import type { Localizer } from '../shell/localizer.ts';
import { escapeMarkdown } from '../shell/outsideText.ts';
import { listRows } from '../tree/listRows.ts';
import { menuContext, paragraphs, type RowTarget, rowId } from '../tree/row.ts';
import type { DeploymentState, DeploymentsRow, ListName } from './deploymentsState.ts';

export function environmentRows(
  target: RowTarget,
  { environments }: DeploymentState,
  l10n: Localizer,
): DeploymentsRow[] {
  return listRows<ListName, RowTarget>(
    { id: `${rowId(target)}/environments`, target, list: 'environments' },
    environments,
    l10n,
    {
      rows: environments.items.map((environment) => environmentRow(environment, target, l10n)),
      empty: l10n.t('No environments'),
    },
  );
}

function environmentRow(environment: Environment, parent: RowTarget, l10n: Localizer): DeploymentsRow {
  const { id, name, type } = environment;
  const url = restUrlOf(environment);
  const sql = sqlAddressOf(environment);
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
      sql && `SQL: ${escapeMarkdown(sql.text)}`,
    ]),
    icon: icons.get(type) ?? 'server-environment',
    context: menuContext('environment', url !== undefined && 'url', (url ?? sql) !== undefined && 'address'),
    expand: 'never',
    target: { ...parent, environmentId: String(id), ...(url === undefined ? {} : { url }) },
    children: [],
  };
}
