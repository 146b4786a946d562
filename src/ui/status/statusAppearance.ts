/** Text, tooltip and color of the status bar item. */

import { code } from '../../language/markdown.ts';
import type { BuildAppearance } from '../deployments/buildAppearance.ts';
import type { CommandId } from '../manifest/commandTable.ts';
import type { Localizer } from '../shell/localizer.ts';
import { escapeMarkdown, plainLabel } from '../shell/outsideText.ts';
import type { Outage } from './outageMessages.ts';

export interface StatusModel {
  /** Set only if several folders are bound. */
  folder?: string | undefined;
  platform: string;
  deployment: string;
  /** Whether the session of the folder is open. Without a session, the branch is unknown. */
  opened: boolean;
  /** The dev branch that the folder follows; without `sync`, the branch it will follow when its session resumes. */
  branchName?: string | undefined;
  /** The parent branch. */
  parent?: string | undefined;
  sync?: SyncSummary | undefined;
  build?: BuildAppearance | undefined;
  /** Whether a validation is running. */
  validating: boolean;
  problems: { errors: number; warnings: number };
  /** The error of the last push after a save. */
  outage?: Outage | undefined;
  pushOnSave: boolean;
}

export interface SyncSummary {
  phase: 'idle' | 'scanning' | 'pushing' | 'pulling' | 'offline' | 'halted';
  local: number;
  remote: number;
  conflicts: number;
  /** `short` is the text for the status bar. */
  halt?: { kind: string; short: string; message: string; action: string } | undefined;
  /** The time of the last verified push, as text. */
  verified?: string | undefined;
}

export interface StatusAppearance {
  text: string;
  /** Markdown with command links. */
  tooltip: string;
  /** For screen readers. */
  label: string;
  tone: 'plain' | 'warning' | 'error';
}

const separator = ' · ';

export function statusAppearance(model: StatusModel, l10n: Localizer): StatusAppearance {
  const parts = [
    // Problems come first, because the end of a long item is truncated.
    ...alertParts(model, l10n),
    `$(database) ${plainLabel(model.platform)}`,
    plainLabel(model.deployment),
    ...stateParts(model, l10n),
    ...problemParts(model),
    ...(model.folder === undefined ? [] : [plainLabel(model.folder)]),
  ];
  const text = parts.join(separator);
  return { text, tooltip: tooltip(model, l10n), label: label(model, l10n), tone: toneOf(model) };
}

function toneOf({ sync, outage, build }: StatusModel): StatusAppearance['tone'] {
  if (outage !== undefined || sync?.phase === 'offline') return 'error';
  // A pending first sync is no problem.
  const halted = sync?.halt && sync.halt.kind !== 'first-sync';
  if (halted || (sync?.conflicts ?? 0) > 0 || build?.tone === 'bad') return 'warning';
  return 'plain';
}

function alertParts({ sync, outage }: StatusModel, l10n: Localizer): string[] {
  const outageText = outage?.short ?? (sync?.phase === 'offline' ? l10n.t('no connection') : undefined);
  return [
    ...(sync?.halt ? [`$(debug-pause) ${plainLabel(sync.halt.short)}`] : []),
    ...(outageText === undefined ? [] : [`$(debug-disconnect) ${plainLabel(outageText)}`]),
  ];
}

function stateParts(model: StatusModel, l10n: Localizer): string[] {
  const { branchName, opened, sync, build, validating, pushOnSave } = model;
  if (branchName === undefined) return opened ? [`$(circle-slash) ${l10n.t('not in dev mode')}`] : [];
  const parts = [`$(git-branch) ${plainLabel(branchName)}`];
  if (sync) {
    const counts = countParts(sync);
    if (counts.length > 0) parts.push(counts.join(' '));
    if (sync.phase === 'scanning' || sync.phase === 'pushing' || sync.phase === 'pulling') {
      parts.push(`$(sync~spin) ${phaseLabel(sync.phase, l10n)}`);
    }
  }
  if (!pushOnSave) parts.push(`$(circle-slash) ${l10n.t('push on save is off')}`);
  if (validating) parts.push(`$(loading~spin) ${l10n.t('validating')}`);
  else if (build) parts.push(`$(${build.icon}) ${plainLabel(build.label)}`);
  return parts;
}

function countParts({ conflicts, remote, local }: SyncSummary): string[] {
  return [
    ...(conflicts > 0 ? [`$(warning)${conflicts}`] : []),
    ...(remote > 0 ? [`$(arrow-down)${remote}`] : []),
    ...(local > 0 ? [`$(arrow-up)${local}`] : []),
  ];
}

