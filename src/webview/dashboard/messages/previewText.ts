/**
 * Formats any value as a short text for the inspector. Time and memory are bounded for large, deep and cyclic values. Removes session
 * ids and tokens. Never throws.
 */

import { redact } from '../../../base/redact.ts';

const maxDepth = 12;
const secretKeys = /^(session|sessionid|token|access_?token|authorization|api_?key)$/i;
export interface Preview {
  text: string;
  /** The text does not show the whole value. */
  cut: boolean;
}

class LimitReached extends Error {}

/** JSON-like text of at most about `limit` characters. */
export function previewText(value: unknown, limit = 4_000): Preview {
  const parts: string[] = [];
  let left = limit;
  let cut = false;
  const trail: object[] = [];

  const add = (text: string) => {
    if (text.length > left) {
      parts.push(text.slice(0, left), '…');
      cut = true;
      throw new LimitReached();
    }
    parts.push(text);
    left -= text.length;
  };
  const addString = (text: string) => {
    // Reads only the visible part: a string may have millions of characters.
    const seen = text.length > left + 1_000 ? text.slice(0, left + 1_000) : text;
    add(JSON.stringify(redact(seen)));
    if (seen.length < text.length) cut = true;
  };
  const list = (items: Iterable<unknown>, open: string, close: string) => {
    add(open);
    let first = true;
    for (const item of items) {
      if (!first) add(', ');
      first = false;
      write(item);
    }
    add(close);
  };
  const record = (object: object) => {
    add('{');
    let first = true;
    for (const key in object) {
      if (!Object.hasOwn(object, key)) continue;
      add(first ? '' : ', ');
      first = false;
      addString(key);
      add(': ');
      const item: unknown = (object as Record<string, unknown>)[key];
      if (secretKeys.test(key) && typeof item === 'string') add('"…"');
      else write(item);
    }
    add('}');
  };
  const write = (item: unknown): void => {
    if (typeof item === 'string') addString(item);
    else if (typeof item === 'bigint') add(`${item}n`);
    else if (typeof item === 'function' || typeof item === 'symbol') add(`[${typeof item}]`);
    else if (typeof item !== 'object' || item === null) add(String(item));
    else if (trail.includes(item)) add('[circular]');
    else if (trail.length >= maxDepth) add('[…]');
    else {
      trail.push(item);
      writeObject(item);
      trail.pop();
    }
  };
  const writeObject = (item: object) => {
    if (Array.isArray(item)) list(item, '[', ']');
    else if (ArrayBuffer.isView(item) || item instanceof ArrayBuffer)
      add(`[${kindOf(item)}, ${item.byteLength} bytes]`);
    else if (item instanceof Map) list(item, 'Map [', ']');
    else if (item instanceof Set) list(item, 'Set [', ']');
    else if (item instanceof Date) add(`[Date ${Number.isNaN(item.getTime()) ? 'invalid' : item.toISOString()}]`);
    else if (item instanceof Error) addString(`${item.name}: ${item.message}`);
    else {
      const kind = kindOf(item);
      if (kind === 'Object') record(item);
      else add(`[${kind}]`);
    }
  };
  try {
    write(value);
  } catch (failure) {
    if (!(failure instanceof LimitReached)) {
      parts.push('[unreadable]');
      cut = true;
    }
  }
  return { text: parts.join(''), cut };
}

function kindOf(item: object): string {
  return Object.prototype.toString.call(item).slice(8, -1);
}
