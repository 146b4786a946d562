/** Checks one query against a model: a query document, or the query of a test. */

import type { ModelIndex } from '../index/modelIndex.ts';
import { isGranularity } from '../index/resolve.ts';
import { suggestion } from '../source/names.ts';
import type { TextProblem } from '../source/problem.ts';
import type { Span } from '../source/range.ts';
import type { Entry, MapNode, ValueNode } from '../source/tree.ts';
import { checkMention, unknownGranularity } from './checkMentions.ts';
import { columnsOf } from './columns.ts';
import { memberNamed } from './queryMembers.ts';
import { operators } from './queryShape.ts';
import { entryWith, firstLine, type MemberMention, readValue, valueWith } from './readShape.ts';

export interface QueryCheck {
  index: ModelIndex;
  text: string;
  node: MapNode;
  mentions: readonly MemberMention[];
  /** The texts that a text becomes in the runs of a test; only itself in a query document. */
  expand(text: string): readonly string[];
}

/** Problems against the model, not those of the shape. */
export function checkQuery(check: QueryCheck): TextProblem[] {
  const { index, text, node, mentions, expand } = check;
  const found: TextProblem[] = [];
  for (const mention of mentions) {
    const problem = firstOf(expand(mention.name), (name) => checkMention(index, text, mention, name));
    if (problem) found.push(problem);
  }
  found.push(...checkGranularities(check), ...checkDateRanges(check), ...checkZone(check), ...checkOrder(check));
  for (const filter of itemsOf(node, 'filters')) found.push(...checkFilter(text, filter));
  if (isEmpty(node)) {
    const message = 'A query needs `measures`, `dimensions` or `timeDimensions`.';
    found.push(problemAt(firstLine(text, node), 'empty-query', message));
  }
  return found;
}

export function problemAt(
  { start, end }: Span,
  code: string,
  message: string,
  rest: Partial<TextProblem> = {},
): TextProblem {
  return { span: { start, end }, severity: 'error', code, message, ...rest };
}

