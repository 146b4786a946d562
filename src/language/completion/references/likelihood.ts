/** The likelihood that SQL names a member: by its kind, its name, its place, and the names in its own SQL. */

import type { Definition, Member } from '../../../model/index/definitions.ts';
import type { ModelIndex } from '../../../model/index/modelIndex.ts';
import type { Field, Reference } from '../../../model/index/references.ts';
import { snakeCase } from '../../../model/source/names.ts';
import { textOf, type ValueNode, valueAt } from '../../../model/source/tree.ts';

/** From 0 (unlikely) to 1. */
export type Likelihood = (name: string, member: Member) => number;

/** The weight of each sign. A name that differs in all words may still be the right one next to the cursor. */
const weights = { kind: 1, words: 1, near: 0.5, key: 0.5 };
const whole = weights.kind + weights.words + weights.near + weights.key;

export function likelihoodIn(index: ModelIndex, definition: Definition, field: Field): Likelihood {
  if (field.role !== 'sql') return () => 0;
  const kind = usualKind(field);
  const words = wordsOf(writtenNames(definition, field).join('_'));
  const inOrder = definition.members.toSorted((a, b) => a.node.start - b.node.start);
  const places = new Map(inOrder.map((member, at) => [member, at]));
  const here = field.member && places.get(field.member);
  const users = usersOf(index, definition, field.member);
  const isJoin = field.path.startsWith('joins.');
  return (name, member) => {
    // A member that uses this one would lead back to it.
    if (users.has(member)) return 0;
    const at = places.get(member);
    // SQL names what is above it more often than what is below.
    const distance =
      at === undefined || here === undefined ? Number.POSITIVE_INFINITY : at < here ? here - at : 2 * (at - here);
    const sum =
      weights.kind * fitOfKind(member.kind, kind) +
      weights.words * likeness(words, wordsOf(name)) +
      weights.near / distance +
      (isJoin && isTrue(member.node, 'primaryKey') ? weights.key : 0);
    return Math.min(1, sum / whole);
  };
}

/** The kind that SQL usually names: a dimension with `sub_query` that of a measure, calculated measures other measures. */
function usualKind({ member, path }: Field): Member['kind'] | undefined {
  if (member?.kind !== 'measure') return isTrue(member?.node, 'subQuery') ? 'measure' : 'dimension';
  if (/\.(filters|drillFilters)\./.test(path)) return 'dimension';
  if (isTrue(member.node, 'multiStage')) return 'measure';
  const type = textOf(valueAt(member.node, 'type'));
  if (type === undefined) return undefined;
  return /^(number|string|time|boolean|rank)$/.test(type) ? 'measure' : 'dimension';
}

/** Segments are rarely named in SQL. */
function fitOfKind(kind: Member['kind'], usual: Member['kind'] | undefined): number {
  if (kind === 'segment') return 0;
  return usual === undefined || kind === usual ? 1 : 0.3;
}

function isTrue(node: ValueNode | undefined, key: string): boolean {
  const value = valueAt(node, key);
  return value?.kind === 'scalar' && value.value === true;
}

/** The names of the edited member, of its granularity and of the joined cube. */
function writtenNames({ joins }: Definition, { member, path }: Field): string[] {
  const [, join] = /^joins\.(\d+)\./.exec(path) ?? [];
  const [, granularity] = /\.granularities\.(\w+)\./.exec(path) ?? [];
  const joined = join === undefined ? undefined : joins[Number(join)]?.name;
  return [member?.name, granularity, joined].flatMap((name) => name ?? []);
}

/** Without the plural, so that `user_id` is like `users`. */
function wordsOf(name: string): Set<string> {
  const words = snakeCase(name).toLowerCase().split(/_+/);
  return new Set(words.map((word) => word.replace(/(?<=\w\w)s$/, '')).filter((word) => word !== ''));
}

/** The share of words that both have, from 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared === 0 ? 0 : (2 * shared) / (one.size + other.size);
}

/** The members of a definition that name a member, or that name one of these. */
function usersOf(index: ModelIndex, definition: Definition, used: Member | undefined): Set<Member> {
  const users = new Set<Member>();
  if (!used) return users;
  const byName = new Map<string, Member[]>();
  for (const { role, member, chain } of index.references(definition).references) {
    const name = role === 'sql' && member ? ownName(definition, chain) : undefined;
    if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), member!]);
  }
  const pending = [used.name];
  for (const name of pending) {
    for (const user of byName.get(name) ?? []) {
      if (users.has(user) || user === used) continue;
      users.add(user);
      pending.push(user.name);
    }
  }
  return users;
}

function ownName({ name: own }: Definition, { parts }: Reference['chain']): string | undefined {
  const [first, second] = parts.map(({ name }) => name);
  return first === 'CUBE' || first === 'TABLE' || first === own ? second : first;
}
