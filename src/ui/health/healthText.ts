/** The health page as text, which is also the report to copy. It names the host, but no user, key or token. */

import { UserError } from '../../base/errors.ts';
import { redact } from '../../base/redact.ts';
import type { HealthResult } from '../../session/health/checkHealth.ts';
import type { HealthCheck, HealthState } from '../../session/health/probes.ts';
import { errorText, messageText } from '../shell/errorText.ts';
import type { Localizer } from '../shell/localizer.ts';

export interface HealthPage {
  /** Markdown. */
  text: string;
  /** The 0-based line of each heading. */
  headings: ReadonlyMap<HealthCheck, number>;
}

interface HealthReport {
  platform: string;
  /** When the checks started. */
  time: string;
  /** Versions of the programs. */
  environment: string;
  checks: readonly HealthCheck[];
  results: ReadonlyMap<HealthCheck, HealthResult>;
}

export function healthPage(
  { platform, time, environment, checks, results }: HealthReport,
  l10n: Localizer,
): HealthPage {
  const passed = [...results.values()].filter(({ state }) => state === 'ok').length;
  const summary =
    results.size < checks.length
      ? l10n.t('Checking since {0}: {1} of {2} results.', time, results.size, checks.length)
      : l10n.t('Checked at {0}: {1} of {2} checks passed.', time, passed, checks.length);
  const lines = [`# ${l10n.t('Health of {0}', platform)}`, '', summary, ''];
  const headings = new Map<HealthCheck, number>();
  for (const check of checks) {
    const result = results.get(check);
    headings.set(check, lines.length);
    lines.push(`## ${titleOf(check, l10n)}: ${stateText(result?.state, l10n)}`, '');
    if (result) lines.push(sentenceOf(result, l10n), '');
  }
  lines.push('---', '', environment, '');
  return { text: lines.join('\n'), headings };
}

function sentenceOf({ message }: HealthResult, l10n: Localizer): string {
  const text = message instanceof UserError ? errorText(message, l10n) : messageText(message, l10n);
  return redact(text).replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '…');
}

function titleOf(check: HealthCheck, l10n: Localizer): string {
  const titles: Record<HealthCheck, string> = {
    reachable: l10n.t('Platform'),
    credential: l10n.t('Credential'),
    permissions: l10n.t('Permissions'),
    spec: l10n.t('API document'),
    dataApi: l10n.t('Data API'),
    framing: l10n.t('Pages in the editor'),
    clock: l10n.t('Clock'),
  };
  return titles[check];
}

function stateText(state: HealthState | undefined, l10n: Localizer): string {
  switch (state) {
    case 'ok':
      return `✓ ${l10n.t('OK')}`;
    case 'warning':
      return `⚠ ${l10n.t('warning')}`;
    case 'failed':
      return `✗ ${l10n.t('failed')}`;
    case 'unknown':
      return `○ ${l10n.t('not known')}`;
    default:
      return `… ${l10n.t('checking')}`;
  }
}
