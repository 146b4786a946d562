/** Which logs of a deployment are shown. */

import type { Localizer } from '../shell/localizer.ts';

export interface LogFilter {
  source?: 'production' | 'dev' | undefined;
  container?: string | undefined;
  pod?: string | undefined;
}

export function filterLabel({ source, container, pod }: LogFilter, l10n: Localizer): string {
  const sourceLabel =
    source === 'production' ? l10n.t('production') : source === 'dev' ? l10n.t('dev mode') : l10n.t('all sources');
  return [sourceLabel, container, pod].filter((part) => part !== undefined).join(', ');
}
