/** Who sees more or less of an edited model, from the metadata of each caller and from the rows that the compiled filters let through. */

import assert from 'node:assert/strict';
import { type AccessChange, type AccessReview, callersOf, compareAccess } from '../../../src/review/compiled/access.ts';
import type { AccessAnswer } from '../../../src/review/compiled/askedSides.ts';
import { publicParts } from '../../../src/review/compiled/publicParts.ts';
import type { Renames } from '../../../src/review/compiled/sameSql.ts';
import type { CompiledModel } from './compiledModel.ts';
import type { FormerNames } from './formerNames.ts';
import { type EditedPolicies, masks } from './policyEdits.ts';

type Caller = AccessAnswer['callers'][number];
type Filter = Exclude<Caller['rows'][string], 'none'>[number];
type Leaf = Extract<Filter, { member: string }>;
type Row = Readonly<Record<string, string | null>>;
type Side = Record<'more' | 'less', Set<string>>;

const nameOf = (groups: readonly string[]) => (groups.length === 0 ? '*' : groups.join('+'));
const ownerOf = (member: string) => member.split('.', 1)[0]!;

/** @returns the number of listed changes */
export async function checkAccess(
  before: CompiledModel,
  after: CompiledModel,
  renames: Renames,
  former: FormerNames,
  context: string,
  edited?: EditedPolicies,
): Promise<{ listed: number; masks: number }> {
  const [had, has] = [await before.access([]), await after.access([])];
  const callers = callersOf([...had.groups, ...has.groups]);
  const [old, now] = [await before.access(callers), await after.access(callers)];
  const review = compareAccess(old, now, renames);
  const failing = callers.filter(
    (_, i) => old.callers[i]!.failure !== undefined || now.callers[i]!.failure !== undefined,
  );
  assert.deepEqual(review.unknown.map(({ group }) => group).sort(), failing.map(nameOf).sort(), `${context}: unknown`);
  const known = callers.filter((groups) => !failing.includes(groups));
  const members = new Map<string, Side>();
  for (const groups of known)
    members.set(nameOf(groups), await expectedMembers(groups, { before, after, had, has, former }));
  checkMembers(review, 'members', members, known, context);
  const masked = new Map<string, Side>();
  for (const groups of edited ? known : [])
    masked.set(nameOf(groups), await expectedMasks(groups, before, after, edited!));
  if (edited) checkMembers(review, 'masks', masked, known, context);
  for (const groups of known) {
    const [then, newer] = [old, now].map((side) => side.callers.find((one) => nameOf(one.groups) === nameOf(groups))!);
    await checkRows(review, groups, [then!, newer!], { before, after, had, has, former }, context);
  }
  return { listed: review.changes.length, masks: review.changes.filter(({ what }) => what === 'masks').length };
}

interface Models {
  before: CompiledModel;
  after: CompiledModel;
  had: AccessAnswer;
  has: AccessAnswer;
  former: FormerNames;
}

const namesFor = async (model: CompiledModel, groups: readonly string[]) =>
  new Set(
    [...publicParts(await model.metaFor({ groups: [...groups] })).values()].flatMap(({ kind, name }) =>
      ['measure', 'dimension', 'segment'].includes(kind) ? [name] : [],
    ),
  );

async function expectedMembers(groups: readonly string[], { before, after, had, has, former }: Models): Promise<Side> {
  const [saw, sees] = [await namesFor(before, groups), await namesFor(after, groups)];
  const sawColumns = new Set([...saw].map((name) => had.members[name] ?? name));
  const side: Side = { more: new Set(), less: new Set() };
  for (const [name, column] of Object.entries(has.members)) {
    const [oldName, oldColumn] = [former.of(name), former.of(column)];
    const existed = Object.hasOwn(had.members, oldName);
    if (existed && saw.has(oldName) && !sees.has(name)) side.less.add(name);
    if (!sees.has(name)) continue;
    // What is new in a view was there before if its column was. A name may be that of another column than before.
    const isExposed = Object.hasOwn(had.members, oldColumn) && !sawColumns.has(oldColumn) && !saw.has(oldColumn);
    const isOther = had.members[oldName] !== oldColumn && isExposed;
    if (existed ? !saw.has(oldName) || isOther : isExposed) side.more.add(name);
  }
  return side;
}

