/** The rows of the dbt Syncs view. */

import type { DbtSyncRun } from '../../contract/dataModel/syncSchemas.ts';
import type { DbtSyncsState, LiveSync } from '../../session/dbt/dbtSyncs.ts';
import type { AcceptEntry } from '../../session/dbt/generatedFiles.ts';
import { errorText, messageText } from '../shell/errorText.ts';
import type { Localizer } from '../shell/localizer.ts';
import { escapeMarkdown } from '../shell/outsideText.ts';
import { failureRow, listRows } from '../tree/listRows.ts';
import { menuContext, paragraphs, type Row, type RowTarget } from '../tree/row.ts';
import { durationLabel, phaseLabel, sourceLabel, statusLabel, triggerLabel } from './syncTexts.ts';

export interface SyncTarget extends RowTarget {
  deploymentId: string;
  syncJobId?: string;
  /** Path of a generated file. */
  file?: string;
}

export type SyncRow = Row<undefined, SyncTarget>;

/** The generated files of a sync, compared with the bound folder. */
export type ComparedFiles = { entries: readonly AcceptEntry[] } | { failure: unknown };

export interface SyncedDeployment {
  target: SyncTarget;
  /** Undefined until the connection is open. */
  syncs: DbtSyncsState | undefined;
  /** Why it is not open. */
  failure?: unknown;
  /** Whether a workspace folder is bound to it. */
  bound: boolean;
  files: ReadonlyMap<string, ComparedFiles>;
}

export interface RowTexts {
  l10n: Localizer;
  /** Formats a time stamp. */
  time: (stamp: string) => string;
}

export function deploymentName({ deploymentName: name, deploymentId }: SyncTarget, l10n: Localizer): string {
  return name ?? l10n.t('Deployment {0}', deploymentId);
}

/** A single deployment has no row; its syncs are the top level. */
export function syncRows(deployments: readonly SyncedDeployment[], texts: RowTexts): SyncRow[] {
  if (deployments.length === 1) return rowsOf(deployments[0]!, texts);
  return deployments.map((deployment) => ({
    id: idOf(deployment.target),
    kind: 'deployment',
    label: deploymentName(deployment.target, texts.l10n),
    icon: 'server',
    context: ';deployment;',
    expand: 'expanded',
    target: deployment.target,
    children: rowsOf(deployment, texts),
  }));
}

function rowsOf(deployment: SyncedDeployment, texts: RowTexts): SyncRow[] {
  const { target, syncs, failure } = deployment;
  const { l10n } = texts;
  if (failure !== undefined) return [failureRow({ id: idOf(target), target, list: undefined }, failure, l10n)];
  if (!syncs) return [];
  const rows = syncs.runs.items.map((run) => runRow(run, deployment, syncs.live.get(run.syncJobId), texts));
  const { status, trigger } = syncs.filter;
  const empty = status || trigger ? l10n.t('No matching syncs') : l10n.t('No syncs yet');
  return listRows({ id: idOf(target), target, list: undefined }, syncs.runs, l10n, { rows, empty });
}

const icons: Readonly<Record<string, readonly [icon: string, color?: string]>> = {
  RUNNING: ['loading~spin'],
  COMPLETED: ['pass', 'testing.iconPassed'],
  FAILED: ['error', 'testing.iconFailed'],
  CANCELLED: ['circle-slash'],
};

/** The result of the last poll is newer than the history. */
function statusOf(run: DbtSyncRun, live: LiveSync | undefined): string {
  if (run.status !== 'RUNNING' || !live?.ended || !live.status) return run.status;
  return live.status.status === 'COMPLETED' ? 'COMPLETED' : 'FAILED';
}

function runRow(
  run: DbtSyncRun,
  deployment: SyncedDeployment,
  live: LiveSync | undefined,
  { l10n, time }: RowTexts,
): SyncRow {
  const status = statusOf(run, live);
  const target: SyncTarget = { ...deployment.target, syncJobId: run.syncJobId };
  const [icon, color] = icons[status] ?? ['question'];
  const isRunning = status === 'RUNNING';
  const holdsFiles = status === 'COMPLETED' && run.output === 'files';
  const branch = status === 'COMPLETED' && run.branchName ? run.branchName : undefined;
  const started = run.startedAt ? time(run.startedAt) : undefined;
  const took = run.durationMs == null ? undefined : durationLabel(run.durationMs, l10n);
  const reason = run.errorMessage ?? live?.status?.error ?? undefined;
  const failedIn = run.failedPhase ? l10n.t('failed in {0}', phaseLabel(run.failedPhase, l10n)) : undefined;
  const state = isRunning
    ? progressText(live, l10n)
    : status === 'COMPLETED'
      ? undefined
      : (failedIn ?? statusLabel(status, l10n).toLowerCase());
  const description = [state, took, started].filter(Boolean).join(' · ');
  const label = sourceLabel(run, l10n);
  const { models, dbtVersion, manifestGeneratedAt } = run.stats ?? {};
  return {
    id: idOf(target),
    kind: 'sync',
    label,
    description,
    tooltip: paragraphs([
      `**${escapeMarkdown(label)}** ${statusLabel(status, l10n)}`,
      reason && escapeMarkdown(reason),
      live?.failure !== undefined && escapeMarkdown(errorText(live.failure, l10n)),
      isRunning && live?.status?.progress?.message && escapeMarkdown(live.status.progress.message),
      started && l10n.t('Started {0}', escapeMarkdown(started)),
      run.trigger && l10n.t('Trigger: {0}', escapeMarkdown(triggerLabel(run.trigger, l10n))),
      run.triggeredBy?.email && l10n.t('By {0}', escapeMarkdown(run.triggeredBy.email)),
      models != null && l10n.t('Models in the manifest: {0}', models),
      dbtVersion && l10n.t('dbt version: {0}', escapeMarkdown(dbtVersion)),
      manifestGeneratedAt && l10n.t('Manifest of {0}', escapeMarkdown(time(manifestGeneratedAt))),
    ]),
    icon,
    ...(color && { color }),
    context: menuContext(
      'sync',
      isRunning && 'running',
      status === 'COMPLETED' && 'completed',
      holdsFiles && 'files',
      deployment.bound && 'bound',
    ),
    expand: 'collapsed',
    accessibleLabel: [label, statusLabel(status, l10n), description].filter(Boolean).join(', '),
    target,
    children: [
      ...(holdsFiles ? [filesRow(target, deployment, l10n)] : []),
      ...(branch === undefined ? [] : [branchRow({ ...target, branchName: branch }, l10n)]),
      ...(run.phases ?? []).map((phase, index) => phaseRow(target, phase, index, l10n)),
    ],
  };
}

