/**
 * Comments that exempt a place from a rule: `# rule-off NAME: reason`, in programs with `//`. One on a line of its own is about the
 * next line that is not a comment, another one about its own line.
 */

import { commentsOf } from '../source/boundedJavaScript.ts';
import { suggestion } from '../source/names.ts';
import type { TextProblem } from '../source/problem.ts';
import type { LineIndex, Span } from '../source/range.ts';
import { exemptionKinds, isRuleName, type RuleName, ruleKinds } from '../source/ruleKinds.ts';
import { yamlComments } from './yamlComments.ts';

interface Exemption {
  rule: RuleName;
  /** The line that it is about. */
  line: number;
  span: Span;
}

export interface Exemptions {
  exemptions: readonly Exemption[];
  /** What is wrong with the comments themselves. */
  problems: readonly TextProblem[];
}

interface CommentedText {
  text: string;
  lines: LineIndex;
  language: 'yaml' | 'javascript' | 'json';
}

const none: Exemptions = { exemptions: [], problems: [] };

/** The comments of a text without errors of syntax. */
export function commentsIn(text: string, language: 'yaml' | 'javascript'): Span[] {
  return language === 'yaml' ? yamlComments(text) : commentsOf(text);
}

/** Without spaces around it. */
const pattern = /^(?:#+|\/\/|\/\*)[ \t]*(rule-off\b(?:[ \t]+([\w-]+))?)[ \t]*(?::[ \t]*(.*?))?[ \t]*(?:\*\/)?$/s;

export function exemptionsIn({ text, lines, language }: CommentedText): Exemptions {
  if (language === 'json' || !text.includes('rule-off')) return none;
  const comments = commentsIn(text, language);
  /** The lines that have nothing but a comment. */
  const alone = new Map<number, Span>();
  for (const one of comments) {
    const { line, character } = lines.positionAt(one.start);
    const from = lines.offsetAt({ line, character: 0 });
    if (text.slice(from, from + character).trim() === '') alone.set(line, one);
  }
  const exemptions: Exemption[] = [];
  const problems: TextProblem[] = [];
  for (const { start, end } of comments) {
    const match = pattern.exec(text.slice(start, end).trimEnd());
    if (!match) continue;
    const [, head, name = '', reason = ''] = match;
    const at = start + match[0].indexOf(head!);
    const span = { start: at + (name === '' ? 0 : head!.length - name.length), end: at + head!.length };
    if (!isRuleName(name)) {
      const names = Object.values(ruleKinds).map(({ code }) => code);
      const { hint, fix } = suggestion(name, names);
      problems.push({ span, ...exemptionKinds.unknownRule(name, hint), ...(fix ? { fix } : {}) });
      continue;
    }
    if (reason === '') problems.push({ span, ...exemptionKinds.exemptionWithoutReason(name) });
    const { line } = lines.positionAt(start);
    let target = line;
    while (alone.has(target)) target = lines.positionAt(alone.get(target)!.end).line + 1;
    exemptions.push({ rule: name, line: target, span });
  }
  return { exemptions, problems };
}

/**
 * Removes the findings that are exempted, and adds the exemptions that exempt nothing.
 * `keyOf`: where the entry around a place starts, for SQL of several lines, which cannot have comments. `isOn`: nothing is known of a
 * rule that is off.
 */
export function applyExemptions<One extends { code: string; span: Span }>(
  lines: LineIndex,
  { exemptions, problems }: Exemptions,
  found: readonly One[],
  keyOf: (span: Span) => Span,
  isOn: (rule: RuleName) => boolean,
): { left: One[]; problems: TextProblem[] } {
  if (exemptions.length === 0) return { left: [...found], problems: [...problems] };
  const used = new Set<Exemption>();
  const left = found.filter(({ code, span }) => {
    const at = [span, keyOf(span)].map(({ start }) => lines.positionAt(start).line);
    const own = exemptions.filter((one) => one.rule === code && at.includes(one.line));
    for (const one of own) used.add(one);
    return own.length === 0;
  });
  const unused = exemptions.filter((one) => !used.has(one) && isOn(one.rule));
  return {
    left,
    problems: [...problems, ...unused.map(({ rule, span }) => ({ span, ...exemptionKinds.unusedExemption(rule) }))],
  };
}
