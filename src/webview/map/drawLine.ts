/** Draws one line with the marks at its ends: a crow's foot for many, a bar for one, an arrow, or the triangle of a parent. */

import { svgElement } from '../shared/svgElement.ts';
import type { Point } from './layout/layoutTypes.ts';
import type { Line, Mark } from './scene.ts';

export type Direction = 'down' | 'right';

export function drawLine(line: Line, way: readonly Point[], direction: Direction): SVGGElement {
  const words = line.words.join('\n');
  const [first, last] = [way[0]!, way.at(-1)!];
  const d = curve(way, direction);
  const isWrong = line.counted.some(({ result }) => result === 'wrong');
  return svgElement(
    'g',
    { class: `line ${line.kind}${isWrong ? ' wrong' : ''}`, 'data-line': line.id },
    svgElement('path', { class: 'hit', d }, svgElement('title', {}, words)),
    svgElement('path', { class: 'stroke', d }),
    markAt(line.firstMark, first, outward(first, way[1] ?? last, direction)),
    markAt(line.lastMark, last, outward(last, way.at(-2) ?? first, direction)),
    ...countsAt(line, middleOf(way)),
  );
}

/** A few words for each join, in the middle of its line. */
function countsAt({ counted, kind }: Line, { x, y }: Point): SVGElement[] {
  if (kind === 'group') return [];
  return counted.map(({ result, label }, at) => {
    const place = { x: round(x), y: round(y + 4 + at * 14), 'text-anchor': 'middle' };
    return svgElement('text', { class: `counted ${result}`, ...place }, label);
  });
}

function middleOf(way: readonly Point[]): Point {
  const half = (way.length - 1) / 2;
  const [one, other] = [way[Math.floor(half)]!, way[Math.ceil(half)]!];
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

/** Leaves and enters boxes at a right angle. */
function curve(way: readonly Point[], direction: Direction): string {
  const [start, ...rest] = way;
  let from = start!;
  let d = `M${round(from.x)} ${round(from.y)}`;
  for (const to of rest) {
    const bend = direction === 'down' ? (to.y - from.y) / 2 : (to.x - from.x) / 2;
    const [a, b] =
      direction === 'down'
        ? [
            { x: from.x, y: from.y + bend },
            { x: to.x, y: to.y - bend },
          ]
        : [
            { x: from.x + bend, y: from.y },
            { x: to.x - bend, y: to.y },
          ];
    d += `C${[a.x, a.y, b.x, b.y, to.x, to.y].map(round).join(' ')}`;
    from = to;
  }
  return d;
}

/** The unit vector from a box along the line. */
function outward(end: Point, next: Point, direction: Direction): Point {
  return direction === 'down' ? { x: 0, y: next.y >= end.y ? 1 : -1 } : { x: next.x >= end.x ? 1 : -1, y: 0 };
}

function markAt(mark: Mark, { x, y }: Point, { x: dx, y: dy }: Point): SVGElement | undefined {
  // `out` pixels away from the box, `side` pixels to the side.
  const at = (out: number, side: number) => `${round(x + dx * out + dy * side)} ${round(y + dy * out + dx * side)}`;
  switch (mark) {
    case 'many':
      return svgElement('path', {
        class: 'mark',
        d: `M${at(0, -6)}L${at(11, 0)}L${at(0, 6)}M${at(14, -5)}L${at(14, 5)}`,
      });
    case 'one':
      return svgElement('path', { class: 'mark', d: `M${at(6, -5)}L${at(6, 5)}M${at(10, -5)}L${at(10, 5)}` });
    case 'arrow':
      return svgElement('path', { class: 'mark solid', d: `M${at(1, 0)}L${at(9, -4)}L${at(9, 4)}z` });
    case 'parent':
      return svgElement('path', { class: 'mark hollow', d: `M${at(0, 0)}L${at(11, -6)}L${at(11, 6)}z` });
    default:
      return undefined;
  }
}

/** The way of a line from a box to itself: a loop at its right side. */
export function loopOf({ x, y }: Point, width: number): Point[] {
  return [
    { x: x + width, y: y + 12 },
    { x: x + width + 26, y: y + 19 },
    { x: x + width, y: y + 26 },
  ];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
