/** The types of the model rules in `rules.json`. */

/** Text formats that `formats.ts` checks. */
export type Format =
  | 'alignedInterval'
  | 'cron'
  | 'currency'
  | 'date'
  | 'everyInterval'
  | 'namedFormat'
  | 'numericFormat'
  | 'timeFormat'
  | 'timeInterval'
  | 'timezone';

/** How many of the keys may be set. */
export interface Limits {
  /** Exactly one (xor), at least one (or), at most one (nand, oxor), all or none (and), the first only with the others (with). */
  rel: 'xor' | 'or' | 'nand' | 'oxor' | 'and' | 'with';
  keys: readonly string[];
}

export type Rule =
  /** `flag` is a boolean, `boolean` also its text; `function` is SQL, a reference or a list of references. */
  | 'any'
  | 'string'
  | 'number'
  | 'boolean'
  | 'flag'
  | 'function'
  /** Must not be set; the text gives the reason if it is not obvious. */
  | { forbidden: string }
  | { enum: readonly (string | boolean)[] }
  | { format: Format }
  | { pattern: string; label: string }
  | { list: readonly Rule[]; min?: number; items?: 'links' | 'required' }
  /** A map from names to members. In YAML: a list of items with `name`. */
  | { named: Rule }
  | { keys: Readonly<Record<string, Rule>>; required?: readonly string[]; limits?: readonly Limits[] }
  /** Depends on a key of the value itself (`own`) or of the surrounding map (`sibling`). */
  | { own: string; cases: readonly (readonly [readonly (string | boolean)[], Rule])[]; otherwise?: Rule }
  | { sibling: string; cases: readonly (readonly [readonly (string | boolean)[], Rule])[]; otherwise?: Rule }
  /** `holds` applies if all keys of one of the sets are present. */
  | { has: readonly (readonly string[])[]; holds: Rule; otherwise: Rule }
  /** `single` applies to a list with one item. */
  | { single: Rule; otherwise: Rule }
  | { one: readonly Rule[] }
  /** In a case of `sibling`: the key is required. */
  | { must: Rule }
  /** The name of another rule of the table. */
  | { ref: string };
