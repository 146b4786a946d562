/** Spreads the ends of lines over the sides of their boxes, so that marks of different lines do not overlap. */

import type { LayoutInput, Link, Point, Size } from './layoutTypes.ts';

type Ways = ReadonlyMap<string, readonly Point[]>;

interface End {
  line: string;
  /** The end at the first box. */
  isFirst: boolean;
  /** The position of the line's other end, along the side. */
  from: number;
}

/** Pixels between two ends, and from the corner of a box. */
const apart = 22;
const fromCorner = 18;

/** Lines leave a box towards the next layer and enter it from the previous one. Upward lines use the same sides. */
export function spreadEnds(
  { boxes, lines, direction }: LayoutInput,
  places: ReadonlyMap<string, Point>,
  ways: Ways,
): Ways {
  const along = direction === 'down' ? 'x' : 'y';
  const across = direction === 'down' ? 'y' : 'x';
  const sizes = new Map(boxes.map((box) => [box.id, box]));
  const length = ({ width, height }: Size) => (along === 'x' ? width : height);
  const depth = ({ width, height }: Size) => (across === 'x' ? width : height);
  const middle = (id: string, axis: 'x' | 'y') =>
    places.get(id)![axis] + (axis === along ? length(sizes.get(id)!) : depth(sizes.get(id)!)) / 2;
  const sides = new Map<string, End[]>();
  const add = (box: string, side: 'start' | 'end', end: End) => {
    const key = `${side}\n${box}`;
    sides.set(key, [...(sides.get(key) ?? []), end]);
  };
  for (const { id, first, last } of lines) {
    const inner = (ways.get(id) ?? []).slice(1, -1);
    const forward = middle(first, across) <= middle(last, across);
    add(first, forward ? 'end' : 'start', { line: id, isFirst: true, from: inner[0]?.[along] ?? middle(last, along) });
    add(last, forward ? 'start' : 'end', {
      line: id,
      isFirst: false,
      from: inner.at(-1)?.[along] ?? middle(first, along),
    });
  }
  const ends = new Map<string, Partial<Record<'first' | 'last', Point>>>();
  for (const [key, list] of sides) {
    const [side, box] = splitKey(key);
    const size = sizes.get(box)!;
    const place = places.get(box)!;
    const room = Math.max(0, length(size) - 2 * fromCorner);
    const step = list.length > 1 ? Math.min(apart, room / (list.length - 1)) : 0;
    const start = place[along] + length(size) / 2 - (step * (list.length - 1)) / 2;
    const border = place[across] + (side === 'end' ? depth(size) : 0);
    for (const [at, { line, isFirst }] of list.sort((a, b) => a.from - b.from).entries()) {
      const point = { [along]: start + step * at, [across]: border } as unknown as Point;
      ends.set(line, { ...ends.get(line), [isFirst ? 'first' : 'last']: point });
    }
  }
  return new Map(lines.map((link) => [link.id, wayOf(link, ways, ends)]));
}

function splitKey(key: string): [side: string, box: string] {
  const at = key.indexOf('\n');
  return [key.slice(0, at), key.slice(at + 1)];
}

function wayOf({ id }: Link, ways: Ways, ends: ReadonlyMap<string, Partial<Record<'first' | 'last', Point>>>): Point[] {
  const { first, last } = ends.get(id) ?? {};
  const way = ways.get(id) ?? [];
  const inner = way.length > 3 ? way.slice(1, -1) : [];
  return first && last ? [first, ...inner, last] : [...way];
}
