/** The log of messages, bounded by their number and their total size. The newest is last. */

import type { GateDecision, IgnoreReason, SendResult } from './gate.ts';

export interface LoggedMessage {
  /** Consecutive number from 1; `clear` does not reset it. */
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
  /** The member of the model that the message names. */
  readonly member: string | undefined;
  /** Origin reported by the browser; undefined for outgoing messages. */
  readonly origin: string | undefined;
  /** From the envelope; undefined if it has none. */
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
  readonly #slots: (LoggedMessage | undefined)[];
  #first = 1;
  #next = 1;
  #characters = 0;
  #dropped = 0;

  constructor(bounds: LogBounds = { messages: 10_000, characters: 4_000_000 }) {
    this.#bounds = bounds;
    this.#slots = new Array(bounds.messages);
  }

  /** Number of the oldest message in the log. */
  get first(): number {
    return this.#first;
  }

  /** Number of the next message. */
  get next(): number {
    return this.#next;
  }

  /** Messages dropped because of the bounds since the last `clear`. */
  get dropped(): number {
    return this.#dropped;
  }

  get characters(): number {
    return this.#characters;
  }

  at(number: number): LoggedMessage | undefined {
    return number >= this.#first && number < this.#next ? this.#slots[number % this.#bounds.messages] : undefined;
  }

  add(message: Omit<LoggedMessage, 'number'>): LoggedMessage {
    const entry = { number: this.#next, ...message };
    if (this.#next - this.#first >= this.#bounds.messages) this.#drop();
    this.#slots[this.#next % this.#bounds.messages] = entry;
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
    const oldest = this.#slots[slot];
    if (oldest) this.#characters -= sizeOf(oldest);
    this.#slots[slot] = undefined;
    this.#first += 1;
    this.#dropped += 1;
  }
}

function sizeOf({ payload, detail, type }: LoggedMessage): number {
  return payload.length + detail.length + type.length + 64;
}
