/** The texts of the health page, and its report to copy. They name the host, but no user, key or token. */

import { UserError } from '../../base/errors.ts';
import { redact } from '../../base/redact.ts';
import type { HealthContent, HealthRow, HealthSubject } from '../../contract/messages/healthChannel.ts';
import { type HealthResult, healthChecks } from '../../session/health/checkHealth.ts';
import type { HealthCheck } from '../../session/health/probes.ts';
import { errorText, foldedError, messageText } from '../shell/errorText.ts';
import type { Localizer } from '../shell/localizer.ts';
import { healthAction } from './healthActions.ts';

export interface HealthReport {
  platform: string;
  /** When the checks started. */
  time: string;
  /** Versions of the programs. */
  environment: string;
  results: ReadonlyMap<HealthCheck, HealthResult>;
}

/** The page while the platform is connected. */
export function healthContent(report: HealthReport, subject: HealthSubject, l10n: Localizer): HealthContent {
  const { platform, environment, results } = report;
  return {
    subject,
    title: healthTitle(platform, l10n),
    summary: summaryOf(report, l10n),
    isRunning: results.size < healthChecks.length,
    rows: healthChecks.map((check) => rowOf(check, results.get(check), subject, l10n)),
    environment,
    commands: pageCommands(l10n),
  };
}

/** The page for a platform to which the user is not connected. */
export function unconnectedContent(subject: HealthSubject, l10n: Localizer): HealthContent {
  return {
    subject,
    title: healthTitle(subject.connectionId, l10n),
    summary: l10n.t('Not connected to “{0}”.', subject.connectionId),
    isRunning: false,
    rows: [],
    environment: '',
    commands: pageCommands(l10n),
  };
}

/** In Markdown. */
export function reportText(
  { title, summary, rows, environment }: HealthContent,
  { results }: HealthReport,
  l10n: Localizer,
): string {
  const lines = [`# ${title}`, '', summary, ''];
  for (const { id, title, state, stateLabel } of rows) {
    const result = results.get(id as HealthCheck);
    lines.push(`## ${title}: ${marks[state]} ${stateLabel}`, '');
    if (result) lines.push(sentenceOf(result, l10n), '');
  }
  return [...lines, '---', '', environment, ''].join('\n');
}

const marks: Record<HealthRow['state'], string> = { running: '…', ok: '✓', warning: '⚠', failed: '✗', unknown: '○' };

function healthTitle(platform: string, l10n: Localizer): string {
  return l10n.t('Health of {0}', platform);
}

function pageCommands(l10n: Localizer): HealthContent['commands'] {
  return { run: l10n.t('Run Again'), copy: l10n.t('Copy Report'), details: l10n.t('Details') };
}

function summaryOf({ time, results }: HealthReport, l10n: Localizer): string {
  if (results.size < healthChecks.length) {
    return l10n.t('Checking since {0}: {1} of {2} results.', time, results.size, healthChecks.length);
  }
  const passed = [...results.values()].filter(({ state }) => state === 'ok').length;
  return l10n.t('Checked at {0}: {1} of {2} checks passed.', time, passed, healthChecks.length);
}

function rowOf(
  check: HealthCheck,
  result: HealthResult | undefined,
  subject: HealthSubject,
  l10n: Localizer,
): HealthRow {
  const { text, details } = result ? foldedSentence(result, l10n) : { text: null, details: null };
  return {
    id: check,
    title: titleOf(check, l10n),
    state: result?.state ?? 'running',
    stateLabel: stateText(result, l10n),
    text,
    details,
    action: healthAction(check, result, subject, l10n)?.title ?? null,
  };
}

function foldedSentence({ message }: HealthResult, l10n: Localizer): Pick<HealthRow, 'text' | 'details'> {
  const failure = message instanceof UserError ? message : new UserError(messageText(message, l10n));
  const { text, details } = foldedError(failure, l10n);
  return { text: withoutSecrets(text), details: details === undefined ? null : withoutSecrets(details) };
}

function sentenceOf({ message }: HealthResult, l10n: Localizer): string {
  return withoutSecrets(message instanceof UserError ? errorText(message, l10n) : messageText(message, l10n));
}

/** Also leaves out the addresses of users. */
function withoutSecrets(text: string): string {
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

function stateText(result: HealthResult | undefined, l10n: Localizer): string {
  switch (result?.state) {
    case 'ok':
      return l10n.t('OK');
    case 'warning':
      return l10n.t('warning');
    case 'failed':
      return l10n.t('failed');
    case 'unknown':
      return result.message instanceof UserError ? l10n.t('not checked') : l10n.t('not known');
    default:
      return l10n.t('running');
  }
}
