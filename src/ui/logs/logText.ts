/** Log lines of a deployment as text: no colours, no control characters, one line's continuation indented below it. Pure. */

import type { LogLine } from '../../contract/deployments.ts';
import type { Localizer } from '../shell/localizer.ts';

export interface LogFilter {
  source?: 'production' | 'dev' | undefined;
  container?: string | undefined;
  pod?: string | undefined;
}

// CSI sequences, OSC sequences up to their terminator, other two-character escapes.
const escapes =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]|\u009b[0-?]*[ -/]*[@-~]/g;
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** The text without terminal colours and control characters; a carriage return ends a line. */
export function plainText(text: string): string {
  return text.replace(escapes, '').replace(/\r\n?/g, '\n').replace(controls, '');
}

/** One entry of the log: time, pod and message; its further lines are indented, so that the editor can fold them. */
export function logEntry({ date, pod, message }: LogLine, { pod: onlyPod }: LogFilter = {}): string {
  const [first = '', ...rest] = plainText(message).trimEnd().split('\n');
  // Where only one pod is asked for, its name on every line says nothing.
  const head = [date ?? undefined, pod && onlyPod === undefined ? `[${plainText(pod)}]` : undefined, first];
  return [head.filter((part) => part !== undefined).join(' '), ...rest.map((line) => `    ${line}`)].join('\n');
}

export function filterLabel({ source, container, pod }: LogFilter, l10n: Localizer): string {
  const words = [
    source === 'production' ? l10n.t('production') : source === 'dev' ? l10n.t('dev mode') : l10n.t('all sources'),
    container,
    pod,
  ];
  return words.filter((word) => word !== undefined).join(', ');
}

export interface LogHeader {
  deployment: string;
  filter: LogFilter;
  /** When it was read, in words. */
  read: string;
  /** Whether older lines were left out. */
  cut: boolean;
}

export function logDocument(
  lines: readonly LogLine[],
  { deployment, filter, read, cut }: LogHeader,
  l10n: Localizer,
): string {
  const title = l10n.t('Logs of {0} ({1}) at {2}', deployment, filterLabel(filter, l10n), read);
  const entries = lines.map((line) => logEntry(line, filter));
  const body = entries.length > 0 ? entries : [l10n.t('No log lines.')];
  return `${[`# ${title}`, ...(cut ? [`# ${l10n.t('Older lines are omitted.')}`] : []), '', ...body].join('\n')}\n`;
}
