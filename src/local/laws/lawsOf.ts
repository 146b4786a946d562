/** The laws that the measures of a model fulfil for any rows, derived from the types in its text. */

import type { Definition, Member } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { isHidden, isPrivate } from '../../model/index/visibility.ts';
import type { Span } from '../../model/source/range.ts';
import { textOf, valueAt } from '../../model/source/tree.ts';

type Query = Readonly<Record<string, unknown>>;

type LawName =
  | 'total-equals-sum-over-dimension'
  | 'total-equals-sum-over-time'
  | 'parts-equal-total'
  | 'count-at-least-distinct'
  | 'count-not-negative'
  | 'join-repeats-no-rows'
  | 'view-equals-cube';

export interface Law {
  law: LawName;
  /** `orders.total` */
  member: string;
  /** In one sentence. */
  text: string;
  file: string;
  /** The member's name. */
  span: Span;
  /** The queries whose values are compared: the sums of the first and of the others, or their order. */
  left: Query;
  right: readonly Query[];
  compare: 'equal' | 'at-least';
}

/** Laws of one model. */
const maxLaws = 2_000;

export function lawsOf(index: ModelIndex): Law[] {
  const laws: Law[] = [];
  const cubes = index.definitions.filter(({ kind, open }) => kind === 'cube' && open === false);
  for (const cube of cubes) laws.push(...lawsOfCube(index, cube), ...lawsOfJoins(index, cube));
  const views = index.definitions.filter(({ kind, open }) => kind === 'view' && open === false);
  for (const view of views) laws.push(...lawsOfView(index, view));
  return laws.slice(0, maxLaws);
}

function lawsOfCube(index: ModelIndex, cube: Definition): Law[] {
  if (isHiddenFromQueries(cube)) return [];
  const members = [...index.members(cube).values()].flat().filter(isVisible);
  const measures = members.filter(({ kind }) => kind === 'measure');
  const groups = [cube, ...targetsOf(index, cube)].flatMap((one) =>
    [...index.members(one).values()]
      .flat()
      .flatMap((member) => (isVisible(member) && member.kind === 'dimension' ? [{ one, member }] : [])),
  );
  return measures.flatMap((measure) => {
    const law = lawMaker(cube, measure);
    const type = typeOf(measure);
    const own: Law[] = [];
    if (type === 'count' || type === 'count_distinct')
      own.push(law('count-not-negative', `is never negative`, {}, [], 'at-least'));
    if (type === 'count_distinct') {
      const count = measures.find(
        (one) => typeOf(one) === 'count' && !valueAt(one.node, 'filters') && !valueAt(one.node, 'sql'),
      );
      if (count) {
        own.push({
          ...law('count-at-least-distinct', `is at most ${cube.name}.${count.name}`, {}, [], 'at-least'),
          left: { measures: [`${cube.name}.${count.name}`] },
          right: [{ measures: [`${cube.name}.${measure.name}`] }],
        });
      }
    }
    if (!isAdditive(measure)) return own;
    for (const { one, member } of groups) {
      const name = `${one.name}.${member.name}`;
      if (typeOf(member) === 'time') own.push(...timeLaws(law, name));
      else if (typeOf(member) !== 'geo' && typeOf(member) !== 'switch') {
        own.push(
          law('total-equals-sum-over-dimension', `equals the sum of its values by ${name}`, {}, [
            { dimensions: [name] },
          ]),
        );
        own.push(...partitions(law, name, typeOf(member) === 'boolean'));
      }
    }
    return own;
  });
}

/**
 * A query with the counts of two joined cubes counts no row of either one twice, whichever relationship the join has. Rows
 * without a partner can be missing, so the counts are not equal.
 */
function lawsOfJoins(index: ModelIndex, cube: Definition): Law[] {
  const countOf = (one: Definition) =>
    isHiddenFromQueries(one)
      ? undefined
      : [...index.members(one).values()]
          .flat()
          .find(
            (member) =>
              member.kind === 'measure' &&
              isVisible(member) &&
              typeOf(member) === 'count' &&
              isAdditive(member) &&
              !valueAt(member.node, 'sql'),
          );
  return index.joins(cube).flatMap(({ name }) => {
    const target = index.cube(name);
    const [own, other] = [countOf(cube), target && countOf(target)];
    if (!own || !target || !other || target.open !== false) return [];
    const notRepeated = (holder: Definition, count: Member, by: string) =>
      lawMaker(holder, count)(
        'join-repeats-no-rows',
        `is not larger next to ${by}`,
        {},
        [{ measures: [by, `${holder.name}.${count.name}`] }],
        'at-least',
      );
    return [
      notRepeated(cube, own, `${target.name}.${other.name}`),
      notRepeated(target, other, `${cube.name}.${own.name}`),
    ];
  });
}

