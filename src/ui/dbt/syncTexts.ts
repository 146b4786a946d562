/** Names of sources, states, phases and durations of dbt syncs, and their log. */

import type { dbtSyncOperations } from '../../contract/dataModel/dbtSyncs.ts';
import type { DbtSyncRun } from '../../contract/dataModel/syncSchemas.ts';
import type { ItemOf } from '../../contract/definition/operation.ts';
import type { DbtSyncResult } from '../../session/dbt/syncResult.ts';
import { plainText } from '../logs/logText.ts';
import type { Localizer } from '../shell/localizer.ts';

/** A phase that this version does not know keeps its own name. */
export function phaseLabel(phase: string, l10n: Localizer): string {
  switch (phase) {
    case 'INITIALIZING':
      return l10n.t('Initializing');
    case 'CREATING_SANDBOX':
      return l10n.t('Creating sandbox');
    case 'UPLOADING_PROJECT':
      return l10n.t('Uploading project');
    case 'INSTALLING_DEPENDENCIES':
      return l10n.t('Installing dependencies');
    case 'RUNNING_DBT_DEPS':
      return l10n.t('Running dbt deps');
    case 'COMPILING_DBT':
      return l10n.t('Compiling dbt project');
    case 'PROCESSING_MANIFEST':
      return l10n.t('Processing manifest');
    case 'WRITING_CUBE_FILES':
      return l10n.t('Writing cube files');
    case 'FINALIZING':
      return l10n.t('Finalizing');
    default:
      return sentenceCase(phase);
  }
}

export function statusLabel(status: string, l10n: Localizer): string {
  switch (status) {
    case 'RUNNING':
      return l10n.t('Running');
    case 'COMPLETED':
      return l10n.t('Completed');
    case 'FAILED':
      return l10n.t('Failed');
    case 'CANCELLED':
      return l10n.t('Cancelled');
    case 'UNKNOWN':
      return l10n.t('Unknown');
    default:
      return sentenceCase(status);
  }
}

export function triggerLabel(trigger: string, l10n: Localizer): string {
  switch (trigger) {
    case 'manual':
      return l10n.t('Manual');
    case 'api':
      return l10n.t('API');
    case 'webhook':
      return l10n.t('Webhook');
    case 'agent':
      return l10n.t('Agent');
    case 'unknown':
      return l10n.t('Unknown');
    default:
      return sentenceCase(trigger);
  }
}

export function sourceLabel({ source, dbtRef }: Pick<DbtSyncRun, 'source' | 'dbtRef'>, l10n: Localizer): string {
  if (source === 'manifest') return l10n.t('Manifest');
  return dbtRef ? l10n.t('Repository at {0}', dbtRef) : l10n.t('Repository');
}

export function durationLabel(ms: number, l10n: Localizer): string {
  if (ms < 1_000) return l10n.t('{0} ms', Math.round(ms));
  const seconds = ms / 1_000;
  if (seconds < 59.95) return l10n.t('{0} s', seconds.toFixed(1));
  const whole = Math.round(seconds);
  return l10n.t('{0} min {1} s', Math.floor(whole / 60), whole % 60);
}

function sentenceCase(name: string): string {
  const words = name.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export type DbtLogEntry = ItemOf<typeof dbtSyncOperations.listDbtSyncLogs>;

/** The log of a sync as plain text, one section for each phase. */
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

/** What a sync generated, as plain text. */
export function syncResultText(
  title: string,
  { generatedFiles, cubeCount, manifestStats, completedAt, durationMs }: DbtSyncResult,
  l10n: Localizer,
  time: (stamp: string) => string,
): string {
  const { models, sources, macros } = manifestStats ?? {};
  const files = generatedFiles ?? [];
  const facts = [
    completedAt && l10n.t('Completed: {0}', time(completedAt)),
    durationMs != null && l10n.t('Duration: {0}', durationLabel(durationMs, l10n)),
    cubeCount != null && l10n.t('Cubes: {0}', cubeCount),
    models != null && l10n.t('Models in the manifest: {0}', models),
    sources != null && l10n.t('Sources in the manifest: {0}', sources),
    macros != null && l10n.t('Macros in the manifest: {0}', macros),
    l10n.t('Generated files: {0}', files.length),
  ];
  const paths = files.map(({ path }) => `    ${path}`);
  const lines = [...facts.flatMap((fact) => fact || []), ...paths].map((line) => plainText(line).replaceAll('\n', ' '));
  return [`# ${title}`, '', ...lines, ''].join('\n');
}
