/** The history of changes on the platform: who, when, which operation on what. A file with one JSON line for each event. */

import { appendFile, readFile } from 'node:fs/promises';
import * as z from 'zod';
import { Coalesced } from '../../base/async.ts';
import { replaceFile } from '../../base/files/replaceFile.ts';

const AuditEvent = z.object({
  /** ISO 8601. */
  time: z.string(),
  /** Id of the operation. */
  eventName: z.string(),
  /** Empty if the operation has no caller. */
  userEmail: z.string(),
  userId: z.number().nullable(),
  deploymentId: z.number().nullable(),
  /** The subject of the operation, without contents and secrets. */
  target: z.string(),
});
export type AuditEvent = z.output<typeof AuditEvent>;

/** Number of events that are kept. */
const maxKept = 10_000;

export class AuditLog {
  readonly #path: string;
  readonly #maxKept: number;
  readonly #events: AuditEvent[];
  readonly #writes = new Coalesced(() => this.#write());
  #unsaved: AuditEvent[] = [];
  /** Lines of the file; undefined if it has to be written whole. */
  #lines: number | undefined;

  private constructor(path: string, events: AuditEvent[], kept: number) {
    this.#path = path;
    this.#events = events;
    this.#maxKept = kept;
  }

  /** Reads the events of an earlier run. Skips a line that a killed process left incomplete. */
  static async open(path: string, kept = maxKept): Promise<AuditLog> {
    const text = await readFile(path, 'utf8').catch((failure: NodeJS.ErrnoException) => {
      if (failure.code === 'ENOENT') return '';
      throw failure;
    });
    return new AuditLog(path, text.split('\n').flatMap(readLine).slice(-kept), kept);
  }

  /** Oldest first. */
  get events(): readonly AuditEvent[] {
    return this.#events;
  }

  /** Resolves when the event is on disk. */
  add(event: AuditEvent): Promise<void> {
    this.#events.push(event);
    this.#unsaved.push(event);
    if (this.#events.length > this.#maxKept * 1.2) this.#events.splice(0, this.#events.length - this.#maxKept);
    return this.#writes.request();
  }

  async #write(): Promise<void> {
    const added = this.#unsaved;
    this.#unsaved = [];
    const lines = this.#lines === undefined ? undefined : this.#lines + added.length;
    if (lines === undefined || lines > this.#maxKept * 2) {
      this.#lines = undefined;
      const all = [...this.#events];
      await replaceFile(this.#path, toLines(all), { mode: 0o600 });
      this.#lines = all.length;
    } else {
      this.#lines = undefined;
      await appendFile(this.#path, toLines(added), { mode: 0o600 });
      this.#lines = lines;
    }
  }
}

function toLines(events: readonly AuditEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

function readLine(line: string): AuditEvent[] {
  try {
    return [AuditEvent.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}