type LawMaker = (name: LawName, text: string, left: Query, right: readonly Query[], compare?: Law['compare']) => Law;

function lawMaker(holder: Definition, { name, nameSpan, definition }: Member): LawMaker {
  const member = `${holder.name}.${name}`;
  return (law, text, left, right, compare = 'equal') => ({
    law,
    member,
    text: `${member} ${text}`,
    file: definition.file,
    span: nameSpan,
    left: { measures: [member], ...left },
    right: right.map((one) => ({ measures: [member], ...one })),
    compare,
  });
}

/** Days and months, also where clocks change; both sides of a midnight. */
function timeLaws(law: LawMaker, dimension: string): Law[] {
  const grain = (granularity: string, timezone: string) => ({ timeDimensions: [{ dimension, granularity }], timezone });
  const filter = (operator: string, ...values: string[]) => ({
    filters: [{ member: dimension, operator, ...(values.length > 0 && { values }) }],
  });
  return [
    law('total-equals-sum-over-time', `equals the sum of its values by day of ${dimension}`, {}, [grain('day', 'UTC')]),
    law('total-equals-sum-over-time', `equals the sum of its values by hour of ${dimension} where clocks change`, {}, [
      grain('hour', 'Europe/Berlin'),
    ]),
    law(
      'total-equals-sum-over-time',
      `equals the sum of its values by month of ${dimension} in another time zone`,
      {},
      [grain('month', 'America/New_York')],
    ),
    law('parts-equal-total', `equals its values before, from and without a midnight of ${dimension}`, {}, [
      filter('beforeDate', '2026-03-01'),
      filter('afterOrOnDate', '2026-03-01'),
      filter('notSet'),
    ]),
  ];
}

/** A filter and its complement. */
function partitions(law: LawMaker, member: string, isBoolean: boolean): Law[] {
  const filter = (operator: string, values?: string[]) => ({
    filters: [{ member, operator, ...(values && { values }) }],
  });
  const laws = [
    law('parts-equal-total', `equals its values with and without ${member}`, {}, [filter('set'), filter('notSet')]),
  ];
  if (!isBoolean) return laws;
  const sides = [filter('equals', ['true']), filter('notEquals', ['true'])];
  return [...laws, law('parts-equal-total', `equals its values where ${member} is true and where not`, {}, sides)];
}

function lawsOfView(index: ModelIndex, view: Definition): Law[] {
  if (isHiddenFromQueries(view) || valueAt(view.node, 'defaultFilters')) return [];
  return [...index.viewMembers(view).members.values()].flatMap(({ name, sources, item }): Law[] => {
    const [source] = sources;
    // A query of a cube behind a join starts at the first cube of the path: rows without a partner are not in it.
    if (item.joinPath?.parts.length !== 1) return [];
    if (
      !source ||
      sources.length > 1 ||
      source.kind !== 'measure' ||
      !isVisible(source) ||
      isHiddenFromQueries(source.definition)
    )
      return [];
    if (!index.cube(source.definition.name)) return [];
    const member = `${view.name}.${name}`;
    const cubeMember = `${source.definition.name}.${source.name}`;
    return [
      {
        law: 'view-equals-cube',
        member,
        text: `${member} equals ${cubeMember}`,
        file: source.definition.file,
        span: source.nameSpan,
        left: { measures: [member] },
        right: [{ measures: [cubeMember] }],
        compare: 'equal',
      },
    ];
  });
}

/** The cubes that a cube reaches without a join that repeats its rows. */
function targetsOf(index: ModelIndex, cube: Definition): Definition[] {
  const found = new Set([cube]);
  for (const one of found) {
    for (const { name, node } of index.joins(one)) {
      const target = index.cube(name);
      const relationship = textOf(valueAt(node, 'relationship')) ?? '';
      if (target && /^(many_to_one|belongs_?to|one_to_one|has_?one)$/i.test(relationship)) found.add(target);
    }
  }
  return [...found].slice(1, 20).filter((one) => !isHiddenFromQueries(one));
}

function typeOf({ node }: Member): string {
  return (textOf(valueAt(node, 'type')) ?? '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** By its type; `meta: { additive: false }` in the measure says otherwise. */
function isAdditive({ node }: Member): boolean {
  const type = textOf(valueAt(node, 'type'));
  const meta = valueAt(node, 'meta');
  const stated = meta && valueAt(meta, 'additive');
  if (stated?.kind === 'scalar' && typeof stated.value === 'boolean') return stated.value;
  const isPlain = !['rollingWindow', 'multiStage', 'timeShift'].some((key) => valueAt(node, key));
  return isPlain && (type === 'sum' || type === 'count');
}

function isVisible(member: Member): boolean {
  return !isHidden(member);
}

function isHiddenFromQueries({ node }: Definition): boolean {
  return isPrivate(node);
}
