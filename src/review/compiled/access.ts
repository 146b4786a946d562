/** Who sees more or less than before: members and rows, for callers with each group, as the compiled policies say. */

import type { CatalogMessage } from '../../base/errors.ts';
import { isLinkUrl } from '../../model/index/resolve.ts';
import { ownerOf } from '../../model/source/names.ts';
import { reviewTexts } from '../model/reviewTexts.ts';
import { exposedRows } from './exposedRows.ts';
import { renamedMember } from './renamedQuery.ts';
import { compareRows, type RowFilter, renamedRows, rowsText, sharedTypes } from './rowFilters.ts';
import type { Renames } from './sameSql.ts';

export interface CallerAccess {
  /** In braces: conditions of policies that hold for the caller because of other attributes. */
  groups: readonly string[];
  hasCondition?: boolean;
  /** The visible members of public cubes and views. */
  members: readonly string[];
  /** The members of which the caller sees the mask in place of values. */
  masked: readonly string[];
  /** By cube or view, also of the cubes behind the members of a view. `none`: no rows. Absent: all rows. */
  rows: Readonly<Record<string, readonly RowFilter[] | 'none'>>;
  failure?: string;
}

/** One compiled model. */
export interface AccessSide {
  /** All members, hidden or not, with the member of a cube that each one of a view has. */
  members: Readonly<Record<string, string>>;
  /** The types of dimensions. */
  types: Readonly<Record<string, string>>;
  callers: readonly CallerAccess[];
}

export interface AccessChange {
  /** A cube or view, by its name in the newer model. */
  view: string;
  /** `*`: everybody. `a+b`: only a caller with both groups. */
  group: string;
  /** Groups that this does not change anything for, although it is true of everybody else. */
  except?: readonly string[];
  change: 'more' | 'less';
  what: 'members' | 'masks' | 'rows';
  /** Members that only the former model shows, or masks; for rows the condition, or `all` or `none`. */
  before: string | readonly string[];
  /** Members that only the newer model shows, or masks. */
  after: string | readonly string[];
  /** Only of rows: there may be none, as it is not computed which rows the conditions let through. */
  isCertain?: false;
}

export interface AccessReview {
  changes: readonly AccessChange[];
  /** Groups whose access is not known, with the reason. */
  unknown: readonly { group: string; reason: string }[];
}

/** Members that a message names. */
const maxNames = 20;

export function accessMessage(accessChange: AccessChange): CatalogMessage {
  const { view, group, except, change, what, before, after, isCertain } = accessChange;
  const args = [...(except ? [shownNames(except)] : group === '*' ? [] : [group]), view];
  const all = except ? 'others-' : group === '*' ? 'all-' : '';
  if (typeof before === 'string' || typeof after === 'string') {
    const code = isCertain === false ? (`${all}may-${change}-rows` as const) : (`${all}${change}-rows` as const);
    return reviewTexts.message(code, [...args, rowsMessage(before), rowsMessage(after)]);
  }
  const code = `${all}${change}-${what}` as const;
  const names = change === 'more' ? after : before;
  return reviewTexts.message(code, [...args, shownNames(names)]);
}

export function shownNames(names: readonly string[]): string {
  return [...names.slice(0, maxNames), ...(names.length > maxNames ? ['…'] : [])].join(', ');
}

export function unknownAccessMessage({ group, reason }: AccessReview['unknown'][number]): CatalogMessage {
  return group === '*'
    ? reviewTexts.message('all-not-known', [reason])
    : reviewTexts.message('access-not-known', [group, reason]);
}

