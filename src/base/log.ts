/** The log that all code writes to: an output channel in the editor, stderr on the command line. */

import { redact } from './redact.ts';
import { printable, printError } from './terminal.ts';

export interface Log {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export function makeLog(write: (level: LogLevel, message: string) => void): Log {
  return {
    trace: (message) => write('trace', message),
    debug: (message) => write('debug', message),
    info: (message) => write('info', message),
    warn: (message) => write('warn', message),
    error: (message) => write('error', message),
  };
}

export const silentLog: Log = makeLog(() => {});

/** Writes messages of level `minimum` and above to stderr, so that stdout carries results only. */
export function stderrLog(minimum: LogLevel = 'info'): Log {
  return makeLog((level, message) => {
    if (logLevels.indexOf(level) >= logLevels.indexOf(minimum)) printError(`${level} ${message}\n`);
  });
}

/** A log that removes from each line the secrets known when it is written, and control characters. */
export function redactingLog(log: Log, secrets: () => Iterable<string>): Log {
  return makeLog((level, message) => log[level](printable(redact(message, secrets()))));
}
