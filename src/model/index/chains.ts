/** The names of a text as a chain of parts. */

import type { Span } from '../source/range.ts';
import type { Chain, ChainPart } from '../source/tree.ts';
import type { Role } from './fieldRoles.ts';

/** The whole text as one name. */
export function nameChain(name: string, span: Span): Chain {
  return { start: span.start, end: span.end, parts: [{ name, start: span.start, end: span.end }], called: false };
}

/** The names in a text such as `orders.count`. Undefined if an escape moves the offsets, or if it is not a path. */
export function pathChain(text: string, span: Span): Chain | undefined {
  if (!/^\w+(?:\.\w+)*$/.test(text) || span.end - span.start !== text.length) return undefined;
  let start = span.start;
  const parts = text.split('.').map((name) => {
    const part = { name, start, end: start + name.length };
    start = part.end + 1;
    return part;
  });
  return { start: span.start, end: span.end, parts, called: false };
}

/** The parts of a name that no template tag writes: those at its start, and in a join path also those at its end. */
export function fixedParts(text: string, chain: Chain, role: Role): Chain[] {
  const isFixed = ({ name, start, end }: ChainPart) => text.slice(start, end) === name;
  const { parts } = chain;
  const written = parts.findIndex((part) => !isFixed(part));
  if (written < 0) return [chain];
  const of = (some: readonly ChainPart[], called: boolean): Chain[] =>
    some.length > 0 ? [{ start: some[0]!.start, end: some.at(-1)!.end, parts: some, called }] : [];
  const last = role === 'joinPath' ? parts.slice(parts.findLastIndex((part) => !isFixed(part)) + 1) : [];
  return [...of(parts.slice(0, written), true), ...of(last, false)];
}