/** What the policies mask of what no caller sees otherwise, as the policies say; the public names of both models are the same. */
async function expectedMasks(
  groups: readonly string[],
  before: CompiledModel,
  after: CompiledModel,
  { owners, ...policies }: EditedPolicies,
): Promise<Side> {
  const all = publicParts((await before.withoutPolicies()).meta);
  const names = [...all.values()].flatMap(({ kind, name, owner }) =>
    ['measure', 'dimension', 'segment'].includes(kind) && owners.includes(owner ?? '') ? [name] : [],
  );
  const sides = [
    { seen: await namesFor(before, groups), own: policies.before },
    { seen: await namesFor(after, groups), own: policies.after },
  ].map(({ seen, own }) => {
    const isMasked = (name: string) => !seen.has(name) && masks(own, groups, name.slice(name.indexOf('.') + 1));
    return { masked: names.filter(isMasked), known: new Set(names.filter((name) => seen.has(name) || isMasked(name))) };
  });
  const [old, now] = [sides[0]!, sides[1]!];
  return {
    more: new Set(now.masked.filter((name) => !old.known.has(name))),
    less: new Set(old.masked.filter((name) => !now.known.has(name))),
  };
}

function checkMembers(
  { changes }: AccessReview,
  what: 'members' | 'masks',
  members: ReadonlyMap<string, Side>,
  callers: readonly (readonly string[])[],
  context: string,
): void {
  for (const groups of callers) {
    for (const change of ['more', 'less'] as const) {
      const said = groups.length === 0 ? [] : ['*', ...(groups.length > 1 ? groups : [])];
      const saidNames = new Set(said.flatMap((one) => [...(members.get(one)?.[change] ?? [])]));
      const expected = [...members.get(nameOf(groups))![change]].filter((name) => !saidNames.has(name));
      const own = changes.filter((one) => one.group === nameOf(groups) && one.change === change && one.what === what);
      const namesOf = (one: AccessChange) => (change === 'more' ? one.after : one.before) as readonly string[];
      const text = `${context}: ${nameOf(groups)} sees ${change} ${what}`;
      assert.deepEqual(own.flatMap(namesOf).sort(), expected.sort(), text);
      for (const one of groups.length === 0 ? own : []) {
        for (const name of namesOf(one)) {
          const except = callers.filter((each) => each.length === 1 && !members.get(nameOf(each))?.[change].has(name));
          assert.deepEqual([...(one.except ?? [])].sort(), except.map(nameOf).sort(), `${text}: who does not, ${name}`);
        }
      }
    }
  }
}

async function checkRows(
  { changes }: AccessReview,
  groups: readonly string[],
  callers: readonly [Caller, Caller],
  models: Models,
  context: string,
): Promise<void> {
  const { before, after, had, has, former } = models;
  // A filter of a cube applies to what a view shows of it.
  const readable = async (model: CompiledModel, { members }: AccessAnswer) =>
    new Set([...(await namesFor(model, groups))].flatMap((name) => [ownerOf(name), ownerOf(members[name] ?? name)]));
  const [read, reads] = [await readable(before, had), await readable(after, has)];
  for (const owner of reads) {
    if (!read.has(former.of(owner))) continue;
    const [was, is] = [callers[0].rows[former.of(owner)], renamed(callers[1].rows[owner], former)];
    const isText = (member: string) =>
      [had.types[former.of(member)], has.types[member]].every((one) => one === 'string');
    const columnOf = (leaf: Leaf) => (isOther(leaf) && !isText(leaf.member) ? JSON.stringify(leaf) : leaf.member);
    const rows = rowsFor([was, is], columnOf);
    // It may show rows of a column that another view filtered.
    const isNew = (name: string) => ownerOf(name) === owner && !Object.hasOwn(had.members, former.of(name));
    const hasNew = Object.keys(has.members).some(isNew);
    const shown = rows.map((row) => [isShown(was, row, columnOf), isShown(is, row, columnOf)] as const);
    const differs = { more: shown.some(([a, b]) => !a && b), less: shown.some(([a, b]) => a && !b) };
    for (const change of ['more', 'less'] as const) {
      const listed = changes.filter((one) => one.view === owner && one.what === 'rows' && one.change === change);
      const own = listed.some(({ group }) => group === nameOf(groups));
      const isSaid = own || listed.some(({ group }) => group === '*' || groups.includes(group));
      const text = `${context}: ${nameOf(groups)} sees ${change} rows of ${owner}: ${JSON.stringify([was, is])}`;
      if (differs[change]) assert.ok(isSaid, `${text}, not listed`);
      else if (change === 'less' || !hasNew) assert.ok(!own, `${text}, listed`);
    }
  }
}

