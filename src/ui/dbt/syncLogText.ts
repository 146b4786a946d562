/** The log of a dbt sync as plain text, one section for each phase. */

import type { dbtSyncOperations } from '../../contract/dataModel/dbtSyncs.ts';
import type { ItemOf } from '../../contract/definition/operation.ts';
import { plainText } from '../logs/logText.ts';
import type { Localizer } from '../shell/localizer.ts';
import { durationLabel, phaseLabel } from './syncTexts.ts';

export type DbtLogEntry = ItemOf<typeof dbtSyncOperations.listDbtSyncLogs>;

export function syncLogText(title: string, entries: readonly DbtLogEntry[], l10n: Localizer): string {
  const lines = [`# ${title}`];
  let current: string | undefined;
  for (const entry of entries) {
    const phase = entry.phase ?? undefined;
    if (phase !== undefined && phase !== current) {
      const took = entry.durationMs == null ? undefined : durationLabel(entry.durationMs, l10n);
      lines.push('', `# ${[phaseLabel(phase, l10n), took].filter(Boolean).join(' · ')}`);
      current = phase;
    }
    const [first = '', ...rest] = plainText(entry.message).trimEnd().split('\n');
    const level = (entry.level ?? 'info').toUpperCase();
    lines.push([entry.timestamp, level.padEnd(5), first].join(' '), ...rest.map((line) => `    ${line}`));
  }
  if (entries.length === 0) lines.push('', l10n.t('No log lines.'));
  return `${lines.join('\n')}\n`;
}
