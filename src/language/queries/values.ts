/** The values that can be listed at a place: members, granularities, operators, time zones and so on. */

import { columnsOf } from '../../model/documents/columns.ts';
import {
  fitsRole,
  granularityNames,
  isTime,
  memberNamed,
  membersFor,
  type QueryMember,
} from '../../model/documents/queryMembers.ts';
import { type Operator, operators } from '../../model/documents/queryShape.ts';
import { valueWith } from '../../model/documents/readShape.ts';
import type { MentionRole, Shape } from '../../model/documents/shape.ts';
import type { Definition, Member } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { deprecationOf, isDeprecated } from '../../model/lint/deprecation.ts';
import type { MapNode, ValueNode } from '../../model/source/tree.ts';
import { kindOf } from '../completion/references/candidate.ts';
import { type Reach, reachOf } from '../completion/references/joinPaths.ts';
import { detailOf } from '../completion/references/memberCandidates.ts';
import { summary } from '../hover/hover.ts';
import type { CompletionItemKind } from '../protocol/protocol.ts';
import type { QueryFiles, ShapedText } from './document.ts';
import { relativePath } from './files.ts';
import type { Place } from './place.ts';

export interface Value {
  label: string;
  kind: CompletionItemKind;
  detail?: string;
  /** Markdown. */
  doc?: string;
  /** Smaller ones first; 0 by default. */
  rank?: number;
  /** A boolean: not within quotes. */
  isWord?: boolean;
  isDeprecated?: boolean;
}

/** A longer list is asked for again while the user types. */
export const maxValues = 1000;
/** The documentation of more members would take long, and editors show one at a time. */
const maxDocumented = 200;

export function valuesAt(
  index: ModelIndex,
  document: ShapedText,
  place: Place,
  shape: Shape,
  files: QueryFiles,
): Value[] {
  switch (shape.kind) {
    case 'oneOf':
      return shape.shapes.flatMap((one) => valuesAt(index, document, place, one, files));
    case 'boolean':
      return ['true', 'false'].map((label) => ({ label, kind: 12, isWord: true }));
    case 'member':
      return members(index, place, shape.role, files);
    case 'text':
      break;
    default:
      return [];
  }
  if (shape.choices) return choices(index, place, shape.choices);
  switch (shape.meaning) {
    case 'granularity':
      return granularities(index, place);
    case 'timeZone':
      return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((one) => one !== 'UTC')].map(example);
    case 'queryPath':
      return (files.paths?.() ?? []).map((path) => ({ label: relativePath(document.path, path), kind: 18 }));
    default:
      return (shape.examples ?? []).map(example);
  }
}

const example = (label: string): Value => ({ label, kind: 12 });

