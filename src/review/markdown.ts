/** A review as Markdown, fit for a comment on a pull request. */

import { type CatalogMessage, fillIn } from '../base/errors.ts';
import type { Cell } from '../query/results/resultTable.ts';
import type { FileChange } from './fileChanges.ts';
import { boundedText } from './markdown/boundedText.ts';
import { inlineCode } from './markdown/inlineCode.ts';
import { shortText } from './markdown/shortText.ts';
import type { Breakage, ModelChange, ReviewPlace } from './model/modelChange.ts';
import type { Review } from './review.ts';
import { sortedOutcomes, type TestOutcome } from './testOutcome.ts';
import type { ValueChange } from './valueChanges.ts';

/** The longest comment that GitHub takes, in characters. */
const maxLength = 65_536;
/** Rows of one query. */
const maxRows = 20;
const maxColumns = 12;
/** Users of one change. */
const maxUsers = 20;

/** Names and values of the project are inline code, so that they are no markup, links or mentions. */
export function reviewMarkdown({ files, model, values, tests = [], conflicts }: Review): string {
  const breaking = model.filter((one) => one.breaking.length > 0);
  const others = model.filter((one) => one.breaking.length === 0);
  const changed = values.filter(({ state }) => state === 'changed' || state === 'failed');
  const notRun = values.filter(({ state }) => state === 'not-run').length;
  const head = (title: string, isShown: boolean) => (isShown ? ['', `### ${title}`, ''] : []);
  const intro = `## Data model review\n\n${summary(files.length, model, breaking.length)}\n`;
  const { failed, waiting, passed } = sortedOutcomes(tests);
  const ran = values.length - notRun;
  return boundedText(
    intro,
    [
      {
        head: head('Merge conflicts', (conflicts?.length ?? 0) > 0),
        items: (conflicts ?? []).map((path) => `- ${inlineCode(path)}`),
        noun: 'conflicts',
        rank: 0,
      },
      { head: head('Files', files.length > 0), items: files.map(fileItem), noun: 'files', rank: 4 },
      {
        head: [...head('Model', model.length > 0), ...(breaking.length > 0 ? ['**Breaking:**', ''] : [])],
        items: breaking.map(modelItem),
        noun: 'breaking changes',
        rank: 1,
      },
      {
        head: breaking.length > 0 && others.length > 0 ? ['', '**Not breaking:**', ''] : [],
        items: others.map(modelItem),
        noun: 'other changes of the model',
        rank: 3,
      },
      {
        head: [
          ...head('Values', values.length > 0),
          ...(values.length > 0 ? [valuesSummary(ran, changed, notRun)] : []),
        ],
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
    maxLength,
  );
}

function summary(files: number, model: readonly ModelChange[], breaking: number): string {
  if (files === 0 && model.length === 0) return 'No differences.';
  const parts = [count(files, 'file differs', 'files differ'), count(model.length, 'change', 'changes')];
  return `${parts[0]}, ${parts[1]} of the model, ${breaking === 0 ? 'none' : `**${breaking}**`} breaking.`;
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
  const place = by.place ? `, ${placeText(by.place)}` : '';
  return `breaks ${by.kind} ${inlineCode(by.name)}${place}: ${sentence(message)}`;
}

function sentence({ text, args }: CatalogMessage): string {
  return fillIn(
    text.message,
    args.map((value) => inlineCode(typeof value === 'object' ? value.message : String(value))),
  );
}

function placeText({ file, range, side }: ReviewPlace): string {
  return `${inlineCode(`${file}:${range.start.line + 1}`)}${side === 'before' ? ' (before)' : ''}`;
}

function testItem({ name, place, result }: TestOutcome): string {
  const title = `- ${inlineCode(name)}, ${placeText(place)}`;
  if (!result) return `${title}: not run`;
  return `${title}: ${result.status}, ${inlineCode(shortText(result.message))}`;
}

function valuesSummary(ran: number, changed: readonly ValueChange[], notRun: number): string {
  const differ = changed.filter(({ state }) => state === 'changed').length;
  const rest = notRun > 0 ? ` ${count(notRun, 'more query was', 'more queries were')} not run.` : '';
  return `${count(ran, 'query was', 'queries were')} run on both sides, ${differ} with other values.${rest}`;
}

function valueItem({ path, test, members, state, failure, table }: ValueChange): string {
  const name = test === undefined ? inlineCode(path) : `${inlineCode(test)} in ${inlineCode(path)}`;
  const about = `\n${name}, for ${members.slice(0, maxColumns).map(inlineCode).join(', ')}`;
  if (state === 'failed' || !table) {
    return `${about}: failed ${failure?.side === 'before' ? 'before the change' : 'now'}, ${inlineCode(failure?.message ?? '')}`;
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

function valueText(cell: Cell): string {
  return cell === null ? '*null*' : inlineCode(String(cell));
}