function renamed<T>(filters: T, former: FormerNames): T {
  return filters === undefined ? filters : JSON.parse(former.of(JSON.stringify(filters)));
}

type Rows = Caller['rows'][string] | undefined;

function leavesOf(filter: Filter): Leaf[] {
  if ('and' in filter) return filter.and.flatMap(leavesOf);
  return 'or' in filter ? filter.or.flatMap(leavesOf) : [filter];
}

type ColumnOf = (leaf: Leaf) => string;

/** A value that no filter names, and in which no search finds anything. */
const other = '-';

/** Every combination of the values that the filters name, of what they search, of another value, and of none. */
function rowsFor(sides: readonly Rows[], columnOf: ColumnOf): Row[] {
  const leaves = sides.flatMap((side) => (side === undefined || side === 'none' ? [] : side.flatMap(leavesOf)));
  const values = new Map<string, Set<string | null>>();
  const searched = new Map<string, Set<string>>();
  for (const leaf of leaves) {
    const column = columnOf(leaf);
    const named = column === leaf.member ? (leaf.values ?? []) : [];
    values.set(column, new Set([other, null, ...(values.get(column) ?? []), ...named]));
    if (isOther(leaf)) searched.set(column, new Set([...(searched.get(column) ?? []), ...named.map(String)]));
  }
  for (const [column, parts] of searched) {
    let texts = [other];
    for (const part of parts) texts = texts.flatMap((text) => [text, `${text}|${part}`]);
    for (const text of texts) values.get(column)!.add(text);
  }
  let rows: Row[] = [{}];
  for (const [member, all] of values)
    rows = rows.flatMap((row) => [...all].map((value) => ({ ...row, [member]: value })));
  assert.ok(rows.length < 20_000, 'the filters name too many values');
  return rows;
}

function isShown(side: Rows, row: Row, columnOf: ColumnOf): boolean {
  if (side === undefined) return true;
  return side !== 'none' && side.every((filter) => holds(filter, row, columnOf));
}

function holds(filter: Filter, row: Row, columnOf: ColumnOf): boolean {
  if ('and' in filter) return filter.and.every((one) => holds(one, row, columnOf));
  if ('or' in filter) return filter.or.some((one) => holds(one, row, columnOf));
  const { operator, values = [] } = filter;
  const value = row[columnOf(filter)] ?? null;
  const isSearched = operator === 'contains' && columnOf(filter) === filter.member;
  if (isSearched) return value !== null && values.some((part) => value.toLowerCase().includes(part!.toLowerCase()));
  const isNamed = value !== null && values.includes(value);
  if (operator === 'equals') return isNamed;
  if (operator === 'notEquals') return !isNamed;
  return operator === 'notSet' ? value === null : value !== null;
}

/** A search of a number or time holds or not, whatever the others are. */
const isOther = ({ operator }: Leaf) => !['equals', 'notEquals', 'set', 'notSet'].includes(operator);
