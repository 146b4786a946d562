/** The language the rules of the model are written in; `rules.ts` is generated in it. */

/** Texts with a form of their own, checked by `formats.ts`. */
export type Format =
  | 'alignedInterval'
  | 'cron'
  | 'currency'
  | 'date'
  | 'everyInterval'
  | 'namedFormat'
  | 'numericFormat'
  | 'timeFormat'
  | 'timeInterval';

export interface Limits {
  /** Exactly one (xor), at least one (or), at most one (nand, oxor), all or none (and), the first only with the others (with). */
  rel: 'xor' | 'or' | 'nand' | 'oxor' | 'and' | 'with';
  keys: readonly string[];
}

export type Rule =
  /** `flag` is a real boolean, `boolean` also its text; `function` is SQL, a reference or a list of references. */
  | 'any'
  | 'string'
  | 'number'
  | 'boolean'
  | 'flag'
  | 'function'
  /** May not be there; the text says why when the key alone does not. */
  | { forbidden: string }
  | { enum: readonly (string | boolean)[] }
  | { format: Format | 'timezone' }
  | { pattern: string; label: string }
  | { list: readonly Rule[]; min?: number; items?: 'links' | 'required' }
  /** A map of names to things: in YAML a list of items with `name`. */
  | { named: Rule }
  | { keys: Readonly<Record<string, Rule>>; required?: readonly string[]; limits?: readonly Limits[] }
  /** Depends on a key of the value itself (`own`) or of the map around it (`sibling`). */
  | { own: string; cases: readonly (readonly [readonly (string | boolean)[], Rule])[]; otherwise?: Rule }
  | { sibling: string; cases: readonly (readonly [readonly (string | boolean)[], Rule])[]; otherwise?: Rule }
  /** Depends on which keys are there: one of the sets must be complete. */
  | { has: readonly (readonly string[])[]; holds: Rule; otherwise: Rule }
  | { single: Rule; otherwise: Rule }
  | { one: readonly Rule[] }
  /** In a branch of `sibling`: the key must be there. */
  | { must: Rule }
  | { ref: string };