function members(index: ModelIndex, place: Place, role: MentionRole, files: QueryFiles): Value[] {
  const present = new Set(siblings(place));
  if (role === 'order' || role === 'column') {
    const columns = columnsAt(place, role, files);
    if (columns) {
      return columns
        .filter((name) => !present.has(name))
        .map((name) => {
          const { member } = memberNamed(index, name, role);
          return member ? memberValue(index, name, member, 0, true) : example(name);
        });
    }
  }
  const used = new Set(namesIn(place.around.get('query')).map((name) => name.split('.')[0]!));
  const rankOf = rankBy(index, [...used]);
  const fitting = membersFor(index, role).filter(({ name }) => !present.has(name));
  const typed =
    fitting.length < maxValues ? fitting : fitting.filter((one) => one.name.toLowerCase().includes(place.typed));
  return typed
    .map((one) => ({ ...one, rank: rankOf(one) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxValues)
    .map(({ name, member, rank }, at) => memberValue(index, name, member, rank, at < maxDocumented));
}

/**
 * 0: the query asks for the cube or view; 1: a cube that joins connect with those of the query; 2: another cube; 3: a view,
 * which cannot be joined. Without cubes in the query: 0 or 1.
 */
function rankBy(index: ModelIndex, used: readonly string[]): (member: QueryMember) => number {
  if (used.length === 0) return () => 0;
  const isUsed = new Set(used);
  const cubes = used.flatMap((name) => {
    const cube = index.cube(name);
    return cube?.kind === 'cube' ? [cube] : [];
  });
  const reaches = cubes.map((cube) => ({ cube, by: new Map(reachOf(index, cube).map((one) => [one.cube, one.by])) }));
  const leadTo = (by: ReadonlyMap<Definition, Reach['by']>, to: Definition) => typeof by.get(to) === 'number';
  // A query starts at one of its cubes, from which joins lead to all others.
  const starts = reaches.filter(({ cube, by }) => cubes.every((other) => other === cube || leadTo(by, other)));
  const isJoined = (cube: Definition) =>
    starts.some(({ by }) => leadTo(by, cube)) || reaches.every(({ by }) => (by.get(cube) ?? 'none') !== 'none');
  const ranks = new Map<Definition, number>();
  return ({ holder }) => {
    if (isUsed.has(holder.name)) return 0;
    if (cubes.length === 0) return 1;
    const rank = ranks.get(holder) ?? (holder.kind === 'view' ? 3 : isJoined(holder) ? 1 : 2);
    ranks.set(holder, rank);
    return rank;
  };
}

function memberValue(index: ModelIndex, label: string, member: Member, rank: number, isDocumented: boolean): Value {
  return {
    label,
    kind: kindOf({ member }),
    detail: detailOf(member),
    ...(isDocumented ? { doc: summary(index, { member }) } : {}),
    rank,
    ...(isDeprecatedName(index, label, member) ? { isDeprecated: true } : {}),
  };
}

function isDeprecatedName(index: ModelIndex, label: string, member: Member): boolean {
  const [cube = '', name = ''] = label.split('.');
  const view = index.cube(cube);
  const within = view?.kind === 'view' ? { view, name } : undefined;
  return (view && isDeprecated({ definition: view })) || deprecationOf(index, { member }, within) !== undefined;
}

/** The other items of the list. */
function siblings({ list }: Place): string[] {
  return (list?.node.items ?? []).flatMap((item, at) => (at === list!.at ? [] : textsIn(item)));
}

function textsIn(node: ValueNode | undefined): string[] {
  if (node?.kind === 'list') return node.items.flatMap(textsIn);
  return node?.kind === 'scalar' && typeof node.value === 'string' ? [node.value] : [];
}

function namesIn(query: MapNode | undefined): string[] {
  const times = valueWith(query, 'timeDimensions');
  const named = times?.kind === 'list' ? times.items.flatMap((one) => textsIn(valueWith(one, 'dimension'))) : [];
  return [...textsIn(valueWith(query, 'measures')), ...textsIn(valueWith(query, 'dimensions')), ...named];
}

/** Undefined if the query is in another file that is not known. */
function columnsAt({ around }: Place, role: MentionRole, { queryAt }: QueryFiles): string[] | undefined {
  const query = role === 'order' ? around.get('query') : valueWith(around.get('test'), 'query');
  if (query?.kind === 'map') return columnsOf(queryOf(query));
  const [path] = textsIn(query);
  const read = path === undefined ? undefined : queryAt?.(path)?.query;
  return read && columnsOf(read);
}

/** The parts of a query that make its columns, from a tree that may be incomplete. */
function queryOf(query: MapNode): Record<string, unknown> {
  const times = valueWith(query, 'timeDimensions');
  return {
    measures: textsIn(valueWith(query, 'measures')),
    dimensions: textsIn(valueWith(query, 'dimensions')),
    timeDimensions: (times?.kind === 'list' ? times.items : []).map((one) => ({
      dimension: textsIn(valueWith(one, 'dimension'))[0],
      granularity: textsIn(valueWith(one, 'granularity'))[0],
    })),
  };
}

function granularities(index: ModelIndex, { around }: Place): Value[] {
  const [dimension] = textsIn(valueWith(around.get('timeDimension'), 'dimension'));
  const member = dimension === undefined ? undefined : memberNamed(index, dimension, 'timeDimension').member;
  return granularityNames(member).map((label) => ({ label, kind: 20 }));
}

function choices(index: ModelIndex, { around }: Place, all: readonly { text: string; doc: string }[]): Value[] {
  const fitting = all === operators ? operatorsFor(index, around.get('filter')) : all;
  return fitting.map(({ text, doc }) => ({ label: text, kind: 20, doc }));
}

/** The operators that the member of a filter can have; all if it is not known. */
function operatorsFor(index: ModelIndex, filter: MapNode | undefined): readonly Operator[] {
  const [name] = textsIn(valueWith(filter, 'member'));
  const member = name === undefined ? undefined : memberNamed(index, name, 'filter').member;
  if (!member || !fitsRole(member, 'filter')) return operators;
  const isMeasure = member.kind === 'measure';
  return operators.filter(({ for: use }) => {
    if (use === 'any') return true;
    if (use === 'measure') return isMeasure;
    return !isMeasure && (use === 'dimension' ? !isTime(member) : isTime(member));
  });
}
