/** The messages that passed, newest last, in bounded memory: so many at most, and so many characters in all. Knows no display. */

import type { GateDecision, IgnoreReason, SendResult } from '../gate.ts';

export interface LoggedMessage {
  /** Counts up from 1 and never starts again. */
  readonly number: number;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly direction: 'in' | 'out';
  readonly type: string;
  /** Bounded text of the payload, without secrets. */
  readonly payload: string;
  readonly cut: boolean;
  readonly result: GateDecision['kind'] | SendResult;
  readonly reason: IgnoreReason | undefined;
  readonly detail: string;
  /** The member of the model that the message speaks of. */
  readonly member: string | undefined;
  /** Where it came from, as the browser says; undefined for what goes out. */
  readonly origin: string | undefined;
  /** What the envelope says, where it says it. */
  readonly surface: string | undefined;
  /** The envelope's own `timestamp`, epoch milliseconds. */
  readonly sentAt: number | undefined;
}

export interface LogBounds {
  messages: number;
  characters: number;
}

export class MessageLog {
  readonly #bounds: LogBounds;
  readonly #ring: (LoggedMessage | undefined)[];
  #first = 1;
  #next = 1;
  #characters = 0;
  #dropped = 0;

  constructor(bounds: LogBounds = { messages: 10_000, characters: 4_000_000 }) {
    this.#bounds = bounds;
    this.#ring = new Array(bounds.messages);
  }

  /** Number of the oldest message that is kept. */
  get first(): number {
    return this.#first;
  }

  /** Number that the next message will have. */
  get next(): number {
    return this.#next;
  }

  /** How many the bounds pushed out since the beginning, or since it was cleared. */
  get dropped(): number {
    return this.#dropped;
  }

  get characters(): number {
    return this.#characters;
  }

  at(number: number): LoggedMessage | undefined {
    return number >= this.#first && number < this.#next ? this.#ring[number % this.#bounds.messages] : undefined;
  }

  add(message: Omit<LoggedMessage, 'number'>): LoggedMessage {
    const entry = { number: this.#next, ...message };
    if (this.#next - this.#first >= this.#bounds.messages) this.#drop();
    this.#ring[this.#next % this.#bounds.messages] = entry;
    this.#next += 1;
    this.#characters += sizeOf(entry);
    while (this.#characters > this.#bounds.characters && this.#first < this.#next - 1) this.#drop();
    return entry;
  }

  clear(): void {
    while (this.#first < this.#next) this.#drop();
    this.#dropped = 0;
  }

  #drop(): void {
    const slot = this.#first % this.#bounds.messages;
    const oldest = this.#ring[slot];
    if (oldest) this.#characters -= sizeOf(oldest);
    this.#ring[slot] = undefined;
    this.#first += 1;
    this.#dropped += 1;
  }
}

function sizeOf({ payload, detail, type }: LoggedMessage): number {
  return payload.length + detail.length + type.length + 64;
}
