/** Who sees more or less than before: members and rows, for callers with each group, as the compiled policies say. */

import { renamedMember } from './renamedQuery.ts';
import type { Renames } from './sameSql.ts';

/** A filter on rows, as policies have it. */
type RowFilter =
  | { member: string; operator: string; values?: readonly (string | null)[] }
  | { and: readonly RowFilter[] }
  | { or: readonly RowFilter[] };

interface CallerAccess {
  groups: readonly string[];
  /** The visible members of public cubes and views. */
  members: readonly string[];
  /** By cube or view. `none`: no rows. Absent: all rows. */
  rows: Readonly<Record<string, readonly RowFilter[] | 'none'>>;
  failure?: string;
}

/** One compiled model. */
export interface AccessSide {
  /** All members, hidden or not, with the member of a cube that each one of a view has. */
  members: Readonly<Record<string, string>>;
  callers: readonly CallerAccess[];
}

export interface AccessChange {
  /** A cube or view, by its name in the newer model. */
  view: string;
  /** `*`: everybody. `a+b`: only a caller with both groups. */
  group: string;
  change: 'more' | 'less';
  what: 'members' | 'rows';
  /** Members that only the former model shows; for rows the condition, or `all` or `none`. */
  before: string | readonly string[];
  /** Members that only the newer model shows. */
  after: string | readonly string[];
}

export interface AccessReview {
  changes: readonly AccessChange[];
  /** Groups whose access is not known, with the reason. */
  unknown: readonly { group: string; reason: string }[];
}

/** More combinations are not asked for. */
const maxCombined = 8;

/** The callers to ask for: without groups, with each group, and with each two of a few groups. */
export function callersOf(groups: Iterable<string>): string[][] {
  const names = [...new Set(groups)].sort();
  const few = names.slice(0, maxCombined);
  const pairs = few.flatMap((one, i) => few.slice(i + 1).map((other) => [one, other]));
  return [[], ...names.map((name) => [name]), ...pairs];
}

/** Both sides have the same callers, in the same order. */
export function compareAccess(before: AccessSide, after: AccessSide, renames: Renames): AccessReview {
  const former = new Map([...renames].map(([from, to]) => [to, from]));
  const changes: AccessChange[] = [];
  const unknown: { group: string; reason: string }[] = [];
  const told = new Told();
  after.callers.forEach((now, place) => {
    const old = before.callers[place]!;
    const group = now.groups.length === 0 ? '*' : now.groups.join('+');
    const reason = now.failure ?? old.failure;
    if (reason !== undefined) {
      unknown.push({ group, reason });
      return;
    }
    for (const change of [...memberChanges(before, after, old, now, former), ...rowChanges(old, now, former)]) {
      const rest = told.add(change, now.groups);
      if (rest) changes.push({ ...rest, group });
    }
  });
  return { changes, unknown };
}

type Found = Omit<AccessChange, 'group'>;

/** What is said of everybody, or of a group, is not said again of those who have more groups. */
class Told {
  readonly #known = new Map<string, Set<string>>();

  add(change: Found, groups: readonly string[]): Found | undefined {
    const key = JSON.stringify([change.view, change.change, change.what]);
    const known = (names: readonly string[]) => this.#known.get(`${key} ${names.join('+')}`) ?? new Set<string>();
    const isKnown = (text: string) =>
      known([]).has(text) || (groups.length > 1 && groups.some((group) => known([group]).has(text)));
    const side = change.change === 'more' ? change.after : change.before;
    const texts = typeof side === 'string' ? [`${change.before} ${change.after}`] : side;
    const fresh = texts.filter((text) => !isKnown(text));
    this.#known.set(`${key} ${groups.join('+')}`, new Set(texts));
    if (fresh.length === 0) return undefined;
    if (typeof side === 'string') return change;
    return change.change === 'more' ? { ...change, after: fresh } : { ...change, before: fresh };
  }
}

function memberChanges(
  before: AccessSide,
  after: AccessSide,
  old: CallerAccess,
  now: CallerAccess,
  former: ReadonlyMap<string, string>,
): Found[] {
  const saw = new Set(old.members);
  // A caller who saw the member in another view, or in its cube, sees nothing more in a new view.
  const sawOrigin = new Set(old.members.flatMap((name) => [name, before.members[name] ?? name]));
  const sees = new Set(now.members);
  const more = new Map<string, string[]>();
  const less = new Map<string, string[]>();
  for (const [name, origin] of Object.entries(after.members)) {
    const previous = renamedMember(name, former);
    const isKnown = Object.hasOwn(before.members, previous);
    const isExposed = !isKnown && Object.hasOwn(before.members, renamedMember(origin, former));
    const could = isKnown ? saw.has(previous) : sawOrigin.has(renamedMember(origin, former));
    if (sees.has(name) && !could && (isKnown || isExposed)) push(more, name);
    if (!sees.has(name) && isKnown && could) push(less, name);
  }
  return [
    ...[...more].map(
      ([view, names]): Found => ({ view, change: 'more', what: 'members', before: [], after: names.sort() }),
    ),
    ...[...less].map(
      ([view, names]): Found => ({ view, change: 'less', what: 'members', before: names.sort(), after: [] }),
    ),
  ];
}

