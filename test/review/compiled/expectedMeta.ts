/** What the metadata and the joins of both compiled models say about the changes that a review lists. */

import assert from 'node:assert/strict';
import type { DataMeta } from '../../../src/contract/dataApi.ts';
import { isLinkUrl } from '../../../src/model/index/resolve.ts';
import type { ModelChange } from '../../../src/review/modelChanges.ts';
import type { CompiledModel } from './compiledModel.ts';
import type { FormerNames } from './formerNames.ts';

const properties = {
  type: ['type', 'aggType'],
  format: ['format', 'currency', 'formatDescription'],
  visibility: ['isVisible', 'public'],
  title: ['title', 'shortTitle'],
  description: ['description'],
} as const;

type Facet = keyof typeof properties;

const facets = Object.keys(properties) as Facet[];
const ownerOf = (name: string) => name.split('.', 1)[0]!;

type Values = Readonly<Record<string, unknown>>;

function itemsOf(meta: DataMeta): Map<string, Values> {
  const items = new Map<string, Values>();
  for (const cube of meta.cubes) {
    items.set(cube.name, cube as unknown as Values);
    for (const member of [...cube.measures, ...cube.dimensions, ...(cube.segments ?? [])])
      if (!isLinkUrl(member.name)) items.set(member.name, member as unknown as Values);
  }
  return items;
}

export function checkMetadata(
  before: DataMeta,
  after: DataMeta,
  changes: readonly ModelChange[],
  former: FormerNames,
  context: string,
): number {
  const [had, has] = [itemsOf(before), itemsOf(after)];
  // The title and description of a cube or view are also those of its heirs, whose members it reaches.
  const concerns = ({ name, reach }: ModelChange, item: string) =>
    [item, ownerOf(item)].includes(name) ||
    name.startsWith(`${item}.`) ||
    reach.members.includes(item) ||
    (!name.includes('.') && reach.members.some((member) => ownerOf(member) === item));
  const differing = new Map<string, Set<Facet>>();
  let count = 0;
  for (const [name, item] of has) {
    const previous = had.get(former.of(name));
    if (!previous) continue;
    const isRenamed = former.of(name) !== name;
    const textOf = (values: Values, facet: Facet) =>
      JSON.stringify(properties[facet].map((key) => values[key] ?? null));
    // The compiler makes titles of names.
    const compared = facets.filter((facet) => facet !== 'title' || !isRenamed);
    const found = compared.filter((facet) => textOf(previous, facet) !== former.of(textOf(item, facet)));
    if (found.length > 0) differing.set(name, new Set(found));
    for (const facet of found) {
      count += 1;
      const isListed = changes.some(
        (one) =>
          concerns(one, name) &&
          (one.change === 'added' ||
            one.aspects.includes(facet) ||
            (facet === 'format' && one.aspects.includes('type'))),
      );
      assert.ok(isListed, `${context}: the ${facet} of ${name} differs and is not listed: ${shown(changes)}`);
    }
  }
  const added = [...has.keys()].filter((name) => !had.has(former.of(name)));
  const removed = [...had.keys()].filter((name) => ![...has.keys()].some((one) => former.of(one) === name));
  const isAboutAccess = ({ aspects, kind }: ModelChange) => aspects.includes('visibility') || kind === 'access_policy';
  for (const [change, names] of [
    ['added', added],
    ['removed', removed],
  ] as const) {
    for (const name of names) {
      count += 1;
      // The metadata has no cube without public members. A prefix of a view renames members.
      const isOwn = (one: ModelChange) =>
        (one.change === change && (concerns(one, name) || ownerOf(one.name) === name)) ||
        (one.change === 'renamed' && (change === 'added' ? one.name : one.previousName) === name);
      const isListed = changes.some(
        (one) => isOwn(one) || ((concerns(one, name) || ownerOf(one.name) === ownerOf(name)) && isAboutAccess(one)),
      );
      assert.ok(isListed, `${context}: ${name} is ${change} and not listed: ${shown(changes)}`);
    }
  }
  for (const one of changes) {
    if (one.change === 'changed') {
      const isShown = has.has(one.name) && had.has(former.of(one.name));
      for (const facet of facets.filter((facet) => one.aspects.includes(facet)))
        assert.ok(
          !isShown || differing.get(one.name)?.has(facet),
          `${context}: the ${facet} of ${one.name} is listed and does not differ`,
        );
    }
    if (one.change === 'removed')
      assert.ok(!has.has(one.name), `${context}: ${one.name} is listed as removed: ${shown(changes)}`);
    if (one.change === 'added' && !had.has(former.of(one.name))) continue;
    assert.ok(one.change !== 'added', `${context}: ${one.name} is listed as added: ${shown(changes)}`);
  }
  return count;
}

function shown(changes: readonly ModelChange[]): string {
  return (
    changes.map(({ kind, name, change, aspects }) => `${kind} ${name} ${change} ${aspects}`).join('; ') || 'nothing'
  );
}

/** @returns the number of joins that differ */
export async function checkJoins(
  before: CompiledModel,
  after: CompiledModel,
  changes: readonly ModelChange[],
  former: FormerNames,
  context: string,
): Promise<number> {
  const [had, has] = [await joinsOf(before), await joinsOf(after)];
  const isListed = (from: string, to: string) =>
    changes.some(
      ({ kind, name, reach, change }) =>
        (kind === 'join' && name === `${from}.${to}`) ||
        // What the join refers to, or the cube itself. What a new cube has is not listed.
        (kind !== 'join' && change !== 'added' && [from, to].includes(ownerOf(name))) ||
        (change === 'added' && name === from) ||
        reach.members.some((one) => [from, to].includes(ownerOf(one))),
    );
  let count = 0;
  const gone = new Set(had.keys());
  for (const [key, text] of has) {
    gone.delete(former.of(key));
    if (had.get(former.of(key)) === former.inSql(text)) continue;
    count += 1;
    const [from, to] = key.split(' ') as [string, string];
    assert.ok(isListed(from, to), `${context}: the join ${key} differs and is not listed: ${shown(changes)}`);
  }
  for (const key of gone) {
    count += 1;
    const [from, to] = key.split(' ') as [string, string];
    assert.ok(isListed(from, to), `${context}: the join ${key} is gone and not listed: ${shown(changes)}`);
  }
  for (const { kind, name, change, aspects } of changes) {
    if (kind !== 'join') continue;
    const key = name.replace('.', ' ');
    const [then, now] = [had.get(former.of(key)), has.get(key)];
    // The compiler has no SQL of a join whose names it cannot resolve.
    const isCompared = then !== undefined && !('reason' in JSON.parse(then));
    const differs = !isCompared || then !== (now && former.inSql(now)) || aspects.every((one) => one === 'other');
    assert.ok(differs, `${context}: the join ${name} is listed as ${change} and does not differ`);
  }
  return count;
}

/** Relationship and SQL by `from to`. */
async function joinsOf(model: CompiledModel): Promise<ReadonlyMap<string, string>> {
  const joins = await model.joins();
  return new Map(joins.map(({ from, to, ...rest }) => [`${from} ${to}`, JSON.stringify(rest)]));
}