function progressText(live: LiveSync | undefined, l10n: Localizer): string {
  if (live?.failure !== undefined) return l10n.t('no connection, trying again');
  const { stage, percentComplete } = live?.status?.progress ?? {};
  const phase = stage ? phaseLabel(stage, l10n) : l10n.t('Starting');
  return percentComplete == null ? phase : l10n.t('{0} {1}%', phase, Math.round(percentComplete));
}

function phaseRow(
  target: SyncTarget,
  { phase, durationMs, outcome }: NonNullable<DbtSyncRun['phases']>[number],
  index: number,
  l10n: Localizer,
): SyncRow {
  const status = outcome?.toUpperCase() ?? '';
  const [icon, color] = icons[status] ?? ['circle-outline'];
  return {
    id: `${idOf(target)}/phase/${index}`,
    kind: 'phase',
    label: phaseLabel(phase, l10n),
    ...(durationMs != null && { description: durationLabel(durationMs, l10n) }),
    icon,
    ...(color && { color }),
    context: ';phase;',
    expand: 'never',
    target,
    children: [],
  };
}

function branchRow(target: SyncTarget, l10n: Localizer): SyncRow {
  return {
    id: `${idOf(target)}/branch`,
    kind: 'branch',
    label: target.branchName!,
    description: l10n.t('new branch'),
    icon: 'git-branch',
    context: ';branch;',
    expand: 'never',
    target,
    children: [],
  };
}

function filesRow(target: SyncTarget, { files, bound }: SyncedDeployment, l10n: Localizer): SyncRow {
  const compared = files.get(target.syncJobId!);
  const entries = compared && 'entries' in compared ? compared.entries : undefined;
  const open = entries?.filter(({ state }) => state === 'new' || state === 'changed').length;
  return {
    id: `${idOf(target)}/files`,
    kind: 'files',
    label: l10n.t('Generated Files'),
    ...(open !== undefined && { description: open === 0 ? l10n.t('all accepted') : l10n.t('{0} to accept', open) }),
    icon: 'files',
    context: menuContext('files', bound && open !== 0 && 'bound'),
    expand: 'collapsed',
    target,
    children: !compared
      ? []
      : 'failure' in compared
        ? [failureRow({ id: `${idOf(target)}/files`, target, list: undefined }, compared.failure, l10n)]
        : compared.entries.map((entry) => fileRow(target, entry, bound, l10n)),
  };
}

function fileRow(parent: SyncTarget, entry: AcceptEntry, bound: boolean, l10n: Localizer): SyncRow {
  const { path, state, edited, reason } = entry;
  const target = { ...parent, file: path };
  const states = {
    new: l10n.t('new'),
    changed: edited ? l10n.t('replaces local edits') : l10n.t('changed'),
    unchanged: l10n.t('accepted'),
    refused: l10n.t('refused'),
  };
  const looks = {
    new: ['diff-added', 'gitDecoration.addedResourceForeground'],
    changed: ['diff-modified', 'gitDecoration.modifiedResourceForeground'],
    unchanged: ['check', undefined],
    refused: ['circle-slash', undefined],
  } as const;
  const [icon, color] = looks[state];
  const name = path.slice(path.lastIndexOf('/') + 1);
  const folder = path.slice(0, Math.max(0, path.length - name.length - 1));
  return {
    id: `${idOf(target)}/file/${path}`,
    kind: 'file',
    label: name,
    description: [states[state], folder].filter(Boolean).join(' · '),
    tooltip: paragraphs([escapeMarkdown(path), reason && escapeMarkdown(messageText(reason, l10n))]),
    icon,
    ...(color && { color }),
    context: menuContext('file', bound && (state === 'new' || state === 'changed') && 'acceptable'),
    expand: 'never',
    command: 'dataModel.dbt.review',
    target,
    children: [],
  };
}

function idOf({ connectionId, deploymentId, syncJobId }: SyncTarget): string {
  return [connectionId, deploymentId, syncJobId].filter((part) => part !== undefined).join('/');
}
