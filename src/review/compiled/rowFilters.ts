/** The filters of policies on rows: which rows they let through, and their text. */

import { renamedMember } from './renamedQuery.ts';

/** A filter on rows, as policies have it. */
export type RowFilter =
  | { member: string; operator: string; values?: readonly (string | null)[] }
  | { and: readonly RowFilter[] }
  | { or: readonly RowFilter[] };

/** Undefined: all rows. */
export type Rows = readonly RowFilter[] | 'none' | undefined;

type Leaf = Extract<RowFilter, { member: string }>;
type Value = string | null | symbol;

/** More combinations of values are not tried. */
const maxCombinations = 50_000;

export function renamedRows(rows: Rows, renames: ReadonlyMap<string, string>): Rows {
  return typeof rows === 'string' ? rows : rows?.map((filter) => renamedFilter(filter, renames));
}

function renamedFilter(filter: RowFilter, renames: ReadonlyMap<string, string>): RowFilter {
  if ('and' in filter) return { and: filter.and.map((one) => renamedFilter(one, renames)) };
  if ('or' in filter) return { or: filter.or.map((one) => renamedFilter(one, renames)) };
  return { ...filter, member: renamedMember(filter.member, renames) };
}

/**
 * Whether only the second shows some rows, and whether only the first does. Every combination of the values that they name, of
 * another one and of none is tried; both are said of filters with too many.
 */
export function compareRows(before: Rows, after: Rows): { more: boolean; less: boolean } {
  const found = { more: false, less: false };
  const filters = [before, after].flatMap((rows) => (typeof rows === 'string' ? [] : (rows ?? [])));
  const columns = [...leavesByColumn(filters.flatMap(leavesOf)).values()].map(choicesOf);
  const combinations = columns.reduce((product, choices) => product * choices.length, 1);
  if (combinations > maxCombinations) return { more: true, less: true };
  for (let at = 0; at < combinations; at += 1) {
    const holding = new Set<Leaf>();
    let rest = at;
    for (const choices of columns) {
      for (const leaf of choices[rest % choices.length]!) holding.add(leaf);
      rest = Math.floor(rest / choices.length);
    }
    const [was, is] = [isShown(before, holding), isShown(after, holding)];
    if (is && !was) found.more = true;
    if (was && !is) found.less = true;
  }
  return found;
}

function leavesOf(filter: RowFilter): Leaf[] {
  if ('and' in filter) return filter.and.flatMap(leavesOf);
  return 'or' in filter ? filter.or.flatMap(leavesOf) : [filter];
}

function leavesByColumn(leaves: readonly Leaf[]): ReadonlyMap<string, Leaf[]> {
  const columns = new Map<string, Leaf[]>();
  for (const leaf of leaves) {
    const key = isUnderstood(leaf) ? leaf.member : JSON.stringify([leaf.member, leaf.operator, leaf.values]);
    columns.set(key, [...(columns.get(key) ?? []), leaf]);
  }
  return columns;
}

/** Conditions with other operators hold or do not, whatever the rest of the row is. */
function isUnderstood({ operator }: Leaf): boolean {
  return ['equals', 'notEquals', 'set', 'notSet'].includes(operator);
}

const another = Symbol('another value');

/** The conditions on a column that hold together. */
function choicesOf(leaves: readonly Leaf[]): readonly (readonly Leaf[])[] {
  if (!isUnderstood(leaves[0]!)) return [[], leaves];
  const values = new Set<Value>([another, null, ...leaves.flatMap((leaf) => leaf.values ?? [])]);
  const choices = new Map<string, Leaf[]>();
  for (const value of values) {
    const holding = leaves.filter((leaf) => holds(leaf, value));
    choices.set(holding.map((leaf) => leaves.indexOf(leaf)).join(), holding);
  }
  return [...choices.values()];
}

function holds({ operator, values = [] }: Leaf, value: Value): boolean {
  const isNamed = (values as readonly Value[]).includes(value);
  if (operator === 'equals') return isNamed;
  // A row without a value is among them.
  if (operator === 'notEquals') return !isNamed;
  return (operator === 'set') === (value !== null);
}

function isShown(rows: Rows, holding: ReadonlySet<Leaf>): boolean {
  if (typeof rows === 'string') return false;
  const passes = (filter: RowFilter): boolean => {
    if ('and' in filter) return filter.and.every(passes);
    return 'or' in filter ? filter.or.some(passes) : holding.has(filter);
  };
  return (rows ?? []).every(passes);
}

export function rowsText(rows: Rows): string {
  if (rows === undefined) return 'all';
  return typeof rows === 'string' ? rows : filterText({ and: rows });
}

function filterText(filter: RowFilter): string {
  if ('member' in filter) {
    const values = (filter.values ?? []).map(valueText).join(', ');
    return `${filter.member} ${filter.operator} ${values}`.trim();
  }
  const [parts, word] = 'and' in filter ? [filter.and, ' and '] : [filter.or, ' or '];
  const [only] = parts;
  return only && parts.length === 1 ? filterText(only) : parts.map(within).join(word);
}

function within(filter: RowFilter): string {
  return 'member' in filter ? filterText(filter) : `(${filterText(filter)})`;
}

/** Quoted where it could be read as several values, or as none. */
function valueText(value: string | null): string {
  return value !== null && value !== 'null' && /^[^",\s](?:[^",]*[^",\s])?$/.test(value)
    ? value
    : JSON.stringify(value);
}
