/** The rule about old names of keys and values that the compiler still accepts. */

import type { Finding } from '../checks/findings.ts';
import { snakeCase } from '../source/names.ts';
import { ruleKinds } from '../source/ruleKinds.ts';
import { textOf } from '../source/tree.ts';
import { entriesIn, type RuleCheck } from './ruleCheck.ts';

/** In the compiler's camelCase. */
const keys: ReadonlyMap<string, string> = new Map([
  ['shown', 'public'],
  ['drillMemberReferences', 'drillMembers'],
  ['measureReferences', 'measures'],
  ['dimensionReferences', 'dimensions'],
  ['segmentReferences', 'segments'],
  ['timeDimensionReference', 'timeDimension'],
  ['rollupReferences', 'rollups'],
]);

const relationships: ReadonlyMap<string, string> = new Map([
  ['has_one', 'one_to_one'],
  ['hasOne', 'one_to_one'],
  ['has_many', 'one_to_many'],
  ['hasMany', 'one_to_many'],
  ['belongs_to', 'many_to_one'],
  ['belongsTo', 'many_to_one'],
]);

/** The present name of a relationship. */
export function presentRelationship(text: string): string {
  return relationships.get(text) ?? text;
}

export const deprecatedKeys: RuleCheck = ({ file, definition }) =>
  [...entriesIn(definition.node)].flatMap(({ key, name, keySpan, value }): Finding[] => {
    const found = (span: { start: number; end: number }, old: string, current: string): Finding[] => [
      {
        file: file.path,
        span: { start: span.start, end: span.end },
        ...ruleKinds.deprecatedKey(old, current),
        fix: { kind: 'replace', texts: [current] },
      },
    ];
    const current = keys.get(name);
    if (current !== undefined)
      return found(keySpan, key, definition.language === 'yaml' ? snakeCase(current) : current);
    const text = name === 'relationship' ? textOf(value) : undefined;
    const relationship = text === undefined ? undefined : relationships.get(text);
    return relationship === undefined ? [] : found(value, text!, relationship);
  });
