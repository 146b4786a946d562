/**
 * What the SQL of a slice also depends on: attributes of the caller that the code of a model reads, and filters of the query that
 * it places by FILTER_PARAMS. Slices are asked for without both, where a change of this code does not show.
 */

import type { DataMeta } from '../../contract/dataApi.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { ownerOf } from '../../model/source/names.ts';
import { entryOf } from '../../model/source/tree.ts';
import { renamedMember } from '../compiled/renamedQuery.ts';
import type { Renames } from '../compiled/sameSql.ts';
import type { SharedSlice, Slice } from './slices.ts';

export interface Conditions {
  /** `region`, `cubeCloud.tier`: attributes that code reads. */
  attributes: readonly string[];
  /** Code reads the security context in a way that names no attribute. */
  hasOthers: boolean;
  /** `orders.status`, `CUBE.status`: members of FILTER_PARAMS. */
  filtered: ReadonlySet<string>;
}

const context =
  /\b(security_?context|user_?attributes)\b(?:['"`]\s*\])?((?:\s*\??\.\s*[a-z_]\w*(?!\w)(?!\s*\()|\s*(?:\?\.\s*)?\[\s*['"`][^'"`\]]{1,100}['"`]\s*\]|\s*\.\s*get\(\s*['"][^'"]{1,100}['"]\s*\))*)/gi;
const step = /\.\s*get\(\s*['"]([^'"]+)|\[\s*['"`]([^'"`\]]+)|\.\s*(\w+)/g;
const filterParams = /\bFILTER_PARAMS\s*\.\s*(\w+)\s*\.\s*(\w+)/g;

/** More attributes are not set. */
const maxAttributes = 200;

export function conditionsOf(models: readonly ModelIndex[]): Conditions {
  const attributes = new Set<string>();
  const filtered = new Set<string>();
  let hasOthers = false;
  for (const text of models.flatMap(codeOf)) {
    for (const [, root = '', chain = ''] of text.matchAll(context)) {
      const path = [...chain.matchAll(step)].map(([, got, key, name]) => got ?? key ?? name ?? '');
      if (/^user/i.test(root)) path.unshift('userAttributes');
      if (path[0] === 'cubeCloud') path.shift();
      const isNamed = path.length > (path[0] === 'userAttributes' ? 1 : 0);
      // What callers with a group see is compared on its own.
      if (path[0] === 'groups') continue;
      if (isNamed && attributes.size < maxAttributes) attributes.add(path.join('.'));
      else hasOthers = true;
    }
    for (const [, cube, member] of text.matchAll(filterParams)) filtered.add(`${cube}.${member}`);
  }
  return { attributes: [...attributes].sort(), hasOthers, filtered };
}

/** The texts of a model without its access policies: slices are asked for without them. */
function codeOf(index: ModelIndex): string[] {
  const texts = [...index.files].flatMap(({ text, definitions }) => {
    const policies = definitions.flatMap(({ node }) => entryOf(node, 'accessPolicy')?.value ?? []);
    let at = 0;
    const parts = policies
      .toSorted((one, other) => one.start - other.start)
      .map(({ start, end }) => {
        const part = text.slice(at, start);
        at = Math.max(at, end);
        return part;
      });
    return [...parts, text.slice(at)];
  });
  return index.globals ? [...texts, index.globals.text] : texts;
}

/** Fit for a name in SQL, which code of some models makes of it. */
const attributeValue = (path: string) => `attribute_${path.replace(/\W/g, '_')}`;

type Context = Record<string, unknown>;
/** Names of outside text are its keys. */
const newContext = (): Context => Object.create(null) as Context;

/** A security context with all attributes: each has its name as the value. */
export function contextWith(attributes: readonly string[]): Context {
  const found = newContext();
  for (const path of attributes) {
    const names = path.split('.');
    const last = names.pop()!;
    let place = found;
    for (const name of names) {
      const known = place[name];
      const next = typeof known === 'object' ? (known as Context) : newContext();
      place[name] = next;
      place = next;
    }
    place[last] ??= attributeValue(path);
  }
  return { ...found, cubeCloud: found };
}

type Filter = Readonly<{ member: string; operator: string; values: readonly string[] }>;

interface PlacedFilter {
  name: string;
  before: Filter;
  after: Filter;
}

/** By the type of a dimension. */
const anyFilters: Readonly<Record<string, Omit<Filter, 'member'>>> = {
  string: { operator: 'equals', values: ['value'] },
  number: { operator: 'equals', values: ['1'] },
  boolean: { operator: 'equals', values: ['true'] },
  time: { operator: 'inDateRange', values: ['2026-01-01', '2026-01-02'] },
};

/** By cube or view of the newer model: filters on the members that code places by FILTER_PARAMS. */
export function placedFilters(
  before: DataMeta,
  after: DataMeta,
  filtered: ReadonlySet<string>,
  renames: Renames,
): ReadonlyMap<string, readonly PlacedFilter[]> {
  const found = new Map<string, PlacedFilter[]>();
  if (filtered.size === 0) return found;
  const former = new Map([...renames].map(([from, to]) => [to, from]));
  const old = new Map(before.cubes.flatMap(({ dimensions }) => dimensions.map((one) => [one.name, one])));
  const isPlaced = (name: string) => filtered.has(name) || filtered.has(`CUBE.${name.slice(name.indexOf('.') + 1)}`);
  for (const { name: owner, dimensions } of after.cubes) {
    for (const dimension of dimensions) {
      const { name, type } = dimension;
      const previous = old.get(renamedMember(name, former));
      const filter = anyFilters[type ?? ''];
      if (!filter || !previous || previous.type !== type) continue;
      if (![dimension, previous].some((one) => isPlaced(one.name) || isPlaced(originOf(one)))) continue;
      const placed = { name, before: { member: previous.name, ...filter }, after: { member: name, ...filter } };
      found.set(owner, [...(found.get(owner) ?? []), placed]);
    }
  }
  return found;
}

function originOf({ name, ...member }: { name: string }): string {
  const { aliasMember } = member as { aliasMember?: unknown };
  return typeof aliasMember === 'string' ? aliasMember : name;
}

/** The slice with these filters on what it names. */
export function filteredSlice(
  slice: SharedSlice,
  byOwner: ReadonlyMap<string, readonly PlacedFilter[]>,
): SharedSlice & { filters: readonly string[] } {
  const filters = ownersOf(slice).flatMap((owner) => byOwner.get(owner) ?? []);
  if (filters.length === 0) return { ...slice, filters: [] };
  const { before, after } = slice.queries;
  return {
    ...slice,
    filters: filters.map(({ name }) => name),
    queries: {
      before: { ...before, filters: filters.map((one) => one.before) },
      after: { ...after, filters: filters.map((one) => one.after) },
    },
  };
}

function ownersOf({ measure, by }: Slice): string[] {
  return [...new Set([measure, by].flatMap((name) => (name === null ? [] : [ownerOf(name)])))];
}
