/** The kinds of problems that rules with levels report, and those of comments that exempt a place from a rule. */

import { kindsOf } from './problemKind.ts';

const warning = kindsOf('warning');

/** The severity is that of the level of the rule; `lint/lintRules.ts` has the levels. */
export const ruleKinds = {
  missingDescription: warning('missing-description', (what: string) => `The ${what} has no \`description\`.`),
  missingTitle: warning('missing-title', (what: string) => `The ${what} has no \`title\`.`),
  missingFormat: warning('missing-format', (what: string) => `The ${what} has no \`format\`.`),
  missingOwner: warning('missing-owner', (what: string) => `The ${what} has no owner: a text in \`meta.owner\`.`),
  missingAiContext: warning(
    'missing-ai-context',
    (what: string) => `The ${what} has no context for AI: a text in \`meta.ai_context\`.`,
  ),
  naming: warning('naming', (name: string, pattern: string) => `\`${name}\` does not match \`${pattern}\`.`),
  untestedMeasure: warning('untested-measure', (name: string) => `No test of this project uses \`${name}\`.`),
  publicPrimaryKey: warning(
    'public-primary-key',
    (name: string) => `\`${name}\` is a primary key and public: users see it next to what they can read.`,
  ),
  unusedMember: warning(
    'unused-member',
    (name: string) =>
      `Nothing uses \`${name}\`: it is not public, in no view, and no other part of the project names it.`,
  ),
  countWithoutKey: warning(
    'count-without-key',
    (what: string, measure: string) =>
      `The ${what} has no primary key, so \`${measure}\` will count rows twice when the cube is joined.`,
  ),
  duplicatedSql: warning('duplicated-sql', (what: string) => `The ${what} has the same SQL.`),
  ambiguousJoinPath: warning(
    'ambiguous-join-path',
    (from: string, to: string, first: string, second: string) =>
      `From \`${from}\` to \`${to}\`, the paths over \`${first}\` and over \`${second}\` are equally long, so a query of both cubes can take either. Name the path in a view.`,
  ),
  deprecatedKey: warning(
    'deprecated-key',
    (old: string, current: string) => `\`${old}\` is an old name. Use \`${current}\`.`,
  ),
  deprecatedMember: warning(
    'deprecated-member',
    (name: string, since: string, use: string) => `\`${name}\` is deprecated${since}.${use}`,
  ),
  longSql: warning(
    'long-sql',
    (lines: number, most: number) => `This SQL has ${lines} lines, more than ${most}. Divide it, or make it a table.`,
  ),
} as const;

export const exemptionKinds = {
  unknownRule: warning('unknown-rule', (name: string, hint: string) => `There is no rule \`${name}\`.${hint}`),
  exemptionWithoutReason: warning(
    'exemption-without-reason',
    (name: string) => `Say why \`${name}\` does not apply here: \`rule-off ${name}: reason\`.`,
  ),
  unusedExemption: warning(
    'unused-exemption',
    (name: string) => `Nothing on this line breaks the rule \`${name}\`. Remove the exemption.`,
  ),
} as const;

export type RuleName = (typeof ruleKinds)[keyof typeof ruleKinds]['code'];

const ruleNames: ReadonlySet<string> = new Set(Object.values(ruleKinds).map(({ code }) => code));

/** Whether a code is the name of a rule. */
export function isRuleName(code: string): code is RuleName {
  return ruleNames.has(code);
}

const exemptionCodes: ReadonlySet<string> = new Set(Object.values(exemptionKinds).map(({ code }) => code));

/** Whether a problem is one of taste or care, which no other problem follows from. */
export function isOfRules({ code }: { code: string }): boolean {
  return isRuleName(code) || exemptionCodes.has(code);
}
