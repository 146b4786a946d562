/** The filters of policies on rows: which rows they let through, and their text. */

import { renamedMember } from './renamedQuery.ts';
import { type Condition, choicesOf, isEquality } from './rowValues.ts';

/** A filter on rows, as policies have it. */
export type RowFilter = Condition | { and: readonly RowFilter[] } | { or: readonly RowFilter[] };

/** Undefined: all rows. */
export type Rows = readonly RowFilter[] | 'none' | undefined;

/** Filters of more conditions are not compared. */
const maxConditions = 1_000;
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

type Types = Readonly<Record<string, string>>;

/** The type of a dimension; undefined: it is not known, or not the same in both models. */
export type TypeOf = (member: string) => string | undefined;

/** `former`: names of the newer model with those of the former one. */
export function sharedTypes(
  before: { types: Types },
  after: { types: Types },
  former: ReadonlyMap<string, string>,
): TypeOf {
  return (member) => {
    const [old, now] = [before.types[renamedMember(member, former)], after.types[member]];
    return old === undefined || now === undefined || old === now ? (now ?? old) : undefined;
  };
}

interface RowDifference {
  /** The second shows rows that the first does not. */
  more: boolean;
  /** The first shows rows that the second does not. */
  less: boolean;
  /** Not if some conditions on a column are not understood: then what is found may differ, and what is not found does not. */
  isCertain: boolean;
}

/** Tries every combination of the values that matter to the conditions. */
export function compareRows(before: Rows, after: Rows, typeOf: TypeOf): RowDifference {
  const filters = [before, after].flatMap((rows) => (typeof rows === 'string' ? [] : (rows ?? [])));
  const leaves = filters.flatMap(leavesOf);
  if (leaves.length > maxConditions) return { more: true, less: true, isCertain: false };
  const { columns, isCertain } = columnsOf(leaves, typeOf);
  const combinations = columns.reduce((product, choices) => product * choices.length, 1);
  if (combinations > maxCombinations) return { more: true, less: true, isCertain: false };
  const found = { more: false, less: false, isCertain };
  for (let at = 0; at < combinations; at += 1) {
    const holding = new Set<Condition>();
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

function leavesOf(filter: RowFilter): Condition[] {
  if ('and' in filter) return filter.and.flatMap(leavesOf);
  return 'or' in filter ? filter.or.flatMap(leavesOf) : [filter];
}

/** For each column, the conditions that hold together. Those that are not understood hold or do not, whatever the others are. */
function columnsOf(leaves: readonly Condition[], typeOf: TypeOf) {
  const columns: (readonly (readonly Condition[])[])[] = [];
  let isCertain = true;
  for (const [member, own] of grouped(leaves, ({ member }) => member)) {
    const choices = choicesOf(own, typeOf(member));
    if (choices) columns.push(choices);
    if (choices) continue;
    const parts = grouped(own, (leaf) => (isEquality(leaf) ? '' : JSON.stringify([leaf.operator, leaf.values])));
    for (const part of parts.values()) columns.push(choicesOf(part, undefined) ?? [[], part]);
    isCertain &&= parts.size === 1;
  }
  return { columns, isCertain };
}

function grouped(leaves: readonly Condition[], keyOf: (leaf: Condition) => string): ReadonlyMap<string, Condition[]> {
  const groups = new Map<string, Condition[]>();
  for (const leaf of leaves) {
    const key = keyOf(leaf);
    groups.set(key, [...(groups.get(key) ?? []), leaf]);
  }
  return groups;
}

function isShown(rows: Rows, holding: ReadonlySet<Condition>): boolean {
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
