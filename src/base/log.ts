/** What everything logs to. The editor gives a LogOutputChannel, a command line gives stderr, a test gives a list. */

export interface Log {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof levels)[number];

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

/** A log on stderr with everything from `from` upwards: stdout stays free for results. */
export function stderrLog(from: LogLevel = 'info'): Log {
  return makeLog((level, message) => {
    if (levels.indexOf(level) >= levels.indexOf(from)) process.stderr.write(`${level} ${message}\n`);
  });
}

const credentialShapes = [
  /\b(Bearer|Api-Key|Basic)\s+[^\s"',;]+/gi,
  /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g,
  /\bsk-[\w-]{6,}/g,
  /([?&](?:session|token|access_token|api_key)=)[^&\s"']+/gi,
];

/** The text with every known secret, and everything shaped like a credential, replaced by `…`. */
export function redact(text: string, secrets: Iterable<string> = []): string {
  let clean = text;
  for (const secret of secrets) if (secret.length >= 4) clean = clean.split(secret).join('…');
  for (const shape of credentialShapes) {
    clean = clean.replace(shape, (whole, lead: unknown) => {
      if (typeof lead === 'string' && lead !== '' && whole.startsWith(lead))
        return `${lead}${lead.endsWith('=') ? '' : ' '}…`;
      return '…';
    });
  }
  return clean;
}

/** A log whose every line passes `redact` with the secrets known at that moment. */
export function redactingLog(log: Log, secrets: () => Iterable<string>): Log {
  return makeLog((level, message) => log[level](redact(message, secrets())));
}
