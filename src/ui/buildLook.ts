/** How a build looks in one or two words and an icon. Pure; knows neither the tree nor the status bar. */

import type { BuildStatus } from '../contract/deployments.ts';
import { plainWords, type Translate } from './translate.ts';

export interface BuildLook {
  /** Name of a codicon; `~spin` while something is under way. */
  icon: string;
  words: string;
  tone: 'good' | 'bad' | 'quiet' | 'working';
  /** The platform's own explanation, where it gave one. */
  detail?: string;
}

const inactive = /bad branch|branch is not active/i;

/** Notes, “Deployments, build, logs”: an inactive or unknown branch says `building` for ever, only the error text tells. */
export function buildLook(status: BuildStatus, t: Translate): BuildLook {
  const detail = status.errorText?.trim();
  const look = (icon: string, words: string, tone: BuildLook['tone']): BuildLook =>
    detail ? { icon, words, tone, detail } : { icon, words, tone };
  if (detail && inactive.test(detail)) return look('circle-outline', t('not running'), 'quiet');
  switch (status.status) {
    case 'built':
      return look('check', t('built'), 'good');
    case 'dev_mode':
      // A dev branch compiles by itself: nothing is being built.
      return look('check', t('ready'), 'good');
    case 'failed':
      return look('error', t('build failed'), 'bad');
    case 'cancelled':
      return look('circle-slash', t('build cancelled'), 'quiet');
    case 'stopped':
      return look('debug-stop', t('stopped'), 'quiet');
    case 'none':
      return look('circle-outline', t('not built'), 'quiet');
    case 'warmup':
      return look('loading~spin', t('warming up'), 'working');
    case 'building':
      return look('loading~spin', t('building'), 'working');
    default:
      return look('loading~spin', status.status.replaceAll('_', ' '), 'working');
  }
}

export function isUnderWay(status: BuildStatus): boolean {
  return buildLook(status, plainWords).tone === 'working';
}
