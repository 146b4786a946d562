/** A review as Markdown, fit for a comment on a pull request. */

import type { Cell } from '../contract/messages/resultShape.ts';
import { certificateSentence, plannerSentence, refusedMessages } from './certificate/conclusion.ts';
import { accessLines, differenceItem, numbersHead, uncomparedLines } from './certificateMarkdown.ts';
import {
  type AffectedMember,
  type CompiledReview,
  type CompileError,
  type ConsumerChange,
  compiledHereMessages,
  consumerMessage,
} from './compiled/compiledReview.ts';
import type { FileChange } from './fileChanges.ts';
import { boundedText, inlineCode, inlineText, maxCommentLength, shortText, valueText } from './markdownText.ts';
import type { Breakage, ModelChange, ReviewPlace, User } from './model/modelChange.ts';
import type { Review } from './review.ts';
import { breakingCount, conclusionOf, sortedOutcomes, type TestOutcome } from './review.ts';
import type { ValueChange } from './valueChanges.ts';

/** Rows of one query. */
const maxRows = 20;
const maxColumns = 12;
/** Users of one change. */
const maxUsers = 20;

/** Names and values of the project are inline code, so that they are not read as markup, links or mentions. */
export function reviewMarkdown(review: Review): string {
  const { files, model, values, tests = [], conflicts, compiled } = review;
  const { errors, affected, failing, consumers, contentNotRead } = compiled;
  const breaking = model.filter((one) => one.breaking.length > 0);
  const others = model.filter((one) => one.breaking.length === 0);
  const changed = values.filter(({ state }) => state === 'changed' || state === 'failed');
  const head = (title: string, isShown: boolean) => (isShown ? ['', `### ${title}`, ''] : []);
  const { certificate, access } = review;
  const refused = certificate ? refusedMessages(certificate) : [];
  const broken = breaking.length + failing.length + refused.length;
  const planner = certificate && plannerSentence(certificate);
  const here = compiledHereMessages(compiled).map(inlineText).join(' ');
  const sentences = certificate
    ? `\n${certificateSentence(certificate, access, inlineCode)}\n${planner ? `\n${planner}\n` : ''}`
    : '';
  const intro = `## Data model review\n\n${summary(review)}\n${sentences}${here && `\n${here}\n`}`;
  const { failed, waiting, passed } = sortedOutcomes(tests);
  const unknown = notComparedLines(compiled);
  const differences = certificate?.differences ?? [];
  const uncompared = certificate ? uncomparedLines(certificate) : [];
  const accessItems = accessLines(review);
  return boundedText(
    intro,
    [
      {
        head: head('Compile errors', errors.length > 0),
        items: errors.map(errorItem),
        noun: 'compile errors',
        rank: 0,
      },
      { head: head('Not compared', unknown.length > 0), items: unknown, noun: 'reasons', rank: 0 },
      {
        head: head('Merge conflicts', (conflicts?.length ?? 0) > 0),
        items: (conflicts ?? []).map((path) => `- ${inlineCode(path)}`),
        noun: 'conflicts',
        rank: 0,
      },
      { head: head('Files', files.length > 0), items: files.map(fileItem), noun: 'files', rank: 4 },
      {
        head: [...head('Model', model.length + broken > 0), ...(broken > 0 ? ['**Breaking:**', ''] : [])],
        items: [
          ...breaking.map(modelItem),
          ...failing.map((one) => `- ${userLine(one)}`),
          ...refused.map(({ message }) => `- ${inlineText(message)}`),
        ],
        noun: 'breaking changes',
        rank: 1,
      },
      {
        head: broken > 0 && others.length > 0 ? ['', '**Other changes:**', ''] : [],
        items: others.map(modelItem),
        noun: 'other changes of the model',
        rank: 3,
      },
      {
        head: head('Affects consumers', consumers.length > 0),
        items: consumers.map(consumerItem),
        noun: 'public names',
        rank: 1,
      },
      {
        head: contentNotRead.length > 0 ? [''] : [],
        items: contentNotRead.map((one) => `- ${inlineText(one)}`),
        noun: 'notes',
        rank: 1,
      },
      {
        head: [...head('Numbers', differences.length > 0), ...(differences.length > 0 ? numbersHead : [])],
        items: differences.map(differenceItem),
        noun: 'slices with other numbers',
        rank: 2,
      },
      {
        head: head('Numbers that are not compared', uncompared.length > 0),
        items: uncompared,
        noun: 'reasons',
        rank: 2,
      },
      {
        head: head('Access', accessItems.length > 0),
        items: accessItems,
        noun: 'changes of access',
        rank: 1,
      },
      {
        head: head('Members with other SQL', affected.length > 0),
        items: affected.map(affectedItem),
        noun: 'members',
        rank: 3,
      },
      {
        head: [...head('Values', values.length > 0), ...(values.length > 0 ? [valuesSummary(values)] : [])],
        items: changed.map(valueItem),
        noun: 'queries with other values',
        rank: 2,
      },
      {
        head: [
          ...head('Tests', tests.length > 0),
          ...(tests.length > 0
            ? [`${failed.length} failed, ${waiting.length} not run on these files, ${passed.length} passed.`, '']
            : []),
        ],
        items: [...failed, ...waiting].map(testItem),
        noun: 'tests',
        rank: 1,
      },
    ],
    maxCommentLength,
  );
}

