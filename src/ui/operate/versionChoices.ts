/** The versions that a deployment can be moved to. Spec: group A, rules 3 to 5. */

import type { DeploymentVersion } from '../../contract/deployments/deployments.ts';
import type { Localizer } from '../shell/localizer.ts';

/** A channel by itself moves to its newest version; a version is one of the list. */
export type VersionUpdate = { releaseChannel: string } | { releaseChannelVersion: string };

export interface VersionChoice {
  label: string;
  description: string;
  update: VersionUpdate;
  isCurrent: boolean;
}

/** First the channels, then the versions, as they are listed. */
export function versionChoices(versions: readonly DeploymentVersion[], l10n: Localizer): VersionChoice[] {
  const channels = new Set(versions.flatMap(({ releaseChannel }) => releaseChannel || []));
  const ofChannels = [...channels].map((channel) => {
    const head = versions.find((each) => each.releaseChannel === channel && each.isLatestInChannel);
    return {
      label: l10n.t('Newest of {0}', channel),
      description: head?.version ?? '',
      update: { releaseChannel: channel },
      isCurrent: false,
    };
  });
  const listed = versions.map(({ releaseChannelVersion, version, releaseChannel, isLatestInChannel, isCurrent }) => ({
    label: version,
    description: [releaseChannel, isLatestInChannel && l10n.t('newest'), isCurrent && l10n.t('current')]
      .filter(Boolean)
      .join(' · '),
    update: { releaseChannelVersion },
    isCurrent: Boolean(isCurrent),
  }));
  return [...ofChannels, ...listed];
}

/** Why this is not a version in one of the accepted forms; undefined if it is. */
export function versionProblem(text: string, l10n: Localizer): string | undefined {
  if (/^(?:(?:\S+:)?v)?\d[\w.-]*$/.test(text)) return undefined;
  return l10n.t('Write 1.2.3, v1.2.3, or image:v1.2.3.');
}
