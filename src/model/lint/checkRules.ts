/** The problems that the rules of a project report, with their levels and exemptions. */

import { type Finding, toProblem } from '../checks/findings.ts';
import { tenantsOf } from '../checks/tenants.ts';
import type { MemberMention } from '../documents/readShape.ts';
import type { Derivation } from '../index/derivedValues.ts';
import type { IndexedFile, ModelIndex } from '../index/modelIndex.ts';
import { unreadableProblem } from '../source/limits.ts';
import { type Problem, problemsOfText, type TextProblem } from '../source/problem.ts';
import { contains, type LineIndex, type Span } from '../source/range.ts';
import { isRuleName, type RuleName } from '../source/ruleKinds.ts';
import { deprecatedKeys } from './deprecatedKeys.ts';
import { deprecatedMentions, deprecatedUses } from './deprecatedUses.ts';
import { duplicatedCubes, duplicatedMembers } from './duplicatedSql.ts';
import { applyExemptions, type Exemptions, exemptionsIn } from './exemptions.ts';
import { ambiguousJoinPaths } from './joinPaths.ts';
import { entriesIn, type RuleCheck } from './ruleCheck.ts';
import { type RuleSettings, rulesOf } from './ruleSettings.ts';
import { textRules } from './textRules.ts';
import { unreachableMembers, untestedMeasures, unusedMembers } from './usedMembers.ts';

/** Checks of one definition after the other: a file is checked again when something changes that its definitions refer to. */
const ofDefinitions: readonly (readonly [RuleName, RuleCheck])[] = [
  ...(Object.entries(textRules) as [RuleName, RuleCheck][]),
  ['deprecated-key', deprecatedKeys],
  ['duplicated-sql', duplicatedMembers],
];

/** Checks of a whole model, after each change. */
const ofModels: readonly (readonly [RuleName, (index: ModelIndex) => Finding[]])[] = [
  ['deprecated-member', deprecatedUses],
  ['duplicated-sql', duplicatedCubes],
  ['ambiguous-join-path', ambiguousJoinPaths],
  ['untested-measure', untestedMeasures],
  ['unused-member', unusedMembers],
];

/** Rules about what users of a member read. Which members a view includes is not part of the check of a file. */
const aboutShown: ReadonlySet<string> = new Set<RuleName>(['missing-description', 'missing-title', 'missing-format']);

const inFile: Derivation<ModelIndex, IndexedFile, readonly Finding[]> = {
  compute(index, { path }) {
    const file = index.file(path)!;
    const { settings } = rulesOf(index);
    const checks = ofDefinitions.filter(([rule]) => settings.severityOf(rule) !== undefined);
    if (checks.length === 0 || file.source.broken) return [];
    return file.definitions
      .filter(({ kind }) => kind !== 'view_group')
      .flatMap((definition) => checks.flatMap(([, check]) => check({ index, file, definition, settings })));
  },
};

/** A read file does not change. */
const exemptions = new WeakMap<IndexedFile, Exemptions>();

function exemptionsOf(file: IndexedFile): Exemptions {
  const known = exemptions.get(file);
  if (known) return known;
  const { source, lines } = file;
  const found = source.broken
    ? { exemptions: [], problems: [] }
    : exemptionsIn({ text: source.masked ?? file.text, lines, language: source.language });
  exemptions.set(file, found);
  return found;
}

const known = new WeakMap<ModelIndex, { generation: number; problems: readonly Problem[] }>();

/** What the rules find in the sources, and what is wrong with the file of rules. Found once for each state of the sources. */
export function ruleProblems(index: ModelIndex): readonly Problem[] {
  const { generation } = index;
  const before = known.get(index);
  if (before?.generation === generation) return before.problems;
  const models = [...(tenantsOf(index)?.models.values() ?? [index])];
  const found = models.flatMap(problemsIn);
  const problems = models.length > 1 ? withoutRepetitions(found) : found;
  known.set(index, { generation, problems: [...problems, ...rulesFileProblems(index)] });
  return known.get(index)!.problems;
}

