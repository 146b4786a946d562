/** How a build looks in one or two words and an icon. Pure; knows neither the tree nor the status bar. */

import type { BuildStatus } from '../../contract/deployments.ts';
import { type Localizer, plainLocalizer } from '../shell/localizer.ts';

export interface BuildAppearance {
  /** Name of a codicon; `~spin` while something is under way. */
  icon: string;
  label: string;
  tone: 'good' | 'bad' | 'quiet' | 'working';
  /** The platform's own explanation, where it gave one. */
  detail?: string;
}

const inactive = /bad branch|branch is not active/i;

/** Notes, “Deployments, build, logs”: an inactive or unknown branch says `building` for ever, only the error text tells. */
export function buildAppearance(status: BuildStatus, l10n: Localizer): BuildAppearance {
  const detail = status.errorText?.trim();
  const look = (icon: string, words: string, tone: BuildAppearance['tone']): BuildAppearance =>
    detail ? { icon, label: words, tone, detail } : { icon, label: words, tone };
  if (detail && inactive.test(detail)) return look('circle-outline', l10n.t('not running'), 'quiet');
  switch (status.status) {
    case 'built':
      return look('check', l10n.t('built'), 'good');
    case 'dev_mode':
      // A dev branch compiles by itself: nothing is being built.
      return look('check', l10n.t('ready'), 'good');
    case 'failed':
      return look('error', l10n.t('build failed'), 'bad');
    case 'cancelled':
      return look('circle-slash', l10n.t('build cancelled'), 'quiet');
    case 'stopped':
      return look('debug-stop', l10n.t('stopped'), 'quiet');
    case 'none':
      return look('circle-outline', l10n.t('not built'), 'quiet');
    case 'warmup':
      return look('loading~spin', l10n.t('warming up'), 'working');
    case 'building':
      return look('loading~spin', l10n.t('building'), 'working');
    default:
      return look('loading~spin', status.status.replaceAll('_', ' '), 'working');
  }
}

export function isBuildRunning(status: BuildStatus): boolean {
  return buildAppearance(status, plainLocalizer).tone === 'working';
}
