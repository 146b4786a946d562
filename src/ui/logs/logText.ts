/** Log lines as plain text. */

import { stripVTControlCharacters } from 'node:util';
import type { LogLine } from '../../contract/deployments/runtime.ts';
import type { Localizer } from '../shell/localizer.ts';
import { filterLabel, type LogFilter } from './logFilter.ts';

/** Control characters except tab and line feed. */
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Removes terminal colors and control characters. A carriage return ends a line. */
export function plainText(text: string): string {
  return stripVTControlCharacters(text).replace(/\r\n?/g, '\n').replace(controlCharacters, '');
}

/** Time, pod and message. Continuation lines are indented so that the editor can fold them. */
export function logEntry({ date, pod, message }: LogLine, filter: LogFilter = {}): string {
  const [first = '', ...rest] = plainText(message).trimEnd().split('\n');
  // With a pod filter, every line has the same pod.
  const podLabel = pod && filter.pod === undefined ? `[${plainText(pod)}]` : undefined;
  const firstLine = [date ?? undefined, podLabel, first].filter((part) => part !== undefined).join(' ');
  return [firstLine, ...rest.map((line) => `    ${line}`)].join('\n');
}

export interface LogHeader {
  deployment: string;
  filter: LogFilter;
  /** When the lines were read, as text. */
  time: string;
  /** Whether older lines are omitted. */
  truncated: boolean;
}

export function logDocument(
  lines: readonly LogLine[],
  { deployment, filter, time, truncated }: LogHeader,
  l10n: Localizer,
): string {
  const title = l10n.t('Logs of {0} ({1}) at {2}', deployment, filterLabel(filter, l10n), time);
  const entries = lines.map((line) => logEntry(line, filter));
  const body = entries.length > 0 ? entries : [l10n.t('No log lines.')];
  return `${[`# ${title}`, ...(truncated ? [`# ${l10n.t('Older lines are omitted.')}`] : []), '', ...body].join('\n')}\n`;
}
