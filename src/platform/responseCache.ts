/** The last response of each cacheable operation, so that an unchanged listing is parsed once. */

import type { Operation } from '../contract/definition/operation.ts';
import type { WireRequest, WireResponse } from './http/wire.ts';

interface Entry {
  href: string;
  response: WireResponse;
  answer: unknown;
}

export class ResponseCache {
  readonly #entries = new Map<string, Entry>();

  /** The parsed answer of the last response if this one has the same bytes; undefined otherwise. */
  get(operation: Operation, { url }: WireRequest, response: WireResponse): unknown {
    const entry = this.#entries.get(operation.id);
    return entry && entry.href === url.href && hasSameBytes(entry.response, response) ? entry.answer : undefined;
  }

  /** Keeps the answer if the operation is cacheable. */
  set(operation: Operation, { url }: WireRequest, response: WireResponse, answer: unknown): void {
    if (operation.cacheable) this.#entries.set(operation.id, { href: url.href, response, answer });
  }
}

function hasSameBytes(a: WireResponse, b: WireResponse): boolean {
  const encoding = 'content-encoding';
  return (
    a.status === b.status && a.headers.get(encoding) === b.headers.get(encoding) && Buffer.compare(a.body, b.body) === 0
  );
}
