/** The rows of the versions that a deployment can run, and which one it runs. */

import type { DeploymentSettings, DeploymentVersion } from '../../contract/deployments/deployments.ts';
import type { Localizer } from '../shell/localizer.ts';
import { escapeMarkdown } from '../shell/outsideText.ts';
import { listRows } from '../tree/listRows.ts';
import { menuContext, paragraphs, type RowTarget, rowId } from '../tree/row.ts';
import type { DeploymentState, DeploymentsRow, ListName } from './deploymentsState.ts';

/** Whether the deployment stays on its version. The type of the hold is not specified. */
export function isHeld(settings: DeploymentSettings | undefined): boolean {
  return Boolean(settings?.releaseChannelVersionHold);
}

/** Description of the group: the version of the deployment, and whether it is held. */
export function describeRelease(settings: DeploymentSettings | undefined, l10n: Localizer): { description?: string } {
  const version = settings?.releaseChannelVersion?.replace(/^.*:v/, '');
  const description = [version, settings?.releaseChannel, isHeld(settings) && l10n.t('held')]
    .filter(Boolean)
    .join(' · ');
  return description ? { description } : {};
}

export function versionRows(target: RowTarget, { versions }: DeploymentState, l10n: Localizer): DeploymentsRow[] {
  return listRows<ListName, RowTarget>({ id: `${rowId(target)}/versions`, target, list: 'versions' }, versions, l10n, {
    rows: versions.items.map((version) => versionRow(version, target, l10n)),
    empty: l10n.t('No versions'),
  });
}

function versionRow(version: DeploymentVersion, parent: RowTarget, l10n: Localizer): DeploymentsRow {
  const { releaseChannelVersion: image, releaseChannel, isLatestInChannel, isCurrent } = version;
  return {
    id: `${rowId(parent)}/version/${image}`,
    kind: 'version',
    label: version.version,
    description: [releaseChannel, isLatestInChannel && l10n.t('newest'), isCurrent && l10n.t('current')]
      .filter(Boolean)
      .join(' · '),
    tooltip: paragraphs([
      escapeMarkdown(image),
      releaseChannel && l10n.t('Channel {0}', escapeMarkdown(releaseChannel)),
      isCurrent && l10n.t('The deployment runs this version.'),
    ]),
    icon: isCurrent ? 'pass-filled' : 'tag',
    ...(isCurrent ? { color: 'testing.iconPassed' } : {}),
    context: menuContext('version', isCurrent ? 'current' : 'other'),
    expand: 'never',
    target: { ...parent, version: image },
    children: [],
  };
}
