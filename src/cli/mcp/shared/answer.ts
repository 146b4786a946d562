/** The answer of a tool: one object, whose texts are safe and whose size is bounded, and the same as a short text. */

import { safeText } from '../../../base/assistantText.ts';
import { LongText } from './longText.ts';

/** Bytes of the object, and of the text. */
const maxStructured = 32 * 1024;
const maxText = 8 * 1024;

export type Value = string | number | boolean | null | undefined | LongText | readonly Value[] | ValueObject;
export interface ValueObject {
  readonly [key: string]: Value;
}

/** The list of an answer that is read in pages: the next call names the cursor. */
interface Page {
  /** The key of the list in the answer. */
  list: string;
  /** The number of items before the first one. */
  start: number;
}

export interface Answer {
  /** One sentence of our own words and of numbers: no text of a model. */
  sentence: string;
  data: ValueObject;
  page?: Page;
}

type Json = string | number | boolean | null | Json[] | JsonObject;
interface JsonObject {
  [key: string]: Json;
}

export interface Rendered {
  structured: JsonObject;
  text: string;
}

export function render({ sentence, data, page }: Answer): Rendered {
  const cleaner = new Cleaner();
  const clean = cleaner.object(data);
  if (cleaner.isCut) clean.truncated = true;
  const head = `${sentence}\n`;
  return {
    structured: fitted(clean, page, maxStructured),
    text: head + JSON.stringify(fitted(clean, page, maxText - sizeOf(head))),
  };
}

class Cleaner {
  isCut = false;

  object(value: ValueObject): JsonObject {
    const entries = Object.entries(value).flatMap(([key, one]) => {
      return one === undefined ? [] : [[this.#text(key), this.#value(one)] as const];
    });
    return Object.fromEntries(entries);
  }

  #value(value: Value): Json {
    if (value === null || value === undefined) return null;
    if (typeof value === 'string') return this.#text(value);
    if (value instanceof LongText) return this.#text(value.text, value.limit);
    if (Array.isArray(value)) return value.map((one: Value) => this.#value(one));
    if (typeof value === 'object') return this.object(value as ValueObject);
    return value;
  }

  #text(text: string, limit?: number): string {
    const safe = safeText(text, limit);
    this.isCut ||= safe.isCut;
    return safe.text;
  }
}

function sizeOf(value: Json): number {
  return Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Items of the page that do not fit are left for the next one; otherwise, ends of the largest lists and texts are cut. */
function fitted(whole: JsonObject, page: Page | undefined, limit: number): JsonObject {
  if (sizeOf(whole) <= limit) return whole;
  const items = page && whole[page.list];
  if (page && Array.isArray(items)) {
    const of = (count: number): JsonObject => ({
      ...whole,
      [page.list]: items.slice(0, count),
      truncated: true,
      cursor: String(page.start + count),
    });
    let [fits, tooMany] = [0, items.length];
    while (tooMany - fits > 1) {
      const middle = (fits + tooMany) >> 1;
      if (sizeOf(of(middle)) <= limit) fits = middle;
      else tooMany = middle;
    }
    if (fits > 0) return of(fits);
    return shortened({ ...of(1) }, limit);
  }
  return shortened({ ...whole, truncated: true }, limit);
}

/** Halves the largest list or text until the object fits. */
function shortened(value: JsonObject, limit: number): JsonObject {
  const copy = structuredClone(value);
  while (sizeOf(copy) > limit) {
    const largest = largestIn(copy);
    if (!largest) break;
    const { holder, key, part } = largest;
    holder[key] = typeof part === 'string' ? `${part.slice(0, part.length >> 1)}…` : part.slice(0, part.length >> 1);
  }
  return copy;
}

type Holder = Record<string | number, Json>;

function largestIn(value: Json[] | JsonObject) {
  let found: { holder: Holder; key: string | number; part: string | Json[]; size: number } | undefined;
  const visit = (holder: Json[] | JsonObject) => {
    for (const [key, part] of Object.entries(holder)) {
      if (typeof part === 'object' && part !== null) visit(part);
      // A list of one item, or a short text, is not worth cutting while something else is.
      const canShrink = (typeof part === 'string' && part.length > 40) || (Array.isArray(part) && part.length > 0);
      if (!canShrink) continue;
      const size = sizeOf(part) * (Array.isArray(part) && part.length === 1 ? 0.1 : 1);
      if (!found || size > found.size) found = { holder: holder as Holder, key, part: part as string | Json[], size };
    }
  };
  visit(value);
  return found;
}

/** A value of JSON. Messages and SQL in it may be longer than a field. */
export function plain(value: unknown): Value {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'string') return value.length > 200 ? new LongText(value, 2_000) : value;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined) return value;
  return Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, plain(one)])) as ValueObject;
}
