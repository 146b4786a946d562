/** The parts of a query that leave out rows, each with its place, and the queries with some of them. */

import type { CatalogMessage } from '../../base/errors.ts';
import type { Definition, Member } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { isTrue } from '../../model/index/visibility.ts';
import { LineIndex, type Span } from '../../model/source/range.ts';
import { type MapNode, textOf, type ValueNode, valueAt } from '../../model/source/tree.ts';
import type { Place } from './explanation.ts';
import { whyTexts } from './whyTexts.ts';

export type Query = Readonly<Record<string, unknown>>;

/** A filter of the query, a segment, a date range, or a default filter of a view. */
export interface Part {
  kind: 'filter' | 'segment' | 'dateRange' | 'defaultFilter';
  text: CatalogMessage;
  /** The members that it names. */
  members: readonly string[];
  place: Place | undefined;
  /** As it is written in a query; of a default filter, a condition on `unless` that every row meets, and which leaves it out. */
  written: unknown;
}

/** The text of the query, for places. */
export interface AskedDocument {
  /** As places name it. */
  name: string;
  root: MapNode | undefined;
  text: string;
}

export interface QueryParts {
  parts: readonly Part[];
  /** Filters on measures, which leave out rows of the result. */
  measureFilters: readonly Part[];
  /** Conditions that every row meets, which leave out the default filters that the query replaces. */
  replaced: readonly object[];
  /** Default filters that no query can leave out. */
  fixed: readonly { member: string; view: string; place: Place }[];
}

