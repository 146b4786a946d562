/** The paths of all properties that the compiler's schema knows: `measures.*.timeShift.interval`, `view.cubes.prefix`. */

import type { Rule } from '../../../../src/model/rules/rule.ts';
import { rules } from '../../../../src/model/rules/ruleTable.ts';

type Loose = Record<string, unknown>;

function collect(rule: unknown, path: string, refs: readonly string[], found: Set<string>): void {
  if (Array.isArray(rule)) for (const one of rule) collect(one, path, refs, found);
  if (Array.isArray(rule) || typeof rule !== 'object' || rule === null) return;
  const { ref, keys, named, cases, ...others } = rule as Loose & { ref?: string; keys?: Loose; cases?: unknown[][] };
  if (ref !== undefined) {
    if (!refs.includes(ref)) collect(rules[ref], path, [...refs, ref], found);
    return;
  }
  for (const [key, value] of Object.entries(keys ?? {})) {
    found.add(`${path}${key}`);
    collect(value, `${path}${key}.`, refs, found);
  }
  collect(named, `${path}*.`, refs, found);
  for (const [, value] of cases ?? []) collect(value, path, refs, found);
  for (const part of ['list', 'one', 'otherwise', 'holds', 'single', 'must']) collect(others[part], path, refs, found);
}

function pathsOf(rule: Rule | undefined): Set<string> {
  const found = new Set<string>();
  collect(rule, '', [], found);
  // A list of joins and a map of joins are the same.
  return new Set([...found].map((path) => path.replace('joins.*.', 'joins.')));
}

/** Properties that views have in common with cubes are listed once, without `view.`. */
export function schemaPaths(): Set<string> {
  const cube = pathsOf(rules.cube);
  const ofViews = [...pathsOf(rules.view)].filter((path) => !cube.has(path));
  return new Set([...cube, ...ofViews.map((path) => `view.${path}`)]);
}
