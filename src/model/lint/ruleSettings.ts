/** Reads `.datamodelrules.yml`: the level of each rule, and its options. */

import { parsePlainDocument, unreadDocument } from '../documents/plainDocument.ts';
import { readShape, shapeReader, valueWith } from '../documents/readShape.ts';
import type { Derivation } from '../index/derivedValues.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import type { TextProblem } from '../source/problem.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import type { Severity } from '../source/problemKind.ts';
import { isRuleName, type RuleName } from '../source/ruleKinds.ts';
import type { MapNode } from '../source/tree.ts';
import { defaultLines, defaultPattern, type Level, levels, lintRules } from './lintRules.ts';
import { type NamePattern, namePattern } from './namePattern.ts';
import { rulesShape } from './rulesShape.ts';

export interface RuleSettings {
  /** The severity of what a rule reports; undefined if it is off. */
  severityOf(rule: RuleName): Severity | undefined;
  naming: { source: string; pattern: NamePattern };
  lines: number;
}

export interface RulesDocument {
  root: MapNode | undefined;
  settings: RuleSettings;
  problems: readonly TextProblem[];
  isTooLarge: boolean;
}

const severities = { info: 'information', warning: 'warning', error: 'error' } as const satisfies Record<
  Exclude<Level, 'off'>,
  Severity
>;

/** Never throws. What cannot be read has its default. */
export function readRules(path: string, text: string, unread?: string): RulesDocument {
  const {
    root,
    problems: syntax,
    isTooLarge = false,
  } = unread === undefined ? parsePlainDocument(path, text) : unreadDocument(unread);
  const reader = shapeReader(text);
  const read = root && syntax.length === 0 ? readShape(reader, root, rulesShape, 'rules file') : {};
  const rules = (read as { rules?: unknown }).rules;
  const given = new Map(typeof rules === 'object' && rules !== null ? Object.entries(rules) : []);
  const option = (rule: RuleName, name: string): unknown => {
    const value: unknown = given.get(rule);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  };
  const severityOf = (rule: RuleName): Severity | undefined => {
    const value: unknown = given.get(rule);
    const named = typeof value === 'string' ? value : option(rule, 'level');
    const found = levels.find(({ text: one }) => one === named)?.text ?? lintRules[rule].level;
    return found === 'off' ? undefined : severities[found];
  };
  const lines = option('long-sql', 'lines');
  const source = option('naming', 'pattern');
  const pattern = typeof source === 'string' ? namePattern(source) : undefined;
  const problems = [...(syntax.length > 0 ? syntax : reader.problems)];
  if (typeof source === 'string' && !pattern) {
    const node = valueWith(valueWith(valueWith(root, 'rules'), 'naming'), 'pattern')!;
    const expected = 'a regular expression without look-around, back references and lazy repetitions';
    problems.push({ span: { start: node.start, end: node.end }, ...problemCatalog.documentType('pattern', expected) });
  }
  return {
    root,
    problems,
    isTooLarge,
    settings: {
      severityOf,
      naming: pattern
        ? { source: source as string, pattern }
        : { source: defaultPattern, pattern: namePattern(defaultPattern)! },
      lines: typeof lines === 'number' && lines >= 1 ? lines : defaultLines,
    },
  };
}

const document: Derivation<ModelIndex, ModelIndex, RulesDocument> = {
  compute: (index) => {
    const file = index.rulesFile;
    return readRules(file?.path ?? '', file?.text ?? '', file?.unread?.message);
  },
};

export function rulesOf(index: ModelIndex): RulesDocument {
  return index.derive(document, index);
}

/** Whether a rule that is on needs to know what query and test documents name. */
export function readsDocuments({ severityOf }: RuleSettings): boolean {
  return Object.entries(lintRules).some(
    ([name, rule]) => rule.readsDocuments && isRuleName(name) && severityOf(name) !== undefined,
  );
}
