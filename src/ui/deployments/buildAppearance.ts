/** The icon and label of a build status, for the tree and the status bar. */

import type { BuildStatus } from '../../contract/deployments/runtime.ts';
import { type Localizer, plainLocalizer } from '../shell/localizer.ts';

export interface BuildAppearance {
  /** Name of a codicon, with `~spin` while the build runs. */
  icon: string;
  label: string;
  tone: 'good' | 'bad' | 'quiet' | 'working';
  /** The explanation of the platform, if it gave one. */
  detail?: string;
}

const inactiveBranch = /bad branch|branch is not active/i;

/** An inactive or unknown branch reports `building` without end. Only the error text shows that it is not built. */
export function buildAppearance(status: BuildStatus, l10n: Localizer): BuildAppearance {
  const detail = status.errorText?.trim();
  const appearance = (icon: string, label: string, tone: BuildAppearance['tone']): BuildAppearance =>
    detail ? { icon, label, tone, detail } : { icon, label, tone };
  if (detail && inactiveBranch.test(detail)) return appearance('circle-outline', l10n.t('not running'), 'quiet');
  switch (status.status) {
    case 'built':
      return appearance('check', l10n.t('built'), 'good');
    case 'dev_mode':
      // The platform compiles a dev branch without a build.
      return appearance('check', l10n.t('ready'), 'good');
    case 'failed':
      return appearance('error', l10n.t('build failed'), 'bad');
    case 'cancelled':
      return appearance('circle-slash', l10n.t('build cancelled'), 'quiet');
    case 'stopped':
      return appearance('debug-stop', l10n.t('stopped'), 'quiet');
    case 'none':
      return appearance('circle-outline', l10n.t('not built'), 'quiet');
    case 'warmup':
      return appearance('loading~spin', l10n.t('warming up'), 'working');
    case 'building':
      return appearance('loading~spin', l10n.t('building'), 'working');
    default:
      return appearance('loading~spin', status.status.replaceAll('_', ' '), 'working');
  }
}

export function isBuildRunning(status: BuildStatus): boolean {
  return buildAppearance(status, plainLocalizer).tone === 'working';
}