function phaseLabel(phase: 'scanning' | 'pushing' | 'pulling', l10n: Localizer): string {
  return { scanning: () => l10n.t('comparing'), pushing: () => l10n.t('pushing'), pulling: () => l10n.t('pulling') }[
    phase
  ]();
}

/** Only errors, because the warning icon shows conflicts. */
function problemParts({ problems: { errors } }: StatusModel): string[] {
  return errors > 0 ? [`$(error)${errors}`] : [];
}

function label(model: StatusModel, l10n: Localizer): string {
  const { sync } = model;
  return [
    l10n.t('Data model: {0}, deployment {1}', model.platform, model.deployment),
    model.branchName !== undefined
      ? l10n.t('branch {0}', model.branchName)
      : model.opened
        ? l10n.t('not in dev mode, saved files are not pushed')
        : undefined,
    sync?.halt?.message,
    sync && sync.conflicts > 0 ? l10n.t('conflicts: {0}', sync.conflicts) : undefined,
    sync && sync.remote > 0 ? l10n.t('to pull: {0}', sync.remote) : undefined,
    sync && sync.local > 0 ? l10n.t('to push: {0}', sync.local) : undefined,
    model.outage?.message,
    model.validating ? l10n.t('validating') : model.build?.label,
    model.problems.errors > 0 ? l10n.t('errors: {0}', model.problems.errors) : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

function tooltip(model: StatusModel, l10n: Localizer): string {
  const { opened, branchName, parent, sync, build, outage, problems } = model;
  const lines: (string | undefined)[] = [
    `**${escapeMarkdown(model.platform)}** · ${l10n.t('deployment')} ${escapeMarkdown(model.deployment)}`,
    branchName === undefined && !opened
      ? l10n.t('Open a data model file to start.')
      : branchName === undefined
        ? l10n.t(
            'No branch is open in dev mode, so files that you save are not pushed. {0}',
            link('dataModel.branch.openDevMode', l10n.t('Open Branch in Dev Mode')),
          )
        : parent === undefined
          ? l10n.t('Dev branch {0}', code(branchName))
          : l10n.t('Dev branch {0}, forked from {1}', code(branchName), code(parent)),
  ];
  if (sync?.halt) {
    const { kind, message, action } = sync.halt;
    lines.push(`$(debug-pause) ${escapeMarkdown(message)} ${escapeMarkdown(action)}`);
    if (kind === 'session-moved') lines.push(l10n.t('Sync is paused until you reopen the branch in dev mode.'));
  }
  if (outage !== undefined) lines.push(`$(debug-disconnect) ${escapeMarkdown(outage.message)}`);
  else if (sync?.phase === 'offline')
    lines.push(`$(debug-disconnect) ${l10n.t('The platform cannot be reached. Waiting changes are pushed later.')}`);
  if (branchName !== undefined && sync) {
    lines.push(
      sync.conflicts > 0
        ? link(
            'dataModel.sync.review',
            sync.conflicts === 1 ? l10n.t('Resolve 1 conflict') : l10n.t('Resolve {0} conflicts', sync.conflicts),
          )
        : undefined,
      sync.remote > 0 ? link('dataModel.sync.pull', l10n.t('Bring from the branch: {0}', sync.remote)) : undefined,
      sync.local > 0 ? link('dataModel.sync.push', l10n.t('Send to the branch: {0}', sync.local)) : undefined,
      sync.conflicts + sync.remote + sync.local === 0 && !sync.halt && sync.phase === 'idle'
        ? l10n.t('Folder and branch are in sync.')
        : undefined,
      sync.verified === undefined ? undefined : l10n.t('Last verified at {0}.', sync.verified),
      model.pushOnSave ? undefined : l10n.t('Push on save is off. Files that you save are not pushed.'),
    );
  }
  if (build)
    lines.push(
      `$(${build.icon}) ${escapeMarkdown(build.label)}${build.detail ? `: ${escapeMarkdown(build.detail)}` : ''}`,
    );
  if (problems.errors + problems.warnings > 0) {
    lines.push(`${l10n.t('Problems')}: $(error) ${problems.errors} $(warning) ${problems.warnings}`);
  }
  return lines.filter((line) => line !== undefined).join('\n\n');
}

/** The commands that the tooltip links to. */
export const linkedCommands = [
  'dataModel.branch.openDevMode',
  'dataModel.sync.pull',
  'dataModel.sync.push',
  'dataModel.sync.review',
] as const satisfies CommandId[];

function link(command: (typeof linkedCommands)[number], label: string): string {
  return `[${label}](command:${command})`;
}