interface Source {
  index: ModelIndex;
  document: AskedDocument | undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** `orders.created_at` of `orders.created_at.day`. */
function memberName(name: unknown): string {
  return String(name).split('.', 2).join('.');
}

export function partsOf(query: Query, { index, document }: Source): QueryParts {
  const placeIn = (key: string, at: number) => placeOfItem(document, key, at);
  const segments = listOf(query.segments).map((name, at): Part => {
    const member = memberName(name);
    const place = placeIn('segments', at) ?? placeOfMember(index, member);
    return { kind: 'segment', text: whyTexts.message('segment', [member]), members: [member], place, written: name };
  });
  const filters = listOf(query.filters).map((filter, at): Part => {
    const members = membersOfFilter(filter);
    const place = placeIn('filters', at) ?? placeOfMember(index, members[0] ?? '');
    return { kind: 'filter', text: filterText(filter, members), members, place, written: filter };
  });
  const ranges = listOf(query.timeDimensions).flatMap((time, at): Part[] => {
    const { dimension, dateRange, compareDateRange } = fieldsOf(time);
    const range = dateRange ?? listOf(compareDateRange)[0];
    if (range === undefined || range === null) return [];
    const member = memberName(dimension);
    const shown = listOf(range).length > 0 ? listOf(range).map(String).join(' – ') : String(range);
    const place = placeIn('timeDimensions', at) ?? placeOfMember(index, member);
    const written = { dimension: member, dateRange: range };
    const text = whyTexts.message('date-range', [member, shown]);
    return [{ kind: 'dateRange', text, members: [member], place, written }];
  });
  const isOfMeasure = ({ members }: Part) => members.some((name) => index.memberByPath(name)?.kind === 'measure');
  const { removable, replaced, fixed } = defaultFilters(query, index);
  return {
    parts: [...removable, ...segments, ...filters.filter((one) => !isOfMeasure(one)), ...ranges],
    measureFilters: filters.filter(isOfMeasure),
    replaced,
    fixed,
  };
}

function membersOfFilter(filter: unknown): string[] {
  const { member, dimension, and, or } = fieldsOf(filter);
  const own = member ?? dimension;
  return [
    ...(own === undefined ? [] : [memberName(own)]),
    ...[and, or].flatMap((one) => listOf(one).flatMap(membersOfFilter)),
  ];
}

const maxShown = 5;

function filterText(filter: unknown, members: readonly string[]): CatalogMessage {
  const { operator, values } = fieldsOf(filter);
  if (operator === undefined) return whyTexts.message('filter-group', [[...new Set(members)].join(', ')]);
  const all = listOf(values);
  const shown = all
    .slice(0, maxShown)
    .map((one) => JSON.stringify(one) ?? '')
    .join(', ');
  const text = whyTexts.message('filter', [
    members[0] ?? '',
    String(operator),
    shown + (all.length > maxShown ? ', …' : ''),
  ]);
  return { ...text, message: text.message.trimEnd() };
}

function placeOfItem(document: AskedDocument | undefined, key: string, at: number): Place | undefined {
  const list = document?.root?.entries.find((one) => one.key === key)?.value;
  const item = list?.kind === 'list' ? list.items[at] : undefined;
  return item && document
    ? { file: document.name, line: new LineIndex(document.text).rangeOf(item).start.line + 1 }
    : undefined;
}

export function placeOfSpan(index: ModelIndex, file: string, span: Span): Place {
  return { file, line: index.rangeOf(file, span).start.line + 1 };
}

export function placeOfMember(index: ModelIndex, name: string): Place | undefined {
  const member = index.memberByPath(name);
  return member && placeOfSpan(index, member.definition.file, member.nameSpan);
}

/** What is written in a model as a name: `status`, `{status}`, `{CUBE}.status`, `CUBE.status`. */
function lastName(node: ValueNode | undefined, index: ModelIndex, file: string): string | undefined {
  if (!node) return undefined;
  const text = textOf(node) ?? index.text(file)?.text.slice(node.start, node.end) ?? '';
  return /(\w+)\W*$/.exec(text)?.[1];
}

function defaultFilters(query: Query, index: ModelIndex) {
  const filtered = new Set([
    ...listOf(query.filters).flatMap(membersOfFilter),
    ...listOf(query.timeDimensions).flatMap((time) => {
      const { dimension, dateRange, compareDateRange } = fieldsOf(time);
      return dateRange || compareDateRange ? [memberName(dimension)] : [];
    }),
  ]);
  const removable: Part[] = [];
  const replaced: object[] = [];
  const fixed: { member: string; view: string; place: Place }[] = [];
  for (const view of viewsOf(query, index)) {
    for (const { node, file } of index.lineage(view)) {
      const list = valueAt(node, 'defaultFilters');
      for (const item of list?.kind === 'list' ? list.items : []) {
        const member = lastName(valueAt(item, 'member'), index, file);
        if (member === undefined) continue;
        const listed = valueAt(item, 'unless');
        const unless = (listed?.kind === 'list' ? listed.items : listed ? [listed] : []).flatMap(
          (one) => lastName(one, index, file) ?? [],
        );
        const names = unless.map((one) => `${view.name}.${one}`);
        const given = names.find((one) => filtered.has(one));
        if (given !== undefined) {
          replaced.push(anyValue(given));
          continue;
        }
        const place = placeOfSpan(index, file, item);
        const name = `${view.name}.${member}`;
        const [first] = names;
        if (first === undefined) fixed.push({ member: name, view: view.name, place });
        else {
          const text = whyTexts.message('default-filter', [name, view.name]);
          removable.push({ kind: 'defaultFilter', text, members: [name], place, written: anyValue(first) });
        }
      }
    }
  }
  return { removable, replaced, fixed };
}

function viewsOf(query: Query, index: ModelIndex): Definition[] {
  const names = new Set(namesIn(query).map((name) => name.split('.', 1)[0]!));
  return [...names].flatMap((name) => {
    const found = index.cube(name);
    return found?.kind === 'view' ? [found] : [];
  });
}

/** All members that a query names, in the order in which the compiler reads them. */
export function namesIn(query: Query): string[] {
  return [
    ...listOf(query.measures).map(memberName),
    ...listOf(query.dimensions).map(memberName),
    ...listOf(query.segments).map(memberName),
    ...listOf(query.timeDimensions).map((time) => memberName(fieldsOf(time).dimension)),
    ...listOf(query.filters).flatMap(membersOfFilter),
  ];
}

/** A condition that every row meets. It joins the cube of the member. */
export function anyValue(member: string): object {
  return {
    or: [
      { member, operator: 'set' },
      { member, operator: 'notSet' },
    ],
  };
}

/** The dimensions that identify a row of a cube. */
export function keysOf(index: ModelIndex, cube: Definition): Member[] {
  return [...index.members(cube).values()]
    .flat()
    .filter(({ kind, node }) => kind === 'dimension' && isTrue(valueAt(node, 'primaryKey')));
}
