/** The rules of the installed compiler for cubes, views and view groups, read from `rules.json`. */

import type { Rule } from './rule.ts';
import table from './rules.json' with { type: 'json' };

const keySets: Readonly<Record<string, object>> = table.keySets;

/** Adds to the keys of each rule those of its `base`, a set of keys that several rules have. */
function withBase(rule: unknown): unknown {
  if (typeof rule !== 'object' || rule === null) return rule;
  if (Array.isArray(rule)) return rule.map(withBase);
  const found: Record<string, unknown> = Object.fromEntries(
    Object.entries(rule).map(([name, value]) => [name, withBase(value)]),
  );
  const keys = typeof found.keys === 'object' && keySets[found.base as string];
  return keys ? { ...found, keys: { ...keys, ...(found.keys as object) } } : found;
}

/** `cube`, `view`, `viewGroup`, and the shared parts that they refer to. */
export const rules = withBase(table.rules) as Readonly<Record<string, Rule>>;

export const namedFormats: readonly string[] = table.namedFormats.split(' ');

export const currencies: readonly string[] = table.currencies.split(' ');

/** The paths whose values are references. */
export const referenceFields = new RegExp(table.referenceFields);

/** Fields whose YAML text is read as a value (`true`, a name) instead of a text. */
export const bareFields: readonly string[] = table.bareFields;
