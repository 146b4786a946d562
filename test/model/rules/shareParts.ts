/** Makes a rule table smaller by sharing equal parts. */

import type { Rule } from '../../../src/model/rules/rule.ts';

/** A rule as in the file: its keys without those of the set with the name `base`. */
interface KeysInFile {
  keys: Record<string, unknown>;
  base?: string;
}

/** Gives a name to each set of keys that several rules have. Changes the rules. */
export function shareKeys(rules: Record<string, Rule>): Record<string, Record<string, unknown>> {
  const users = new Map<string, Set<KeysInFile>>();
  const collect = (rule: unknown) => {
    if (typeof rule !== 'object' || rule === null) return;
    for (const inner of Object.values(rule)) collect(inner);
    if (!('keys' in rule) || Array.isArray(rule.keys)) return;
    for (const [key, value] of Object.entries((rule as KeysInFile).keys)) {
      const text = JSON.stringify([key, value]);
      users.set(text, (users.get(text) ?? new Set()).add(rule as KeysInFile));
    }
  };
  collect(rules);
  const ids = new Map<KeysInFile, number>();
  const idOf = (one: KeysInFile) => ids.get(one) ?? ids.set(one, ids.size).get(one)!;
  const groups = new Map<string, { texts: string[]; using: Set<KeysInFile> }>();
  for (const [text, using] of users) {
    const group = [...using].map(idOf).join();
    groups.set(group, { texts: [...(groups.get(group)?.texts ?? []), text], using });
  }
  const sets: Record<string, Record<string, unknown>> = {};
  const saved = ({ texts, using }: { texts: string[]; using: Set<KeysInFile> }) =>
    texts.join().length * (using.size - 1);
  for (const { texts, using } of [...groups.values()].sort((a, b) => saved(b) - saved(a))) {
    const free = [...using].filter((one) => one.base === undefined);
    if (texts.length < 2 || free.length < 2) continue;
    const base = `keys${Object.keys(sets).length + 1}`;
    sets[base] = Object.fromEntries(texts.map((text) => JSON.parse(text) as [string, unknown]));
    for (const one of free) {
      one.base = base;
      one.keys = Object.fromEntries(Object.entries(one.keys).filter(([key]) => !Object.hasOwn(sets[base]!, key)));
    }
  }
  return sets;
}

/** Gives a name to every part that occurs more than once. */
export function shareParts(rules: Record<string, Rule>): Record<string, Rule> {
  const counts = new Map<string, number>();
  const count = (rule: unknown) => {
    if (typeof rule !== 'object' || rule === null) return;
    const text = JSON.stringify(rule);
    const seen = (counts.get(text) ?? 0) + 1;
    counts.set(text, seen);
    if (seen === 1) Object.values(rule).forEach(count);
  };
  count(rules);
  const names = new Map<string, string>();
  const shared: Record<string, Rule> = {};
  const kinds = ['keys', 'list', 'named', 'own', 'sibling', 'has', 'single', 'one', 'enum', 'pattern'];
  const replace = (rule: unknown, top = false): unknown => {
    if (typeof rule !== 'object' || rule === null) return rule;
    if (Array.isArray(rule)) return rule.map((item) => replace(item));
    const text = JSON.stringify(rule);
    const isRule = kinds.some((kind) => kind in rule) && !('rel' in rule);
    const inner = () => Object.fromEntries(Object.entries(rule).map(([key, value]) => [key, replace(value)]));
    if (top || !isRule || counts.get(text)! < 2 || text.length < 26) return inner();
    let name = names.get(text);
    if (!name) {
      name = `p${names.size + 1}`;
      names.set(text, name);
      shared[name] = inner() as Rule;
    }
    return { ref: name };
  };
  const result = Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, replace(rule, true) as Rule]));
  return { ...result, ...shared };
}
