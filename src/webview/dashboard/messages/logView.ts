/**
 * The visible messages of a log: filtered, oldest first, updated as the log changes. A pause keeps the messages from its start, even
 * if the log drops them.
 */

import type { LoggedMessage, MessageLog } from './messageLog.ts';

/** Dropped numbers at the start of the list before it is copied. */
const maxDropped = 1_000;

export class LogView {
  readonly #log: MessageLog;
  #filter = '';
  #matches: MessageFilter | undefined;
  /** Numbers of the messages that pass the filter; unused without a filter. */
  #numbers: number[] = [];
  #dropped = 0;
  /** The messages of the log at the last update: rows must not move between two updates. */
  #first = 0;
  #next = 0;
  #pause: { next: number; all: LoggedMessage[]; shown: LoggedMessage[] } | undefined;

  constructor(log: MessageLog) {
    this.#log = log;
    this.#restart();
  }

  get filter(): string {
    return this.#filter;
  }

  set filter(filter: string) {
    const text = filter.trim();
    if (text === this.#filter) return;
    this.#filter = text;
    this.#matches = text === '' ? undefined : messageFilter(text);
    this.#restart();
    if (this.#pause) this.#pause.shown = this.#matches ? this.#pause.all.filter(this.#matches) : this.#pause.all;
  }

  get paused(): boolean {
    return this.#pause !== undefined;
  }

  set paused(paused: boolean) {
    if (paused === this.paused) return;
    if (!paused) {
      this.#pause = undefined;
      this.#restart();
      return;
    }
    const all = this.#kept();
    this.#pause = { next: this.#log.next, all, shown: this.#matches ? all.filter(this.#matches) : all };
  }

  /** Messages since the start of the pause, and how many of them the log has dropped. */
  get missed(): { count: number; dropped: number } {
    if (!this.#pause) return { count: 0, dropped: 0 };
    const { next } = this.#pause;
    return { count: this.#log.next - next, dropped: Math.max(0, this.#log.first - next) };
  }

  /** Applies the changes of the log. Call it before reading rows. */
  update(): void {
    const { first, next } = this.#log;
    if (this.#pause) return;
    const fresh = Math.max(this.#next, first);
    this.#first = first;
    this.#next = next;
    if (!this.#matches) return;
    for (let number = fresh; number < next; number += 1) {
      const message = this.#log.at(number);
      if (message && this.#matches(message)) this.#numbers.push(number);
    }
    while (this.#dropped < this.#numbers.length && this.#numbers[this.#dropped]! < first) this.#dropped += 1;
    if (this.#dropped > maxDropped) {
      this.#numbers = this.#numbers.slice(this.#dropped);
      this.#dropped = 0;
    }
  }

  get length(): number {
    if (this.#pause) return this.#pause.shown.length;
    return this.#matches ? this.#numbers.length - this.#dropped : this.#next - this.#first;
  }

  /** Undefined also if the log dropped the message after the last update. */
  at(index: number): LoggedMessage | undefined {
    if (this.#pause) return this.#pause.shown[index];
    const number = this.numberAt(index);
    return number === undefined ? undefined : this.#log.at(number);
  }

  numberAt(index: number): number | undefined {
    if (this.#pause) return this.#pause.shown[index]?.number;
    if (index < 0 || index >= this.length) return undefined;
    return this.#matches ? this.#numbers[this.#dropped + index] : this.#first + index;
  }

  /** Index of the message with this number, or of the next one. */
  indexOf(number: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.numberAt(middle)! < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #restart(): void {
    this.#numbers = [];
    this.#dropped = 0;
    this.#next = this.#log.first;
    this.update();
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

export type MessageFilter = (message: LoggedMessage) => boolean;

/** Terms for properties of a message. All other terms are searched in its type, payload and reason. */
const properties: Readonly<Record<string, MessageFilter>> = {
  in: ({ direction }) => direction === 'in',
  out: ({ direction }) => direction === 'out',
  accepted: ({ result }) => result === 'known',
  unknown: ({ result }) => result === 'unknown',
  ignored: ({ result }) => result === 'ignored',
};

/** @param filter terms separated by spaces, case-insensitive: `in ignored origin`, `-navigate` */
export function messageFilter(filter: string): MessageFilter {
  const filters = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '' && term !== '-')
    .map((term) => {
      if (!term.startsWith('-')) return termFilter(term);
      const matches = termFilter(term.slice(1));
      return (message: LoggedMessage) => !matches(message);
    });
  return (message) => filters.every((matches) => matches(message));
}

function termFilter(term: string): MessageFilter {
  if (Object.hasOwn(properties, term)) return properties[term]!;
  return ({ type, payload, detail, reason }) =>
    [type, payload, detail, reason ?? ''].some((text) => text.toLowerCase().includes(term));
}
