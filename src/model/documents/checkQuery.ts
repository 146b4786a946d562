/** Checks one query against a model: a query document, or the query of a test. */

import type { ModelIndex } from '../index/modelIndex.ts';
import { isGranularity } from '../index/resolve.ts';
import { suggestion } from '../source/names.ts';
import type { TextProblem } from '../source/problem.ts';
import { type ProblemText, problemCatalog } from '../source/problemCatalog.ts';
import { contains, type Span } from '../source/range.ts';
import type { Entry, MapNode, ValueNode } from '../source/tree.ts';
import { checkMention, unknownGranularity } from './checkMentions.ts';
import { columnsOf } from './columns.ts';
import { fitsRole, memberNamed } from './queryMembers.ts';
import { operators } from './queryShape.ts';
import { entryWith, firstLine, type MemberMention, readValue, valueWith } from './readShape.ts';

export interface QueryCheck {
  index: ModelIndex;
  text: string;
  node: MapNode;
  mentions: readonly MemberMention[];
  /** Those of the shape. */
  problems: readonly TextProblem[];
  /** The texts that a text becomes in the runs of a test; only itself in a query document. */
  expand(text: string): readonly string[];
}

/** Problems against the model, not those of the shape. */
export function checkQuery(check: QueryCheck): TextProblem[] {
  const { index, text, node, mentions, expand, problems } = check;
  const found: TextProblem[] = [];
  let last: FoundMention | undefined;
  for (const mention of mentions) {
    const problem = firstOf(expand(mention.name), (name) => checkMention(index, text, mention, name));
    // Neighbors of a wrong kind are one mistake: the key above them is missing.
    if (problem && !(last && isNeighbor(text, last, { problem, mention }))) found.push(problem);
    last = problem && { problem, mention };
  }
  found.push(...checkGranularities(check), ...checkDateRanges(check), ...checkZone(check));
  for (const filter of itemsOf(node, 'filters')) found.push(...checkFilter(text, filter, problems));
  if (isEmpty(node)) {
    if (!hasUnknownKey(node, problems)) {
      const empty = problemCatalog.emptyQuery('A query needs `measures`, `dimensions` or `timeDimensions`.');
      found.push(problemAt(firstLine(text, node), empty));
    }
  } else if (hasKnownColumns(node, [...problems, ...found])) found.push(...checkOrder(check, found));
  return found;
}

/** Whether the columns that a query asks for are those that its author meant: no problem is about them. */
export function hasKnownColumns(node: MapNode, problems: readonly TextProblem[]): boolean {
  const others = ['filters', 'segments', 'order', 'limit', 'timezone', 'as'].flatMap(
    (key) => valueWith(node, key) ?? [],
  );
  const isAbout = ({ span, severity }: TextProblem) =>
    severity === 'error' && contains(node, span) && !others.some((one) => contains(one, span));
  return !isEmpty(node) && !problems.some(isAbout);
}

export function hasUnknownKey(node: MapNode, problems: readonly TextProblem[]): boolean {
  return node.entries.some(({ keySpan }) =>
    problems.some(({ span, code }) => code === problemCatalog.unknownKey.code && span.start === keySpan.start),
  );
}

interface FoundMention {
  problem: TextProblem;
  mention: MemberMention;
}

function isNeighbor(text: string, { problem, mention }: FoundMention, next: FoundMention): boolean {
  const isWrongKind = [problem, next.problem].every(({ code }) => code === problemCatalog.wrongKind.code);
  const advice = (one: TextProblem) => one.message.slice(one.message.lastIndexOf('`', one.message.length - 3));
  const between = text.slice(mention.end, next.mention.start);
  return isWrongKind && /^[\s,"'-]*$/.test(between) && advice(problem) === advice(next.problem);
}

export function problemAt({ start, end }: Span, found: ProblemText, rest: Partial<TextProblem> = {}): TextProblem {
  return { span: { start, end }, ...found, ...rest };
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
        if (!member || !fitsRole(member, 'timeDimension') || isGranularity(member, name)) return undefined;
        const { found, fix } = unknownGranularity(name, path, member);
        return problemAt(entry.value, found, fix && name === granularity ? { fix } : {});
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
      return [problemAt(value, problemCatalog.incompleteDate(wrong.trim()))];
    });
  });
}