function push(map: Map<string, string[]>, member: string): void {
  const owner = member.slice(0, member.indexOf('.'));
  const known = map.get(owner);
  if (known) known.push(member);
  else map.set(owner, [member]);
}

/** The changes of the cubes and views that the caller sees in both models. */
function rowChanges(old: CallerAccess, now: CallerAccess, former: ReadonlyMap<string, string>): Found[] {
  const ownersOf = ({ members }: CallerAccess) => new Set(members.map((name) => name.slice(0, name.indexOf('.'))));
  const known = ownersOf(old);
  const renames = new Map([...former].map(([to, from]) => [from, to]));
  return [...ownersOf(now)].flatMap((view): Found[] => {
    const previous = former.get(view) ?? view;
    if (!known.has(previous)) return [];
    const [was, is] = [rowsOf(old.rows[previous], renames), rowsOf(now.rows[view], new Map())];
    const [before, after] = [textOf(was), textOf(is)];
    if (before === after) return [];
    const [isMore, isLess] = [implies(was, is), implies(is, was)];
    const change = (which: Found['change']): Found => ({ view, change: which, what: 'rows', before, after });
    // Conditions of which none follows from the other can show more and less.
    return [...(isMore || !isLess ? [change('more')] : []), ...(isLess || !isMore ? [change('less')] : [])];
  });
}

type Rows = 'all' | 'none' | readonly RowFilter[];

function rowsOf(rows: readonly RowFilter[] | 'none' | undefined, renames: ReadonlyMap<string, string>): Rows {
  if (rows === undefined) return 'all';
  return rows === 'none' ? rows : rows.map((filter) => renamedFilter(filter, renames));
}

function renamedFilter(filter: RowFilter, renames: ReadonlyMap<string, string>): RowFilter {
  if ('and' in filter) return { and: filter.and.map((one) => renamedFilter(one, renames)) };
  if ('or' in filter) return { or: filter.or.map((one) => renamedFilter(one, renames)) };
  return { ...filter, member: renamedMember(filter.member, renames) };
}

/** Whether the rows of the first are among those of the second. False: not known. */
function implies(first: Rows, second: Rows): boolean {
  if (first === 'none' || second === 'all') return true;
  if (first === 'all' || second === 'none') return false;
  return followsAll({ and: first }, { and: second });
}

function followsAll(first: RowFilter, second: RowFilter): boolean {
  if ('or' in first) return first.or.every((one) => followsAll(one, second));
  if ('and' in second) return second.and.every((one) => followsAll(first, one));
  if ('or' in second) return second.or.some((one) => followsAll(first, one)) || anyOf(first, second);
  return anyOf(first, second);
}

function anyOf(first: RowFilter, second: RowFilter): boolean {
  if ('and' in first) return first.and.some((one) => followsAll(one, second));
  return !('or' in first) && !('and' in second) && !('or' in second) && followsLeaf(first, second);
}

type Leaf = Extract<RowFilter, { member: string }>;

function followsLeaf(first: Leaf, second: Leaf): boolean {
  if (first.member !== second.member || first.operator !== second.operator) return false;
  const [some, others] = [first.values ?? [], second.values ?? []];
  const isWithin = (few: readonly unknown[], many: readonly unknown[]) => few.every((value) => many.includes(value));
  if (first.operator === 'notEquals') return isWithin(others, some);
  if (first.operator === 'equals') return isWithin(some, others);
  return isWithin(some, others) && isWithin(others, some);
}

function textOf(rows: Rows): string {
  return typeof rows === 'string' ? rows : filterText({ and: rows });
}

function filterText(filter: RowFilter): string {
  if ('member' in filter) return `${filter.member} ${filter.operator} ${(filter.values ?? []).join(', ')}`.trim();
  const [parts, word] = 'and' in filter ? [filter.and, ' and '] : [filter.or, ' or '];
  const [only] = parts;
  return only && parts.length === 1 ? filterText(only) : parts.map(within).join(word);
}

function within(filter: RowFilter): string {
  return 'member' in filter ? filterText(filter) : `(${filterText(filter)})`;
}
