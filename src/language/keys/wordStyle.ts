/** The style of a source for keys and values of several words: `primaryKey` or `primary_key`, `countDistinct` or `count_distinct`. */

import { camelCase } from '../../model/source/names.ts';
import type { Language } from '../../model/source/tree.ts';
import { isDocumentedKey } from './keyDocs.ts';

type Words = 'camel' | 'snake';

export interface WordStyle {
  keys: Words;
  /** Undefined if the source has none that tells. */
  values: Words | undefined;
  /** Joins have the older relationships, such as `belongsTo`. */
  hasOldRelationships: boolean;
}

const key = /\b([a-z]+(?:[A-Z][a-z]+|_[a-z]+)+)["']?\s*:/g;
const value = /\b(?:type|relationship)\s*:\s*["'`]([a-z]+(?:[A-Z][a-z]+|_[a-z]+)+)["'`]/g;

const yaml: WordStyle = { keys: 'snake', values: 'snake', hasOldRelationships: false };

/** The style of most keys and of most values, as JavaScript accepts both. */
export function wordStyleOf(text: string, language: Language): WordStyle {
  if (language === 'yaml') return yaml;
  const keys = most([...text.matchAll(key)].map((one) => one[1]!).filter((one) => isDocumentedKey(camelCase(one))));
  const values = [...text.matchAll(value)].map((one) => one[1]!);
  return {
    keys: keys ?? 'camel',
    values: most(values) ?? (keys === 'snake' ? keys : undefined),
    hasOldRelationships: values.some(isOldRelationship),
  };
}

function most(names: readonly string[]): Words | undefined {
  const snake = names.filter((name) => name.includes('_')).length;
  if (names.length === 0) return undefined;
  return 2 * snake > names.length ? 'snake' : 'camel';
}

export function isOldRelationship(name: string): boolean {
  return /^(belongs|has)(_to|To|_many|Many|_one|One)$/.test(name);
}
