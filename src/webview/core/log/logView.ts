/**
 * The messages of a log that are shown: filtered, oldest first, kept up to date as messages come and go. A pause holds what was there
 * at its beginning, also against the log's own bounds. Knows no display.
 */

import { type MessageFilter, messageFilter } from './logFilter.ts';
import type { LoggedMessage, MessageLog } from './messageLog.ts';

/** Beyond so many that went, the list of numbers is made anew. */
const mostGone = 1_000;

export class LogView {
  readonly #log: MessageLog;
  #filter = '';
  #test: MessageFilter | undefined;
  /** Numbers of the messages that pass the filter; without one every message of the log does. */
  #numbers: number[] = [];
  #gone = 0;
  #seen = 0;
  #held: { next: number; all: LoggedMessage[]; shown: LoggedMessage[] } | undefined;

  constructor(log: MessageLog) {
    this.#log = log;
  }

  get filter(): string {
    return this.#filter;
  }

  set filter(filter: string) {
    const words = filter.trim();
    if (words === this.#filter) return;
    this.#filter = words;
    this.#test = words === '' ? undefined : messageFilter(words);
    this.#restart();
    if (this.#held) this.#held.shown = this.#test ? this.#held.all.filter(this.#test) : this.#held.all;
  }

  get paused(): boolean {
    return this.#held !== undefined;
  }

  set paused(paused: boolean) {
    if (paused === this.paused) return;
    if (!paused) {
      this.#held = undefined;
      this.#restart();
      return;
    }
    const all = this.#kept();
    this.#held = { next: this.#log.next, all, shown: this.#test ? all.filter(this.#test) : all };
  }

  /** What came since the pause: how many in all, and how many of them the log could not keep. */
  get missed(): { came: number; dropped: number } {
    if (!this.#held) return { came: 0, dropped: 0 };
    const { next } = this.#held;
    return { came: this.#log.next - next, dropped: Math.max(0, this.#log.first - next) };
  }

  /** Takes in what came and lets go what the log dropped. To be called before the rows are read. */
  update(): void {
    const { first, next } = this.#log;
    if (!this.#test || this.#held) return;
    for (let number = Math.max(this.#seen, first); number < next; number += 1) {
      const message = this.#log.at(number);
      if (message && this.#test(message)) this.#numbers.push(number);
    }
    this.#seen = next;
    while (this.#gone < this.#numbers.length && this.#numbers[this.#gone]! < first) this.#gone += 1;
    if (this.#gone > mostGone) {
      this.#numbers = this.#numbers.slice(this.#gone);
      this.#gone = 0;
    }
  }

  get length(): number {
    if (this.#held) return this.#held.shown.length;
    return this.#test ? this.#numbers.length - this.#gone : this.#log.next - this.#log.first;
  }

  at(index: number): LoggedMessage | undefined {
    if (this.#held) return this.#held.shown[index];
    if (!this.#test) return this.#log.at(this.#log.first + index);
    const number = this.#numbers[this.#gone + index];
    return number === undefined ? undefined : this.#log.at(number);
  }

  /** Where the message with this number stands, or the first one after it. */
  indexOf(number: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.at(middle)?.number ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #restart(): void {
    this.#numbers = [];
    this.#gone = 0;
    this.#seen = this.#log.first;
  }

  #kept(): LoggedMessage[] {
    const all: LoggedMessage[] = [];
    for (let number = this.#log.first; number < this.#log.next; number += 1) {
      const message = this.#log.at(number);
      if (message) all.push(message);
    }
    return all;
  }
}
