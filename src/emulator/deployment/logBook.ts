/** The log lines of a deployment's pods: the most recent ones, in memory. */

interface LogEntry {
  /** Increases by one with every line. */
  sequence: number;
  source: 'production' | 'dev';
  container: string;
  pod: string;
  /** ISO 8601. */
  date: string;
  message: string;
}

/** Number of lines that are kept. */
const maxKept = 5000;

export class LogBook {
  readonly #entries: LogEntry[] = [];
  readonly #clock: () => number;
  #sequence = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  write(line: Pick<LogEntry, 'source' | 'container' | 'pod' | 'message'>): void {
    this.#sequence += 1;
    this.#entries.push({ ...line, sequence: this.#sequence, date: new Date(this.#clock()).toISOString() });
    if (this.#entries.length > maxKept * 1.2) this.#entries.splice(0, this.#entries.length - maxKept);
  }

  /** Oldest first. */
  read(matches: (entry: LogEntry) => boolean): LogEntry[] {
    return this.#entries.filter(matches);
  }
}
