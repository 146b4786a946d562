/** The lines the pods of a deployment wrote: a bounded tail in memory. Knows nothing of who reads it. */

export interface LogEntry {
  /** Grows by one with every line. */
  sequence: number;
  source: 'production' | 'dev';
  container: string;
  pod: string;
  /** ISO 8601. */
  date: string;
  message: string;
}

const kept = 5000;

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
    if (this.#entries.length > kept * 1.2) this.#entries.splice(0, this.#entries.length - kept);
  }

  /** Oldest first. */
  read(matches: (entry: LogEntry) => boolean): LogEntry[] {
    return this.#entries.filter(matches);
  }
}