export function firstOf<T, R>(all: readonly T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function itemsOf(node: ValueNode, key: string): readonly ValueNode[] {
  const list = valueWith(node, key);
  return list?.kind === 'list' ? list.items : [];
}

function isEmpty(node: MapNode): boolean {
  return ['measures', 'dimensions', 'timeDimensions'].every((key) => {
    const value = valueWith(node, key);
    return !value || (value.kind === 'list' && value.items.length === 0);
  });
}

/** The text of an entry, if it is one. */
function textIn(text: string, entry: Entry | undefined): string | undefined {
  const value = entry && readValue(text, entry.value);
  return typeof value === 'string' ? value : undefined;
}

function checkGranularities({ index, text, node, expand }: QueryCheck): TextProblem[] {
  return itemsOf(node, 'timeDimensions').flatMap((item) => {
    const entry = entryWith(item, 'granularity');
    const [granularity, dimension] = [textIn(text, entry), textIn(text, entryWith(item, 'dimension'))];
    if (!entry || granularity === undefined || dimension === undefined) return [];
    const problem = firstOf(expand(granularity), (name) =>
      firstOf(expand(dimension), (path) => {
        const { member } = memberNamed(index, path, 'timeDimension');
        if (!member || isGranularity(member, name)) return undefined;
        const { code, message, hint, fix } = unknownGranularity(name, path, member);
        return problemAt(entry.value, code, `${message}${hint}`, fix && name === granularity ? { fix } : {});
      }),
    );
    return problem ? [problem] : [];
  });
}

/** The platform reads a single date only with its day. */
const dayIsMissing = /^\s*(\d+|\d{4}[-/](\d{1,2}|q\d))\s*$/i;

function checkDateRanges({ text, node, expand }: QueryCheck): TextProblem[] {
  return itemsOf(node, 'timeDimensions').flatMap((item) => {
    const range = entryWith(item, 'dateRange')?.value;
    const compared = entryWith(item, 'compareDateRange')?.value;
    const ranges = [...(range ? [range] : []), ...(compared?.kind === 'list' ? compared.items : [])];
    return ranges.flatMap((value) => {
      const given = readValue(text, value);
      const wrong = typeof given === 'string' ? expand(given).find((one) => dayIsMissing.test(one)) : undefined;
      if (wrong === undefined) return [];
      const message = `\`${wrong.trim()}\` is not a date range, because a day is missing. Write the first and the last day, such as \`[2026-01-01, 2026-12-31]\`, or a phrase such as \`last year\`.`;
      return [problemAt(value, 'incomplete-date', message)];
    });
  });
}

function checkZone({ text, node, expand }: QueryCheck): TextProblem[] {
  const entry = entryWith(node, 'timezone');
  const zone = textIn(text, entry);
  const wrong = zone === undefined ? undefined : expand(zone).find((one) => !isTimeZone(one));
  if (!entry || wrong === undefined) return [];
  const { hint, fix } = suggestion(wrong, Intl.supportedValuesOf('timeZone'));
  const message = `\`${wrong}\` is not a time zone. Use an IANA name such as \`Europe/Berlin\`.${hint}`;
  return [problemAt(entry.value, 'unknown-time-zone', message, fix && wrong === zone ? { fix } : {})];
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The platform ignores what it cannot order by. */
function checkOrder({ text, node, mentions, expand }: QueryCheck): TextProblem[] {
  const ordered = mentions.filter(({ role }) => role === 'order');
  if (ordered.length === 0) return [];
  const columns = columnsOf(readValue(text, node) as Record<string, unknown>);
  const known = new Set(columns.flatMap((one) => expand(one)));
  return ordered.flatMap((mention) => {
    const missing = expand(mention.name).find((name) => !known.has(name));
    if (missing === undefined || !/^\w+\.\w+/.test(missing)) return [];
    const { hint, fix } = suggestion(missing, known);
    const message = `The query does not ask for \`${missing}\`, so its rows are not ordered by it.${hint}`;
    return [problemAt(mention, 'order-not-asked', message, { severity: 'warning', ...(fix ? { fix } : {}) })];
  });
}

function checkFilter(text: string, node: ValueNode): TextProblem[] {
  if (node.kind !== 'map') return [];
  const group = entryWith(node, 'and') ?? entryWith(node, 'or');
  if (group) {
    const other = node.entries.find((one) => one !== group);
    const message = `A filter with \`${group.key}\` has no other keys. Make \`${other?.key}\` a filter next to it.`;
    return [
      ...(other ? [problemAt(other.keySpan, 'filter-keys', message)] : []),
      ...itemsOf(node, group.key).flatMap((one) => checkFilter(text, one)),
    ];
  }
  const found: TextProblem[] = [];
  const member = entryWith(node, 'member') ?? entryWith(node, 'dimension');
  const entry = entryWith(node, 'operator');
  const needs = [...(member ? [] : ['member']), ...(entry ? [] : ['operator'])];
  if (needs.length > 0) {
    const message = `A filter needs ${needs.map((key) => `\`${key}\``).join(' and ')}, or a list of filters in \`and\` or \`or\`.`;
    found.push(problemAt(firstLine(text, node), 'missing-key', message));
  }
  const operator = operators.find((one) => one.text === textIn(text, entry));
  if (!entry || !operator) return found;
  const values = entryWith(node, 'values');
  const given = itemsOf(node, 'values').map((one) => readValue(text, one));
  const isDate = operator.values === 'moment' || operator.values === 'range';
  const isMissing = isDate ? given.every((one) => one === null) : given.length === 0;
  if (operator.values !== 'none' && isMissing) {
    const what = isDate ? 'a date' : 'at least one value';
    found.push(
      problemAt(values?.keySpan ?? entry.value, 'filter-values', `\`${operator.text}\` needs ${what} in \`values\`.`),
    );
  } else if (operator.values === 'range' && given.length > 2) {
    const message = `\`${operator.text}\` takes one range, or two dates.`;
    found.push(problemAt(values!.value, 'filter-values', message));
  } else if (operator.values === 'none' && given.length > 0) {
    const message = `\`${operator.text}\` takes no values: these have no effect.`;
    found.push(problemAt(values!.keySpan, 'filter-values', message, { severity: 'warning' }));
  }
  return found;
}
