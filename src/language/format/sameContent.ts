/** Whether two YAML texts say the same: values, comments, anchors. White space in SQL and the order of keys may differ. */

import { parseDocument, visit } from 'yaml';
import type { Place } from '../keys/conventions.ts';
import { commentTexts } from './comments.ts';
import { isSameSqlValue } from './sqlLayout.ts';

/** Few lines can describe millions of values. */
const maximumAliases = 10_000;

export function isSameContent(before: string, after: string, place: Place): boolean {
  const [old, now] = [before, after].map(read);
  if (!old || !now) return false;
  if (old.references !== now.references || old.comments !== now.comments) return false;
  return isSameValue(old.value, now.value, place);
}

function read(text: string) {
  const document = parseDocument(text, { logLevel: 'silent', prettyErrors: false, merge: true, version: '1.2' });
  if (document.errors.length > 0) return undefined;
  const references: string[] = [];
  visit(document, {
    Alias: (_, { source }) => void references.push(`*${source}`),
    Node: (_, node) => void ('anchor' in node && node.anchor && references.push(`&${node.anchor}`)),
  });
  const comments = commentTexts(text).toSorted().join('\n');
  try {
    const value: unknown = document.toJS({ maxAliasCount: maximumAliases, mapAsMap: true });
    return { value, references: references.join(' '), comments };
  } catch {
    return undefined;
  }
}

function isSameValue(before: unknown, after: unknown, place: Place): boolean {
  if (Array.isArray(before)) {
    const items = place.items ?? place;
    return (
      Array.isArray(after) &&
      before.length === after.length &&
      before.every((one, i) => isSameValue(one, after[i], items))
    );
  }
  if (before instanceof Map) {
    return (
      after instanceof Map &&
      before.size === after.size &&
      [...before].every(([key, one]) => after.has(key) && isSameValue(one, after.get(key), place.below(String(key))))
    );
  }
  if (typeof before !== 'string' || typeof after !== 'string') return Object.is(before, after);
  return before === after || (place.sql !== undefined && isSameSqlValue(before, after));
}