function summary(review: Review): string {
  const { files, model, compiled } = review;
  const { errors, affected, consumers } = compiled;
  if (files.length === 0 && model.length === 0 && errors.length === 0) return 'No differences.';
  const parts = [count(files.length, 'file differs', 'files differ'), count(model.length, 'change', 'changes')];
  const changes = `${parts[0]}, ${parts[1]} of the model`;
  const members = affected.length > 0 ? `, ${count(affected.length, 'member', 'members')} with other SQL` : '';
  const breaking = breakingCount(review);
  switch (conclusionOf(review)) {
    case 'not-compiled': {
      const sides = [...new Set(errors.map(({ branch }) => inlineCode(branch)))];
      const names = sides.length > 1 ? `${sides.join(' and ')} do` : `${sides.join('')} does`;
      return `${changes}. **${names} not compile, so it is not known what breaks.**`;
    }
    case 'unknown':
      return `${changes}. **The compiled models are not compared, so it is not known what breaks.**`;
    case 'breaking':
      return `${changes}${members}, **${breaking}** breaking.`;
    case 'consumers': {
      const names = count(consumers.length, 'public name is', 'public names are');
      return `${changes}${members}, none breaking here, but **${names} gone or of another type**.`;
    }
    case 'fine':
      return `${changes}${members}, none breaking.`;
  }
}

function errorItem({ side, branch, file, range, message }: CompileError): string {
  const place = file === '' ? '' : `, ${inlineCode(`${file}:${range.start.line + 1}`)}`;
  return `- ${inlineCode(branch)}${side === 'before' ? ' (before)' : ''}${place}: ${inlineCode(shortText(message))}`;
}

function notComparedLines({ missing, notCompared }: CompiledReview): string[] {
  const { members, queries, reasons } = notCompared;
  const counts = [
    ...(members > 0 ? [count(members, 'member', 'members')] : []),
    ...(queries > 0 ? [count(queries, 'saved query or test', 'saved queries and tests')] : []),
  ];
  return [
    ...missing.map((one) => `- ${inlineText(one)}`),
    ...(counts.length > 0 ? [`- The SQL of ${counts.join(' and of ')} was not compared.`] : []),
    ...reasons.map((one) => `  - ${inlineCode(shortText(one))}`),
  ];
}

function consumerItem(one: ConsumerChange): string {
  const { uses = [] } = one;
  const users = uses.slice(0, maxUsers).map((by) => `\n  - used by ${userName(by)}`);
  const more = uses.length > maxUsers ? [`\n  - and ${uses.length - maxUsers} more`] : [];
  return `- ${inlineText(consumerMessage(one))}${[...users, ...more].join('')}`;
}

const effects = {
  changed: 'other SQL',
  refused: 'refused now',
  accepted: 'refused before',
} as const;

