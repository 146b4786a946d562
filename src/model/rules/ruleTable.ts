/** The rules of the installed compiler for cubes, views and view groups, read from `rules.json`. */

import type { Rule } from './rule.ts';
import table from './rules.json' with { type: 'json' };

/** `cube`, `view`, `viewGroup`, and the shared parts that they refer to. */
export const rules = table.rules as unknown as Readonly<Record<string, Rule>>;

export const namedFormats: readonly string[] = table.namedFormats;

export const currencies: readonly string[] = table.currencies;

/** Patterns of the paths whose values are references. */
export const referenceFields: readonly string[] = table.referenceFields;

/** Fields whose YAML text is read as a value (`true`, a name) instead of a text. */
export const bareFields: readonly string[] = table.bareFields;
