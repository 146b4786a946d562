/** For every place that breaks a rule: exempt it, or turn the rule off. Also for query and test documents. */

import { valueWith } from '../../model/documents/readShape.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { rulesOf } from '../../model/lint/ruleSettings.ts';
import { columnOf, lineStart } from '../../model/source/lines.ts';
import { rulesFileName } from '../../model/source/modelSource.ts';
import { withQuotes } from '../../model/source/quotes.ts';
import { isRuleName, type RuleName } from '../../model/source/ruleKinds.ts';
import type { MapNode, ValueNode } from '../../model/source/tree.ts';
import type { CodeAction, CodeActionEdit, UriOf } from '../protocol/protocol.ts';
import { lineBreakOf } from './edits/sourceEdits.ts';

interface RulePlace {
  index: ModelIndex;
  path: string;
  text: string;
  language: 'yaml' | 'javascript' | 'json';
  /** The line before this place can have a comment. */
  offset: number;
  code: string;
  uriOf: UriOf;
}

export function ruleActions(place: RulePlace): CodeAction[] {
  const { code } = place;
  if (!isRuleName(code)) return [];
  const off = turnOff(place, code);
  return [
    ...(place.language === 'json' ? [] : [exempt(place, code)]),
    ...(off ? [{ title: `Turn off the rule '${code}'`, kind: 'quickfix' as const, edit: off }] : []),
  ];
}

/** The comment has no reason yet, which is a problem until there is one. */
function exempt({ path, text, language, offset, uriOf }: RulePlace, rule: RuleName): CodeAction {
  const from = lineStart(text, offset);
  const indent = /^[ \t]*/.exec(text.slice(from))![0];
  const newText = `${indent}${language === 'yaml' ? '#' : '//'} rule-off ${rule}: ${lineBreakOf(text)}`;
  const position = { line: text.slice(0, from).split('\n').length - 1, character: 0 };
  return {
    title: `Exempt this place from '${rule}'…`,
    kind: 'quickfix',
    edit: {
      documentChanges: [
        {
          textDocument: { uri: uriOf(path), version: null },
          edits: [{ range: { start: position, end: position }, newText }],
        },
      ],
    },
  };
}

/** Undefined if the file of rules cannot be read. */
function turnOff({ index, uriOf }: RulePlace, rule: RuleName): CodeActionEdit | undefined {
  const file = index.rulesFile;
  const uri = uriOf(rulesFileName);
  const start = { line: 0, character: 0 };
  if (!file) {
    const edits = [{ range: { start, end: start }, newText: `rules:\n  ${rule}: off\n` }];
    return {
      documentChanges: [
        { kind: 'create', uri },
        { textDocument: { uri, version: null }, edits },
      ],
    };
  }
  const { root, problems } = rulesOf(index);
  const rules = valueWith(root, 'rules');
  const change = file.unread
    ? undefined
    : changeIn(file.text, rules, rule, root === undefined && problems.length === 0);
  if (!change) return undefined;
  const range = file.lines.rangeOf(change);
  return { documentChanges: [{ textDocument: { uri, version: null }, edits: [{ range, newText: change.text }] }] };
}

function changeIn(text: string, rules: ValueNode | undefined, rule: RuleName, isEmpty: boolean) {
  const lineBreak = lineBreakOf(text);
  if (isEmpty)
    return {
      start: text.length,
      end: text.length,
      text: `${text === '' || text.endsWith('\n') ? '' : lineBreak}rules:${lineBreak}  ${rule}: off${lineBreak}`,
    };
  if (rules?.kind !== 'map') return undefined;
  const own = valueWith(rules, rule);
  const level = own?.kind === 'map' ? valueWith(own, 'level') : own;
  if (own)
    return level?.kind === 'scalar' && level.value !== null ? { ...withQuotes(text, level), text: 'off' } : undefined;
  return newEntry(text, rules, `${rule}: off`, lineBreak);
}

function newEntry(text: string, rules: MapNode, entry: string, lineBreak: string) {
  const [first] = rules.entries;
  const isFlow = text[rules.start] === '{';
  if (isFlow) return { start: rules.start + 1, end: rules.start + 1, text: ` ${entry}${first ? ',' : ' '}` };
  if (!first) return undefined;
  const at = lineStart(text, first.keySpan.start);
  const indent = ' '.repeat(columnOf(text, first.keySpan.start));
  return { start: at, end: at, text: `${indent}${entry}${lineBreak}` };
}
