/** The quick fixes of one problem. What the check knows about the correction is in the problem; the rest follows from its code. */

import type { Problem } from '../../model/source/problem.ts';
import { type ProblemCode, problemCatalog } from '../../model/source/problemCatalog.ts';
import type { CodeAction } from '../protocol/protocol.ts';
import { bestOf } from './attempts.ts';
import { createMember } from './createMember.ts';
import { duplicateFixes } from './duplicates.ts';
import { type ActionPlace, actionOf, type Correction, type MarkedProblem } from './edits/action.ts';
import { javaScript } from './javaScriptAttempts.ts';
import { joinOfPath } from './missingJoin.ts';
import { addMissingKeys, addMissingName, addPrimaryKey, fillEmpty } from './missingKeys.ts';
import { addQuotes, exportName, moveToMeta, removeUnknown, validName } from './plainFixes.ts';
import { replacements } from './replacements.ts';
import {
  addAiContext,
  addDescription,
  addFormat,
  addTitle,
  hideKey,
  removeComment,
  removeMember,
  useSameDimension,
} from './ruleFixes.ts';
import {
  adjacentReferences,
  dollarBrace,
  doubledQuotes,
  emptyBraces,
  escapeBraces,
  expressionInBraces,
  openBrace,
  ownColumn,
  plainBrace,
  strayBrace,
  unbalancedSql,
} from './sqlFixes.ts';
import { missingIn, openQuoteInTag, unbalancedBlock, unclosedTag } from './templateFixes.ts';
import { mostTrials, type Trial, type Trials } from './trial.ts';
import { removeValue, valueFixes } from './valueFixes.ts';
import {
  aliases,
  blockText,
  colons,
  dashes,
  documents,
  flowMarks,
  indentations,
  innerQuotes,
  openBracket,
  openQuote,
  otherStarts,
  quotedLine,
  quotes,
  tabs,
  textBehindQuote,
} from './yamlAttempts.ts';

type Fixer = (marked: MarkedProblem) => readonly Correction[];

const preferred =
  (fixer: Fixer): Fixer =>
  (marked) =>
    fixer(marked).filter(({ isPreferred }) => isPreferred);

const unlessKnown =
  (fixer: Fixer): Fixer =>
  (marked) =>
    marked.problem.fix ? [] : fixer(marked);

/** The fixes of each kind of problem, in addition to the texts that its check suggests. */
const fixers = {
  missingKey: [addMissingKeys],
  missingName: [bestOf(flowMarks), addMissingName],
  missingDash: [bestOf(dashes, indentations)],
  primaryKeyMissing: [addPrimaryKey],
  unknownMember: [createMember],
  notJoined: [joinOfPath],
  unknownKey: [moveToMeta, removeUnknown],
  unknownTopLevelKey: [removeUnknown],
  emptyValue: [bestOf(quotedLine, flowMarks), fillEmpty, removeValue],
  conflictingKeys: [removeUnknown],
  badName: [validName],
  wrongValue: [unlessKnown(valueFixes), unlessKnown(bestOf(dashes, quotedLine))],
  plainBrace: [plainBrace],
  openBrace: [openBrace],
  strayBrace: [strayBrace],
  unbalancedSql: [unbalancedSql],
  doubledQuotes: [doubledQuotes],
  emptyBraces: [emptyBraces],
  unsupportedExpression: [expressionInBraces],
  referenceInText: [escapeBraces],
  circularReference: [ownColumn],
  circularExtends: [removeValue],
  undefinedName: [addQuotes],
  unknownImport: [exportName],
  adjacentReferences: [adjacentReferences],
  dollarBrace: [dollarBrace],
  bareReference: [addQuotes],
  duplicateKey: [preferred(bestOf(dashes)), duplicateFixes],
  duplicateMember: [duplicateFixes],
  duplicateDefinition: [duplicateFixes],
  duplicateJoin: [duplicateFixes],
  templateUnclosedTag: [unclosedTag],
  templateUnbalancedBlock: [unbalancedBlock],
  templateOpenQuote: [openQuoteInTag],
  templateMissingValue: [missingIn],
  javascriptMissingComma: [bestOf(javaScript)],
  javascriptSyntax: [bestOf(javaScript)],
  yamlTab: [bestOf(tabs)],
  yamlAlias: [bestOf(aliases)],
  yamlBadIndent: [bestOf(indentations, dashes)],
  yamlDocuments: [bestOf(documents)],
  yamlOpenBracket: [bestOf(openBracket, flowMarks)],
  yamlSyntax: [bestOf(innerQuotes, textBehindQuote, flowMarks)],
  yamlMissingColon: [bestOf(colons, otherStarts, blockText)],
  yamlOpenQuote: [bestOf(openQuote)],
  yamlQuotesNeeded: [bestOf(quotes, quotedLine)],
  missingDescription: [addDescription],
  missingTitle: [addTitle],
  missingFormat: [addFormat],
  missingAiContext: [addAiContext],
  publicPrimaryKey: [hideKey],
  unusedMember: [removeMember],
  countWithoutKey: [addPrimaryKey],
  duplicatedSql: [useSameDimension],
  unusedExemption: [removeComment],
} satisfies Partial<Record<keyof typeof problemCatalog, readonly Fixer[]>>;

export const fixersByCode: ReadonlyMap<ProblemCode, readonly Fixer[]> = new Map(
  Object.entries(fixers).map(([name, fixes]) => [problemCatalog[name as keyof typeof fixers].code, fixes]),
);

/** The corrections that make the model better, of the first ones. */
function tried(trials: Trials, problem: Problem, corrections: readonly Correction[]): (Correction & Trial)[] {
  const better = corrections.slice(0, mostTrials).flatMap((one) => {
    const trial = trials.run([problem], one.changes);
    return trial ? [{ ...one, ...trial }] : [];
  });
  // A problem that only some of them reveal is due to the correction.
  const fewest = Math.min(...better.map(({ revealed }) => revealed));
  return better.filter(({ revealed }) => revealed === fewest);
}

/** The one that leaves the fewest problems, if it is alone in that. */
function clearest(corrections: readonly (Correction & Trial)[]): Correction | undefined {
  const fewest = Math.min(...corrections.map(({ left }) => left));
  const best = corrections.filter(({ left }) => left === fewest);
  return best.length === 1 ? best[0] : undefined;
}

export function fixesOf(place: ActionPlace, problem: Problem, trials: Trials): CodeAction[] {
  const { file } = place;
  const span = { start: file.lines.offsetAt(problem.range.start), end: file.lines.offsetAt(problem.range.end) };
  const marked: MarkedProblem = { ...place, span, problem };
  const replacing = replacements(file, problem).map(
    (change): Correction => ({ title: `Change to '${change.text}'`, changes: [change], isMeant: true }),
  );
  const all = tried(trials, problem, [
    ...replacing,
    ...(fixersByCode.get(problem.code) ?? []).flatMap((fixer) => fixer(marked)),
  ]);
  const preferred =
    clearest(all.filter(({ isMeant }) => isMeant)) ??
    all.find(({ isPreferred, revealed }) => isPreferred && revealed === 0);
  return all.map((one) => ({
    ...actionOf(place, one.title, 'quickfix', one.changes),
    ...(one === preferred ? { isPreferred: true } : {}),
  }));
}
