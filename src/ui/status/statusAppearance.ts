/** The status bar item as text: platform · deployment · branch · counts · build · problems. Pure; knows no editor. */

import type { BuildAppearance } from '../deployments/buildAppearance.ts';
import type { CommandId } from '../shell/ids.ts';
import type { Localizer } from '../shell/localizer.ts';
import type { Outage } from './outageMessages.ts';

export interface StatusModel {
  /** Named only where several folders are bound. */
  folder?: string | undefined;
  platform: string;
  deployment: string;
  /** Whether the folder was looked at since the window opened; before that nothing is said of its branch. */
  opened: boolean;
  /** The dev branch that is followed; without `sync` the one that will be, once it is needed. */
  branch?: string | undefined;
  /** Branch this dev branch was forked from. */
  parent?: string | undefined;
  sync?: SyncSummary | undefined;
  build?: BuildAppearance | undefined;
  /** Whether the platform is being asked for its verdict. */
  validating: boolean;
  problems: { errors: number; warnings: number };
  /** What went wrong last after a save. */
  outage?: Outage | undefined;
  pushOnSave: boolean;
}

export interface SyncSummary {
  phase: 'idle' | 'scanning' | 'pushing' | 'pulling' | 'offline' | 'halted';
  local: number;
  remote: number;
  conflicts: number;
  /** `message` whole, `short` in a few words. */
  halt?: { kind: string; short: string; message: string; action: string } | undefined;
  /** When a push was last verified, in words. */
  verified?: string | undefined;
}

export interface StatusAppearance {
  text: string;
  /** Markdown with command links. */
  tooltip: string;
  /** What a screen reader says. */
  label: string;
  tone: 'plain' | 'warning' | 'error';
}

const separator = ' · ';

export function statusAppearance(model: StatusModel, l10n: Localizer): StatusAppearance {
  const parts = [
    // What stops the work comes first: the end of a long item is cut off.
    ...alertParts(model, l10n),
    `$(database) ${model.platform}`,
    model.deployment,
    ...stateParts(model, l10n),
    ...problemParts(model),
    ...(model.folder === undefined ? [] : [model.folder]),
  ];
  const text = parts.join(separator);
  return { text, tooltip: tooltip(model, l10n), label: label(model, l10n), tone: toneOf(model) };
}

export function toneOf({ sync, outage, build }: StatusModel): StatusAppearance['tone'] {
  if (outage !== undefined || sync?.phase === 'offline') return 'error';
  // That the first sync waits for a word is no reason for alarm.
  const halted = sync?.halt && sync.halt.kind !== 'first-sync';
  if (halted || (sync?.conflicts ?? 0) > 0 || build?.tone === 'bad') return 'warning';
  return 'plain';
}

function alertParts({ sync, outage }: StatusModel, l10n: Localizer): string[] {
  const away = outage?.short ?? (sync?.phase === 'offline' ? l10n.t('no connection') : undefined);
  return [
    ...(sync?.halt ? [`$(debug-pause) ${sync.halt.short}`] : []),
    ...(away === undefined ? [] : [`$(debug-disconnect) ${away}`]),
  ];
}

function stateParts(model: StatusModel, l10n: Localizer): string[] {
  const { branch, opened, sync, build, validating, pushOnSave } = model;
  if (branch === undefined) return opened ? [`$(circle-slash) ${l10n.t('not in dev mode')}`] : [];
  const parts = [`$(git-branch) ${branch}`];
  if (sync) {
    const counts = countParts(sync);
    if (counts.length > 0) parts.push(counts.join(' '));
    if (sync.phase === 'scanning' || sync.phase === 'pushing' || sync.phase === 'pulling') {
      parts.push(`$(sync~spin) ${phaseWords(sync.phase, l10n)}`);
    }
  }
  if (!pushOnSave) parts.push(`$(circle-slash) ${l10n.t('push on save is off')}`);
  if (validating) parts.push(`$(loading~spin) ${l10n.t('validating')}`);
  else if (build) parts.push(`$(${build.icon}) ${build.label}`);
  return parts;
}

function countParts({ conflicts, remote, local }: SyncSummary): string[] {
  return [
    ...(conflicts > 0 ? [`$(warning)${conflicts}`] : []),
    ...(remote > 0 ? [`$(arrow-down)${remote}`] : []),
    ...(local > 0 ? [`$(arrow-up)${local}`] : []),
  ];
}

function phaseWords(phase: 'scanning' | 'pushing' | 'pulling', l10n: Localizer): string {
  return { scanning: () => l10n.t('comparing'), pushing: () => l10n.t('pushing'), pulling: () => l10n.t('pulling') }[
    phase
  ]();
}

/** Errors only: a warning sign stands for conflicts here. */
function problemParts({ problems: { errors } }: StatusModel): string[] {
  return errors > 0 ? [`$(error)${errors}`] : [];
}

function label(model: StatusModel, l10n: Localizer): string {
  const { sync } = model;
  return [
    l10n.t('Data model: {0}, deployment {1}', model.platform, model.deployment),
    model.branch !== undefined
      ? l10n.t('branch {0}', model.branch)
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
  const { opened, branch, parent, sync, build, outage, problems } = model;
  const lines: (string | undefined)[] = [
    `**${escaped(model.platform)}** · ${l10n.t('deployment')} ${escaped(model.deployment)}`,
    branch === undefined && !opened
      ? l10n.t('Open a data model file to start.')
      : branch === undefined
        ? l10n.t(
            'No branch is open in dev mode, so files that you save are not pushed. {0}',
            link('dataModel.branch.openDevMode', l10n.t('Open Branch in Dev Mode')),
          )
        : parent === undefined
          ? l10n.t('Dev branch {0}', code(branch))
          : l10n.t('Dev branch {0}, forked from {1}', code(branch), code(parent)),
  ];
  if (sync?.halt) {
    const { kind, message, action } = sync.halt;
    lines.push(`$(debug-pause) ${escaped(message)} ${escaped(action)}`);
    if (kind === 'session-moved') lines.push(l10n.t('Sync is paused until you reopen the branch in dev mode.'));
  }
  if (outage !== undefined) lines.push(`$(debug-disconnect) ${escaped(outage.message)}`);
  else if (sync?.phase === 'offline')
    lines.push(`$(debug-disconnect) ${l10n.t('The platform cannot be reached. Waiting changes are pushed later.')}`);
  if (branch !== undefined && sync) {
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
  if (build) lines.push(`$(${build.icon}) ${build.label}${build.detail ? `: ${escaped(build.detail)}` : ''}`);
  if (problems.errors + problems.warnings > 0) {
    lines.push(`${l10n.t('Problems')}: $(error) ${problems.errors} $(warning) ${problems.warnings}`);
  }
  return lines.filter((line) => line !== undefined).join('\n\n');
}

function link(command: CommandId, words: string): string {
  return `[${words}](command:${command})`;
}

function code(name: string): string {
  return `\`${name.replaceAll('`', '')}\``;
}

/** Text of a server or of a file name inside Markdown: shown as it is, never as a link, an image or an icon. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>~$&]/g, '\\$&').replace(/\s+/g, ' ');
}
