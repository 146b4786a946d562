/** The scene of a model: cubes and views as boxes, or whole folders as one box. */

import type { MapEdge, MapGraph, MapMember, MapNode } from '../../contract/messages/mapChannel.ts';
import type { MapText } from '../shared/pageTexts.ts';
import type { FolderInfo } from './folders.ts';
import type { Box, Counted, Line, Mark, Row, Scene } from './scene.ts';

export interface ModelView {
  folders: readonly FolderInfo[];
  collapsed: ReadonlySet<string>;
  expanded: ReadonlySet<string>;
  /** Only this node and its neighbors; null for all. */
  around: string | null;
}

/** Members of a box that is not expanded. */
const shownMembers = 6;
/** More boxes have no members until they are expanded, and form columns, because a row of so many would be too long. */
const maxTallBoxes = 60;

export function folderBoxId(folder: string): string {
  return `folder:${folder}`;
}

function neighborsOf({ edges }: MapGraph, id: string): Set<string> {
  return new Set(edges.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : [])));
}

export function modelScene(graph: MapGraph, view: ModelView, text: MapText): Scene {
  const near = view.around === null ? undefined : neighborsOf(graph, view.around).add(view.around);
  const nodes = near ? graph.nodes.filter(({ id }) => near.has(id)) : graph.nodes;
  const open = near ? nodes : nodes.filter(({ folder }) => !view.collapsed.has(folder));
  const boxOf = new Map(nodes.map((one) => [one.id, folderBoxId(one.folder)]));
  for (const { id } of open) boxOf.set(id, id);
  const isLarge = open.length > maxTallBoxes;
  const usual = isLarge ? 0 : shownMembers;
  const neighbors = countNeighbors(graph);
  const tintOf = new Map(view.folders.map(({ folder, tint }) => [folder, tint]));
  const boxes = [
    ...(near ? [] : view.folders.filter(({ folder }) => view.collapsed.has(folder))).map((one) => folderBox(one, text)),
    ...open.map((node) => {
      const shown = view.expanded.has(node.id) ? node.members.length : usual;
      return nodeBox(
        node,
        {
          shown,
          usual,
          tint: tintOf.get(node.folder) ?? 0,
          neighbors: neighbors.get(node.id) ?? 0,
          group: isLarge ? node.folder : '',
        },
        text,
      );
    }),
  ];
  return { boxes, lines: linesOf(graph, boxOf, text), direction: isLarge ? 'right' : 'down' };
}

function countNeighbors({ edges }: MapGraph): Map<string, number> {
  const found = new Map<string, Set<string>>();
  const add = (one: string, other: string) => {
    const known = found.get(one);
    if (known) known.add(other);
    else found.set(one, new Set([other]));
  };
  for (const { from, to } of edges) {
    add(from, to);
    add(to, from);
  }
  return new Map([...found].map(([id, { size }]) => [id, size]));
}

function folderBox({ folder, tint, cubes, views }: FolderInfo, text: MapText): Box {
  const name = folder || text('legend.root');
  return {
    id: folderBoxId(folder),
    kind: 'folder',
    name,
    caption: text('box.counts', cubes, views),
    icon: 'folder',
    tint,
    rows: [],
    more: 0,
    expanded: false,
    hidden: false,
    generated: false,
    subject: false,
    group: '',
    label: text('box.folder', name, cubes, views),
    place: null,
  };
}

interface NodeOptions {
  shown: number;
  usual: number;
  tint: number;
  neighbors: number;
  group: string;
}

function nodeBox(node: MapNode, { shown, usual, tint, neighbors, group }: NodeOptions, text: MapText): Box {
  const { id, name, kind, folder, members, hidden = false, generated = false, title } = node;
  const chosen = firstMembers(members, shown);
  const labelKey = kind === 'view' ? 'box.view' : 'box.cube';
  return {
    id,
    kind,
    name,
    caption: title !== undefined && plain(title) !== plain(name) ? title : '',
    icon: kind,
    tint,
    rows: chosen.map(rowOf),
    more: members.length - chosen.length,
    expanded: members.length > usual && chosen.length === members.length,
    hidden,
    generated,
    subject: false,
    group,
    label: text(labelKey, name, folder || text('legend.root'), members.length, neighbors),
    place: { node: id, member: null },
  };
}