function rowsMessage(rows: AccessChange['before']): CatalogMessage | string {
  if (rows === 'all') return reviewTexts.message('all-rows');
  return rows === 'none' ? reviewTexts.message('no-rows') : String(rows);
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

/** As `AccessChange` has it. */
export function groupOf(groups: readonly string[]): string {
  return groups.length === 0 ? '*' : groups.join('+');
}

/** Both sides have the same callers, in the same order. */
export function compareAccess(before: AccessSide, after: AccessSide, renames: Renames): AccessReview {
  const former = new Map([...renames].map(([from, to]) => [to, from]));
  const unknown: { group: string; reason: string }[] = [];
  const found = after.callers.flatMap((now, place) => {
    const old = before.callers[place]!;
    const reason = now.failure ?? old.failure;
    if (reason !== undefined) {
      unknown.push({ group: groupOf(now.groups), reason });
      return [];
    }
    const changes = [
      ...memberChanges(before, after, old, now, former),
      ...maskChanges([before, old], [after, now], former),
      ...rowChanges([before, old], [after, now], former),
    ];
    return [{ groups: now.groups, changes }];
  });
  const told = new Told();
  const ofGroups = found.filter(({ groups }) => groups.length === 1);
  const changes = found.flatMap(({ groups, changes: own }) =>
    own.flatMap((change): AccessChange[] => {
      const rest = told.add(change, groups);
      if (!rest) return [];
      return groups.length === 0 ? withExceptions(rest, ofGroups) : [{ ...rest, group: groupOf(groups) }];
    }),
  );
  return { changes, unknown };
}

interface CallerChanges {
  groups: readonly string[];
  changes: readonly Found[];
}

/** What a caller without groups sees is true of a group only if its own policies do not show the same on both sides. */
function withExceptions(change: Found, ofGroups: readonly CallerChanges[]): AccessChange[] {
  const byExceptions = new Map<string, { except: readonly string[]; names: string[] }>();
  for (const name of namesOf(change) ?? ['']) {
    const except = ofGroups
      .filter(({ changes }) => !changes.some((one) => isSuch(one, change) && (namesOf(one)?.includes(name) ?? true)))
      .map(({ groups }) => groups[0]!);
    const known = byExceptions.get(except.join('\n'));
    if (known) known.names.push(name);
    else byExceptions.set(except.join('\n'), { except, names: [name] });
  }
  return [...byExceptions.values()].map(({ except, names }) => ({
    ...(namesOf(change) ? withNames(change, names) : change),
    ...(except.length > 0 && { except }),
    group: '*',
  }));
}

function isSuch(one: Found, other: Found): boolean {
  return one.view === other.view && one.change === other.change && one.what === other.what;
}

/** Undefined for rows. */
function namesOf({ change, before, after }: Found): readonly string[] | undefined {
  const names = change === 'more' ? after : before;
  return typeof names === 'string' ? undefined : names;
}

function withNames(change: Found, names: readonly string[]): Found {
  return change.change === 'more' ? { ...change, after: names } : { ...change, before: names };
}

type Found = Omit<AccessChange, 'group' | 'except'>;

/** What is said of everybody, or of a group, is not said again of those who have more groups. */
class Told {
  readonly #known = new Map<string, Set<string>>();

  add(change: Found, groups: readonly string[]): Found | undefined {
    const key = JSON.stringify([change.view, change.change, change.what]);
    const known = (names: readonly string[]) => this.#known.get(`${key} ${names.join('+')}`) ?? new Set<string>();
    const isKnown = (text: string) =>
      known([]).has(text) || (groups.length > 1 && groups.some((group) => known([group]).has(text)));
    const names = namesOf(change);
    const texts = names ?? [`${change.before} ${change.after}`];
    const fresh = texts.filter((text) => !isKnown(text));
    this.#known.set(`${key} ${groups.join('+')}`, new Set(texts));
    if (fresh.length === 0) return undefined;
    return names ? withNames(change, fresh) : change;
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
    // It follows the dimension that has the link.
    if (isLinkUrl(name)) continue;
    const previous = renamedMember(name, former);
    const column = renamedMember(origin, former);
    const isKnown = Object.hasOwn(before.members, previous);
    // The name may be that of another column than before.
    const isSame = isKnown && (before.members[previous] === column || !Object.hasOwn(before.members, column));
    const isExposed = !isKnown && Object.hasOwn(before.members, column);
    const could = isSame || (isKnown && !saw.has(previous)) ? saw.has(previous) : sawOrigin.has(column);
    if (sees.has(name) && !could && (isKnown || isExposed)) push(more, name);
    if (!sees.has(name) && isKnown && saw.has(previous)) push(less, name);
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

/** Masks in place of nothing, and nothing in place of masks. Of values, `memberChanges` tells. */
function maskChanges([before, old]: Seen, [after, now]: Seen, former: ReadonlyMap<string, string>): Found[] {
  const renames = new Map([...former].map(([to, from]) => [from, to]));
  const shown = [...old.members, ...old.masked];
  const knew = new Set(shown.map((name) => renamedMember(name, renames)));
  const knewOrigin = new Set([...knew, ...shown.map((name) => renamedMember(before.members[name] ?? name, renames))]);
  const existed = (name: string) => Object.hasOwn(before.members, renamedMember(name, former));
  const isNew = (name: string) => {
    const origin = after.members[name] ?? name;
    return existed(name) ? !knew.has(name) : existed(origin) && !knewOrigin.has(origin);
  };
  const knows = new Set([...now.members, ...now.masked]);
  // The part of a link follows its dimension.
  const named = ({ masked }: CallerAccess) => masked.filter((name) => !isLinkUrl(name));
  const [more, less] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const name of named(now)) if (isNew(name)) push(more, name);
  for (const name of named(old).map((one) => renamedMember(one, renames))) if (!knows.has(name)) push(less, name);
  return [
    ...[...more].map(
      ([view, names]): Found => ({ view, change: 'more', what: 'masks', before: [], after: names.sort() }),
    ),
    ...[...less].map(
      ([view, names]): Found => ({ view, change: 'less', what: 'masks', before: names.sort(), after: [] }),
    ),
  ];
}

function push(map: Map<string, string[]>, member: string): void {
  const owner = ownerOf(member);
  const known = map.get(owner);
  if (known) known.push(member);
  else map.set(owner, [member]);
}

type Seen = readonly [AccessSide, CallerAccess];

/** The changes of the cubes and views whose members the caller sees in both models. */
function rowChanges([before, old]: Seen, [after, now]: Seen, former: ReadonlyMap<string, string>): Found[] {
  const known = readOwners(before, old);
  const renames = new Map([...former].map(([to, from]) => [from, to]));
  const exposed = exposedRows({ side: before, caller: old }, { side: after, caller: now }, former);
  const elsewhere = exposed.map((one): Found => ({ ...one, change: 'more', what: 'rows' }));
  const changed = [...readOwners(after, now)].flatMap((view): Found[] => {
    const previous = former.get(view) ?? view;
    if (!known.has(previous)) return [];
    const [was, is] = [renamedRows(old.rows[previous], renames), now.rows[view]];
    const differs = compareRows(was, is, sharedTypes(before, after, former));
    const texts = {
      before: rowsText(was),
      after: rowsText(is),
      ...(!differs.isCertain && { isCertain: false as const }),
    };
    const change = (which: Found['change']): Found => ({ view, change: which, what: 'rows', ...texts });
    return (['more', 'less'] as const).filter((which) => differs[which]).map(change);
  });
  return [...changed, ...elsewhere];
}

/** The filters of a cube also apply to what a view shows of it. */
function readOwners({ members: all }: AccessSide, { members }: CallerAccess): Set<string> {
  return new Set(members.flatMap((name) => [ownerOf(name), ownerOf(all[name] ?? name)]));
}