function affectedItem({ name, previousName, effect, causes, message }: AffectedMember): string {
  const from = previousName === undefined ? '' : ` (before ${inlineCode(previousName)})`;
  const others = causes.filter((one) => one !== name);
  const why =
    causes.length === 0
      ? ', no changed definition explains it'
      : others.length > 0
        ? `, by ${causes.slice(0, maxColumns).map(inlineCode).join(', ')}`
        : '';
  const text = message === undefined ? '' : `: ${inlineCode(shortText(message))}`;
  return `- ${inlineCode(name)}${from}: ${effects[effect]}${why}${text}`;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function fileItem({ path, status, previousPath }: FileChange): string {
  const from = previousPath === undefined ? '' : ` from ${inlineCode(previousPath)}`;
  return `- ${status}: ${inlineCode(path)}${from}`;
}

function modelItem({
  kind,
  name,
  change,
  previousName,
  aspects,
  breaking,
  places,
  reach,
  usedBy,
}: ModelChange): string {
  const from = previousName === undefined ? '' : ` from ${inlineCode(previousName)}`;
  const what = aspects.length > 0 ? ` (${aspects.join(', ')})` : '';
  const place = places.at(-1);
  const uses = [
    ...(reach.members.length > 0 ? [count(reach.members.length, 'member', 'members')] : []),
    ...(reach.views.length > 0 ? [count(reach.views.length, 'view', 'views')] : []),
    ...(usedBy.queries.length > 0 ? [count(usedBy.queries.length, 'saved query', 'saved queries')] : []),
    ...(usedBy.tests.length > 0 ? [count(usedBy.tests.length, 'test', 'tests')] : []),
  ];
  const used = uses.length > 0 ? `; used by ${uses.join(', ')}` : '';
  const users = breaking.slice(0, maxUsers).map((one) => `\n  - ${userLine(one)}`);
  const more = breaking.length > maxUsers ? [`\n  - and ${breaking.length - maxUsers} more`] : [];
  const title = `- ${kind.replaceAll('_', ' ')} ${inlineCode(name)}: ${change}${from}${what}`;
  return `${title}${place ? `, ${placeText(place)}` : ''}${used}${[...users, ...more].join('')}`;
}

function userLine({ by, message }: Breakage): string {
  return `breaks ${userName(by)}: ${inlineText(message)}`;
}

function userName({ kind, name, place, content }: User): string {
  const where = place ? placeText(place) : content?.where === undefined ? undefined : inlineCode(content.where);
  return `${kind} ${inlineCode(name)}${where === undefined ? '' : `, ${where}`}`;
}

function placeText({ file, range, side }: ReviewPlace): string {
  return `${inlineCode(`${file}:${range.start.line + 1}`)}${side === 'before' ? ' (before)' : ''}`;
}

function testItem({ name, place, result }: TestOutcome): string {
  const title = `- ${inlineCode(name)}, ${placeText(place)}`;
  if (!result) return `${title}: not run`;
  return `${title}: ${result.status}, ${inlineCode(shortText(result.message))}`;
}

/** Only what both sides answered was compared. */
function valuesSummary(values: readonly ValueChange[]): string {
  const of = (...states: ValueChange['state'][]) => values.filter(({ state }) => states.includes(state)).length;
  const more = [
    { number: of('failed'), one: 'query failed', many: 'queries failed' },
    {
      number: of('refused'),
      one: 'query is refused, as its test expects',
      many: 'queries are refused, as their tests expect',
    },
    { number: of('not-run'), one: 'more query was not run', many: 'more queries were not run' },
  ].flatMap(({ number, one, many }) => (number > 0 ? [` ${count(number, one, many)}.`] : []));
  const ran = count(of('same', 'changed'), 'query was', 'queries were');
  const planners = [...new Set(values.flatMap(({ planner }) => planner ?? []))].map(inlineCode);
  if (planners.length > 0) more.push(` The SQL is of the planner ${planners.join(', ')}.`);
  return `${ran} run on both sides, ${of('changed')} with other values.${more.join('')}`;
}

const failedSides = {
  before: 'failed before the change',
  after: 'failed now',
  both: 'failed on both sides',
} as const;

function valueItem({ path, test, members, newMembers = [], state, failure, table }: ValueChange): string {
  const name = test === undefined ? inlineCode(path) : `${inlineCode(test)} in ${inlineCode(path)}`;
  const isNew = newMembers.length > 0 ? `, compared without the new ${newMembers.map(inlineCode).join(', ')}` : '';
  const about = `\n${name}, for ${members.slice(0, maxColumns).map(inlineCode).join(', ')}${isNew}`;
  if (state === 'failed' || !table) {
    return `${about}: ${failedSides[failure?.side ?? 'after']}, ${inlineCode(failure?.message ?? '')}`;
  }
  const { added, removed, changed } = table;
  const columns = table.columns.slice(0, maxColumns);
  const rows = table.rows.filter(({ change }) => change !== 'same');
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = [
    line(['', ...columns.map(({ key }) => inlineCode(key))]),
    line(['---', ...columns.map(() => '---')]),
    ...rows.slice(0, maxRows).map(({ change, before, after }) => {
      return line([change, ...columns.map((_, i) => cellText(before?.[i], after?.[i]))]);
    }),
  ];
  const more = rows.length > maxRows ? `\n\nand ${rows.length - maxRows} more rows` : '';
  return `${about}: ${changed} changed, ${added} added, ${removed} removed rows\n\n${lines.join('\n')}${more}`;
}

/** Undefined: that side has no such row. */
function cellText(before: Cell | undefined, after: Cell | undefined): string {
  if (before === undefined || after === undefined || before === after) return valueText(after ?? before ?? null);
  return `${valueText(before)} → ${valueText(after)}`;
}
