/** Gives each box a place and each line its way. Connected parts are arranged in layers, then packed side by side. */

import { Graph, layout } from '@dagrejs/dagre';
import type { Layout, LayoutInput, Link, Point, Size } from './layoutTypes.ts';
import { spreadEnds } from './spreadEnds.ts';

/** The exact method takes too long for more boxes in one part. */
const maxExact = 120;
const between = { boxes: 36, layers: 64, parts: 48, groups: 160 };

export function layoutGraph({ boxes, lines, direction }: LayoutInput): Layout {
  const known = new Set(boxes.map(({ id }) => id));
  const links = lines.filter(({ first, last }) => first !== last && known.has(first) && known.has(last));
  const groupOf = new Map(boxes.map(({ id, group }) => [id, group]));
  const isInner = ({ first, last }: Link) => groupOf.get(first) === groupOf.get(last);
  const groups = [...new Set(groupOf.values())].map((group) => boxes.filter((box) => box.group === group));
  const inner = links.filter(isInner);
  const parts = groups.map((group) => layoutGroup(group, inner, direction));
  const { places, ways, width, height } = packed(parts, between.groups);
  const outer = links.filter((link) => !isInner(link));
  for (const [id, way] of spreadEnds({ boxes, lines: outer, direction }, places, new Map())) ways.set(id, way);
  return { places, ways, width, height };
}

/** The connected parts of a group, packed. */
function layoutGroup(boxes: readonly Size[], links: readonly Link[], direction: LayoutInput['direction']): Layout {
  const own = new Set(boxes.map(({ id }) => id));
  const inner = links.filter(({ first }) => own.has(first));
  return packed(
    connectedParts(boxes, inner).map((part) => layoutPart(part.boxes, part.lines, direction)),
    between.parts,
  );
}

function packed(
  parts: readonly Layout[],
  gap: number,
): { places: Map<string, Point>; ways: Map<string, readonly Point[]>; width: number; height: number } {
  const { offsets, width, height } = pack(parts, gap);
  const places = new Map<string, Point>();
  const ways = new Map<string, readonly Point[]>();
  for (const [at, part] of parts.entries()) {
    const { x: dx, y: dy } = offsets[at]!;
    const moved = ({ x, y }: Point) => ({ x: x + dx, y: y + dy });
    for (const [id, place] of part.places) places.set(id, moved(place));
    for (const [id, way] of part.ways) ways.set(id, way.map(moved));
  }
  return { places, ways, width, height };
}

interface Part {
  boxes: Size[];
  lines: Link[];
}

function connectedParts(boxes: readonly Size[], links: readonly Link[]): Part[] {
  const parent = new Map(boxes.map(({ id }) => [id, id]));
  const rootOf = (id: string): string => {
    let root = id;
    while (parent.get(root) !== root) root = parent.get(root)!;
    for (let at = id; at !== root; ) {
      const next = parent.get(at)!;
      parent.set(at, root);
      at = next;
    }
    return root;
  };
  for (const { first, last } of links) parent.set(rootOf(first), rootOf(last));
  const parts = new Map<string, Part>();
  const partOf = (id: string) => {
    const root = rootOf(id);
    const known = parts.get(root) ?? { boxes: [], lines: [] };
    parts.set(root, known);
    return known;
  };
  for (const box of boxes) partOf(box.id).boxes.push(box);
  for (const link of links) partOf(link.first).lines.push(link);
  return [...parts.values()];
}

function layoutPart(boxes: readonly Size[], lines: readonly Link[], direction: LayoutInput['direction']): Layout {
  const [only] = boxes;
  if (boxes.length === 1 && only) {
    return { places: new Map([[only.id, { x: 0, y: 0 }]]), ways: new Map(), width: only.width, height: only.height };
  }
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: direction === 'down' ? 'TB' : 'LR',
    nodesep: direction === 'down' ? between.boxes : 18,
    ranksep: direction === 'down' ? between.layers : 90,
    edgesep: 16,
    ranker: boxes.length > maxExact ? 'longest-path' : 'network-simplex',
  });
  // The library keeps names as keys of objects, where `__proto__` has a meaning.
  const names = new Map(boxes.map(({ id }, at) => [id, `n${at}`]));
  for (const { id, width, height } of boxes) graph.setNode(names.get(id)!, { width, height });
  for (const [at, { first, last }] of lines.entries()) {
    graph.setEdge(names.get(first)!, names.get(last)!, {}, `e${at}`);
  }
  layout(graph);
  const places = new Map<string, Point>();
  for (const { id, width, height } of boxes) {
    const { x = 0, y = 0 } = graph.node(names.get(id)!) as Partial<Point>;
    places.set(id, { x: x - width / 2, y: y - height / 2 });
  }
  const ways = new Map<string, readonly Point[]>();
  for (const [at, { id, first, last }] of lines.entries()) {
    const { points = [] } = (graph.edge(names.get(first)!, names.get(last)!, `e${at}`) ?? {}) as { points?: Point[] };
    ways.set(id, points);
  }
  return moveToOrigin(boxes, { places, ways: spreadEnds({ boxes, lines, direction }, places, ways) });
}

function moveToOrigin(boxes: readonly Size[], { places, ways }: Pick<Layout, 'places' | 'ways'>): Layout {
  const points = [
    ...boxes.flatMap(({ id, width, height }) => {
      const { x, y } = places.get(id)!;
      return [
        { x, y },
        { x: x + width, y: y + height },
      ];
    }),
    ...[...ways.values()].flat(),
  ];
  const edge = (pick: (a: number, b: number) => number, axis: 'x' | 'y') =>
    points.reduce((found, point) => pick(found, point[axis]), points[0]![axis]);
  const [left, top] = [edge(Math.min, 'x'), edge(Math.min, 'y')];
  const moved = ({ x, y }: Point) => ({ x: x - left, y: y - top });
  return {
    places: new Map([...places].map(([id, place]) => [id, moved(place)])),
    ways: new Map([...ways].map(([id, way]) => [id, way.map(moved)])),
    width: edge(Math.max, 'x') - left,
    height: edge(Math.max, 'y') - top,
  };
}

interface Rectangle {
  width: number;
  height: number;
}

const shape = 1.6;

/** The highest come first. `offsets` are in the order of the rectangles. */
export function pack(
  rectangles: readonly Rectangle[],
  gap: number,
): { offsets: { x: number; y: number }[]; width: number; height: number } {
  const area = rectangles.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  const widest = rectangles.reduce((most, { width }) => Math.max(most, width), 0);
  const limit = Math.max(widest, Math.sqrt(area * shape));
  const order = rectangles.map((_, at) => at).sort((a, b) => rectangles[b]!.height - rectangles[a]!.height || a - b);
  const offsets = rectangles.map(() => ({ x: 0, y: 0 }));
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  for (const at of order) {
    const one = rectangles[at]!;
    if (x > 0 && x + one.width > limit) {
      x = 0;
      y += rowHeight + gap;
      rowHeight = 0;
    }
    offsets[at] = { x, y };
    x += one.width + gap;
    width = Math.max(width, x - gap);
    rowHeight = Math.max(rowHeight, one.height);
  }
  return { offsets, width, height: y + rowHeight };
}