/** A file outside of the tenants’ folders is checked with each of them. */
function withoutRepetitions(problems: readonly Problem[]): Problem[] {
  return [
    ...new Map(problems.map((one) => [JSON.stringify([one.file, one.range, one.code, one.message]), one])).values(),
  ];
}

/** What is wrong with the file of rules itself. That it cannot be read is a problem of every text. */
export function rulesFileProblems(index: ModelIndex): Problem[] {
  const file = index.rulesFile;
  return file && !file.unread ? problemsOfText(file.path, file.lines, rulesOf(index).problems) : [];
}

function problemsIn(index: ModelIndex): Problem[] {
  const { settings } = rulesOf(index);
  const byFile = new Map<string, Finding[]>();
  const add = (one: Finding) => {
    const same = byFile.get(one.file);
    if (same) same.push(one);
    else byFile.set(one.file, [one]);
  };
  for (const [rule, check] of ofModels) if (settings.severityOf(rule)) for (const one of check(index)) add(one);
  const files = [...index.files];
  const isAnyOn = ofDefinitions.some(([rule]) => settings.severityOf(rule) !== undefined);
  const unseen = new Set(
    (isAnyOn ? unreachableMembers(index) : []).map(
      ({ definition, nameSpan }) => `${definition.file} ${nameSpan.start}`,
    ),
  );
  for (const file of files) {
    if (!isAnyOn) break;
    try {
      for (const one of index.derive(inFile, file))
        if (!aboutShown.has(one.code) || !unseen.has(`${one.file} ${one.span.start}`)) add(one);
    } catch (failure) {
      add({ file: file.path, ...unreadableProblem(failure) });
    }
  }
  return files.flatMap((file) => {
    const found = byFile.get(file.path) ?? [];
    const all = exemptionsOf(file);
    if (found.length === 0 && all.exemptions.length + all.problems.length === 0) return [];
    const leveled = withLevels(found, settings);
    const { left, problems } = applyExemptions(file.lines, all, leveled, keyIn(file), (rule) =>
      isOn(index, settings, rule),
    );
    return [...left.map((one) => toProblem(index, one)), ...problemsOfText(file.path, file.lines, problems)];
  });
}

/** The key of the innermost entry around a place, which comments are at. */
export function keyIn(file: IndexedFile): (span: Span) => Span {
  return (span) => {
    const definition = file.definitions.find((one) => contains(one.span, span));
    const around = [...(definition ? entriesIn(definition.node) : [])].filter(({ value }) => contains(value, span));
    return around.at(-1)?.keySpan ?? span;
  };
}

/** The rules about uses find nothing while it is not known what documents name. */
function isOn(index: ModelIndex, settings: RuleSettings, rule: RuleName): boolean {
  const isKnown = (rule !== 'untested-measure' && rule !== 'unused-member') || index.namedInDocuments !== undefined;
  return isKnown && settings.severityOf(rule) !== undefined;
}

/** Each finding once, with the severity of its rule. */
function withLevels<One extends TextProblem | Finding>(found: readonly One[], settings: RuleSettings): One[] {
  const first = new Map<string, One>();
  for (const one of found) {
    const severity = isRuleName(one.code) ? settings.severityOf(one.code) : one.severity;
    const key = `${one.code} ${one.span.start}`;
    if (severity && !first.has(key)) first.set(key, { ...one, severity });
  }
  return [...first.values()];
}

/** What the rules find in a query or test document. */
export function documentRuleProblems(
  index: ModelIndex,
  document: { path: string; text: string; lines: LineIndex; mentions: readonly MemberMention[] },
): TextProblem[] {
  const { path, text, lines, mentions } = document;
  const { settings } = rulesOf(index);
  const isUsed = settings.severityOf('deprecated-member') !== undefined;
  const found = withLevels(isUsed ? deprecatedMentions(index, text, mentions) : [], settings);
  const all = exemptionsIn({ text, lines, language: path.endsWith('.json') ? 'json' : 'yaml' });
  const { left, problems } = applyExemptions(
    lines,
    all,
    found,
    (span) => span,
    (rule) => isOn(index, settings, rule),
  );
  return [...left, ...problems];
}