/** A title that only writes the name differently says nothing more. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '');
}

function rowOf({ name, kind, type = '', primaryKey = false, hidden = false }: MapMember): Row {
  return { name, kind, type, primaryKey, hidden };
}

const kindOrder = ['dimension', 'measure', 'segment', 'hierarchy', 'preAggregation'];

/** Keys first, then dimensions and measures in equal parts, as far as there are some of both. */
function firstMembers(members: readonly MapMember[], count: number): MapMember[] {
  const keys = members.filter(({ primaryKey }) => primaryKey);
  const measures = members.filter(({ kind }) => kind === 'measure');
  const others = members.filter(({ kind, primaryKey }) => kind !== 'measure' && !primaryKey);
  const half = Math.max(Math.ceil(count / 2), count - keys.length - others.length);
  const first = [...keys, ...measures.slice(0, half), ...others, ...measures.slice(half)].slice(0, count);
  const rank = ({ kind, primaryKey }: MapMember) => (primaryKey ? -1 : kindOrder.indexOf(kind));
  return first.sort((a, b) => rank(a) - rank(b) || members.indexOf(a) - members.indexOf(b));
}

function linesOf({ edges }: MapGraph, boxOf: ReadonlyMap<string, string>, text: MapText): Line[] {
  const lines = new Map<string, Line>();
  const groups = new Map<string, { first: string; last: string; count: number; wrong: Counted[] }>();
  for (const edge of edges) {
    const [from, to] = [boxOf.get(edge.from), boxOf.get(edge.to)];
    if (from === undefined || to === undefined) continue;
    if (from === edge.from && to === edge.to) {
      const line = lineOf(edge, text);
      const same = lines.get(line.id);
      lines.set(line.id, same ? merged(same, line) : line);
    } else if (from !== to) {
      const key = `${from}\n${to}`;
      const reverse = groups.get(`${to}\n${from}`);
      const group = reverse ?? groups.get(key);
      const counted = edge.counted?.result === 'wrong' ? [edge.counted] : [];
      if (group) {
        group.count += 1;
        group.wrong.push(...counted);
      } else groups.set(key, { first: from, last: to, count: 1, wrong: counted });
    }
  }
  const nameOf = (id: string) => id.replace(/^folder:/, '') || text('legend.root');
  for (const { first, last, count, wrong } of groups.values()) {
    const words = [text('line.group', count, nameOf(first), nameOf(last)), ...wrong.map((one) => one.text)];
    lines.set(`group\n${first}\n${last}`, {
      id: `group\n${first}\n${last}`,
      kind: 'group',
      first,
      last,
      firstMark: 'none',
      lastMark: 'none',
      words,
      counted: wrong,
    });
  }
  return [...lines.values()];
}

function merged(one: Line, other: Line): Line {
  return { ...one, words: [...one.words, ...other.words], counted: [...one.counted, ...other.counted] };
}

/** From the side with many rows to the side with one, from a view to its cubes, from a parent to what extends it. */
function lineOf({ kind, from, to, relationship, counted }: MapEdge, text: MapText): Line {
  const said = text(kind === 'join' ? `line.${relationship ?? 'join'}` : `line.${kind}`, from, to);
  const words = counted ? [said, counted.text] : [said];
  const turned = kind === 'extends' || relationship === 'one_to_many';
  const [first, last] = turned ? [to, from] : [from, to];
  const marks: [Mark, Mark] =
    kind === 'extends'
      ? ['parent', 'none']
      : kind === 'include'
        ? ['none', 'arrow']
        : relationship === undefined
          ? ['none', 'none']
          : [relationship === 'one_to_one' ? 'one' : 'many', 'one'];
  const [firstMark, lastMark] = marks;
  const id = [kind, firstMark, first, last].join('\n');
  return { id, kind, first, last, firstMark, lastMark, words, counted: counted ? [counted] : [] };
}
