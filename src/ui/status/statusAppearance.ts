/** Text, tooltip and color of the status bar item. */

import { code } from '../../language/protocol/markdown.ts';
import type { SaveStep } from '../../session/savedChanges.ts';
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
  /** Connects to the platform that the folder is bound to; undefined while there is a connection. */
  connect?: 'dataModel.connection.add' | 'dataModel.emulator.start' | undefined;
  /** Whether the session of the folder is open. Without a session, the branch is unknown. */
  opened: boolean;
  /** The dev branch that the folder follows; without `sync`, the branch it will follow when its session resumes. */
  branchName?: string | undefined;
  /** The parent branch. */
  parent?: string | undefined;
  sync?: SyncSummary | undefined;
  build?: BuildAppearance | undefined;
  step: SaveStep;
  problems: { errors: number; warnings: number };
  /** Why the last push, validation or comparison failed. */
  outage?: Outage | undefined;
  pushOnSave: boolean;
}

export interface SyncSummary {
  phase: 'idle' | 'scanning' | 'pushing' | 'pulling' | 'offline' | 'halted';
  local: number;
  remote: number;
  conflicts: number;
  /** Whether the counts are those of a comparison that succeeded. */
  compared: boolean;
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

function toneOf({ connect, step, sync, outage, build }: StatusModel): StatusAppearance['tone'] {
  if (connect) return 'plain';
  if (step === 'branch gone') return 'warning';
  if (outage !== undefined || sync?.phase === 'offline') return 'error';
  // A pending first sync is not a problem.
  const halted = sync?.halt && sync.halt.kind !== 'first-sync';
  if (halted || (sync?.conflicts ?? 0) > 0 || build?.tone === 'bad') return 'warning';
  return 'plain';
}

function alertParts({ connect, step, sync, outage }: StatusModel, l10n: Localizer): string[] {
  if (connect) return [`$(plug) ${l10n.t('not connected')}`];
  if (step === 'branch gone') return [`$(warning) ${l10n.t('the branch was deleted')}`];
  const outageText = outage?.short ?? (sync?.phase === 'offline' ? l10n.t('no connection') : undefined);
  return [
    ...(sync?.halt ? [`$(debug-pause) ${plainLabel(sync.halt.short)}`] : []),
    ...(outageText === undefined ? [] : [`$(debug-disconnect) ${plainLabel(outageText)}`]),
  ];
}

function stateParts(model: StatusModel, l10n: Localizer): string[] {
  const { connect, branchName, opened, step, sync, build, pushOnSave } = model;
  if (connect) return [];
  if (branchName === undefined) return opened ? [`$(circle-slash) ${l10n.t('not in dev mode')}`] : [];
  const parts = [`$(git-branch) ${plainLabel(branchName)}`];
  // Counts and builds are those of the time before it was deleted.
  if (step === 'branch gone') return parts;
  if (sync) {
    const counts = countParts(sync);
    if (counts.length > 0) parts.push(counts.join(' '));
    if (sync.phase === 'scanning' || sync.phase === 'pushing' || sync.phase === 'pulling') {
      parts.push(`$(sync~spin) ${phaseLabel(sync.phase, l10n)}`);
    }
  }
  if (!pushOnSave) parts.push(`$(circle-slash) ${l10n.t('push on save is off')}`);
  if (step === 'validating') parts.push(`$(loading~spin) ${l10n.t('validating')}`);
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
  const { connect, step, sync } = model;
  const start = [
    l10n.t('Data model: {0}, deployment {1}', model.platform, model.deployment),
    connect
      ? l10n.t('not connected')
      : model.branchName !== undefined
        ? l10n.t('branch {0}', model.branchName)
        : model.opened
          ? l10n.t('not in dev mode, saved files are not pushed')
          : undefined,
  ];
  const errors = model.problems.errors > 0 ? l10n.t('errors: {0}', model.problems.errors) : undefined;
  const states = [
    sync?.halt?.message,
    sync && sync.conflicts > 0 ? l10n.t('conflicts: {0}', sync.conflicts) : undefined,
    sync && sync.remote > 0 ? l10n.t('to pull: {0}', sync.remote) : undefined,
    sync && sync.local > 0 ? l10n.t('to push: {0}', sync.local) : undefined,
    model.outage?.message,
    step === 'validating' ? l10n.t('validating') : model.build?.label,
  ];
  const shown = step === 'branch gone' ? [l10n.t('the branch was deleted')] : states;
  return [...start, ...shown, errors].filter((part) => part !== undefined).join(', ');
}

function tooltip(model: StatusModel, l10n: Localizer): string {
  const { connect, opened, branchName, parent, step, sync, build, outage, problems } = model;
  const counts =
    problems.errors + problems.warnings > 0
      ? `${l10n.t('Problems')}: $(error) ${problems.errors} $(warning) ${problems.warnings}`
      : undefined;
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
  if (connect) {
    const what = l10n.t('This folder is bound to {0}, to which you are not connected.', escapeMarkdown(model.platform));
    return [lines[0], `${what} ${link(connect, l10n.t('Connect…'))}`, counts]
      .filter((line) => line !== undefined)
      .join('\n\n');
  }
  if (step === 'branch gone') {
    lines.push(
      `$(warning) ${l10n.t('The branch was deleted. The files in this folder stay as they are, and files that you save are not pushed.')}`,
      [
        link('dataModel.branch.openDevMode', l10n.t('Open Another Branch…')),
        link('dataModel.branch.createAgain', l10n.t('Create It Again from This Folder')),
      ].join(' · '),
      counts,
    );
    return lines.filter((line) => line !== undefined).join('\n\n');
  }
  if (sync?.halt) {
    const { kind, message, action } = sync.halt;
    lines.push(`$(debug-pause) ${escapeMarkdown(message)} ${escapeMarkdown(action)}`);
    if (kind === 'session-moved') lines.push(l10n.t('Sync is paused until you reopen the branch in dev mode.'));
  }
  if (outage !== undefined) {
    const signIn = outage.needsSignIn ? ` ${link('dataModel.connection.signInAgain', l10n.t('Sign In Again…'))}` : '';
    lines.push(`$(debug-disconnect) ${escapeMarkdown(outage.message)}${signIn}`);
  }
  if (step === 'offline')
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
      sync.compared && sync.conflicts + sync.remote + sync.local === 0 && !sync.halt && sync.phase === 'idle'
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
  lines.push(counts);
  return lines.filter((line) => line !== undefined).join('\n\n');
}

/** The commands that the tooltip links to. */
export const linkedCommands = [
  'dataModel.branch.createAgain',
  'dataModel.branch.openDevMode',
  'dataModel.connection.add',
  'dataModel.connection.signInAgain',
  'dataModel.emulator.start',
  'dataModel.sync.pull',
  'dataModel.sync.push',
  'dataModel.sync.review',
] as const satisfies CommandId[];

function link(command: (typeof linkedCommands)[number], label: string): string {
  return `[${label}](command:${command})`;
}