function checkZone({ text, node, expand }: QueryCheck): TextProblem[] {
  const entry = entryWith(node, 'timezone');
  const zone = textIn(text, entry);
  const wrong = zone === undefined ? undefined : expand(zone).find((one) => !isTimeZone(one));
  if (!entry || wrong === undefined) return [];
  const { hint, fix } = suggestion(wrong, Intl.supportedValuesOf('timeZone'));
  return [problemAt(entry.value, problemCatalog.unknownTimeZone(wrong, hint), fix && wrong === zone ? { fix } : {})];
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The platform ignores an entry of `order` that it cannot order by. */
function checkOrder({ text, node, mentions, expand }: QueryCheck, problems: readonly TextProblem[]): TextProblem[] {
  const ordered = mentions.filter((one) => one.role === 'order' && !problems.some(({ span }) => contains(one, span)));
  if (ordered.length === 0) return [];
  const columns = columnsOf(readValue(text, node) as Record<string, unknown>);
  const known = new Set(columns.flatMap((one) => expand(one)));
  return ordered.flatMap((mention) => {
    const missing = expand(mention.name).find((name) => !known.has(name));
    if (missing === undefined || !/^\w+\.\w+/.test(missing)) return [];
    const { hint, fix } = suggestion(missing, known);
    return [problemAt(mention, problemCatalog.orderNotAsked(missing, hint), fix ? { fix } : {})];
  });
}

function checkFilter(text: string, node: ValueNode, problems: readonly TextProblem[]): TextProblem[] {
  if (node.kind !== 'map') return [];
  const group = entryWith(node, 'and') ?? entryWith(node, 'or');
  if (group) {
    const other = node.entries.find((one) => one !== group);
    return [
      ...(other ? [problemAt(other.keySpan, problemCatalog.filterKeys(group.key, other.key))] : []),
      ...itemsOf(node, group.key).flatMap((one) => checkFilter(text, one, problems)),
    ];
  }
  // An unknown key may be the one that is missing.
  if (hasUnknownKey(node, problems)) return [];
  const found: TextProblem[] = [];
  const member = entryWith(node, 'member') ?? entryWith(node, 'dimension');
  const entry = entryWith(node, 'operator');
  const needs = [...(member ? [] : ['member']), ...(entry ? [] : ['operator'])];
  if (needs.length > 0) {
    const message = `A filter needs ${needs.map((key) => `\`${key}\``).join(' and ')}, or a list of filters in \`and\` or \`or\`.`;
    found.push(problemAt(firstLine(text, node), problemCatalog.missingKey(message)));
  }
  const operator = operators.find((one) => one.text === textIn(text, entry));
  if (!entry || !operator) return found;
  const values = entryWith(node, 'values');
  if (values && values.value.kind !== 'list') return found;
  const given = itemsOf(node, 'values').map((one) => readValue(text, one));
  const isDate = operator.values === 'moment' || operator.values === 'range';
  const isMissing = isDate ? given.every((one) => one === null) : given.length === 0;
  if (operator.values !== 'none' && isMissing) {
    const what = isDate ? 'a date' : 'at least one value';
    const message = `\`${operator.text}\` needs ${what} in \`values\`.`;
    found.push(problemAt(values?.keySpan ?? entry.value, problemCatalog.filterValues(message)));
  } else if (operator.values === 'range' && given.length > 2) {
    const message = `\`${operator.text}\` takes one range, or two dates.`;
    found.push(problemAt(values!.value, problemCatalog.filterValues(message)));
  } else if (operator.values === 'none' && given.length > 0) {
    const message = `\`${operator.text}\` takes no values: these have no effect.`;
    found.push(problemAt(values!.keySpan, problemCatalog.filterValues(message), { severity: 'warning' }));
  }
  return found;
}
