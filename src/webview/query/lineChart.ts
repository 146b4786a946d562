/** Lines over time, as SVG. */

import { svgElement } from '../shared/svgElement.ts';
import type { Chart } from './chartOf.ts';
import { ticksFor } from './chartOf.ts';

type Line = Extract<Chart, { kind: 'line' | 'bars' }>;

/** Pixels around the drawing. */
const margin = { top: 12, right: 18, bottom: 26 };
const characterPx = 6.6;
/** Points are marked while there are at most so many. */
const maxMarks = 60;
/** Pixels that a label of the time axis needs. */
const labelPx = 96;

export interface LineChart {
  readonly svg: SVGSVGElement;
  /** The point that is nearest to a horizontal place, in pixels. */
  nearest(x: number): number;
  /** Marks a point, or none for undefined. */
  mark(point: number | undefined): void;
}

/** @param axisText formats a value for the axis */
export function drawLineChart(
  { labels, series, times }: Line,
  { width, height }: { width: number; height: number },
  axisText: (value: number) => string,
): LineChart {
  const ticks = ticksFor(
    series.flatMap(({ values }) => values.filter((value) => value !== null)),
    height / 60,
  );
  const left = Math.max(...ticks.map((tick) => axisText(tick).length)) * characterPx + 14;
  const plot = {
    left,
    right: Math.max(left + 20, width - margin.right),
    top: margin.top,
    bottom: height - margin.bottom,
  };
  const scale = (value: number, from: number, to: number, start: number, end: number) =>
    Number((from === to ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start)).toFixed(1));
  const places = times.map((time) => scale(time, times[0]!, times.at(-1)!, plot.left, plot.right));
  const y = (value: number) => scale(value, ticks[0]!, ticks.at(-1)!, plot.bottom, plot.top);
  const guide = svgElement('line', { class: 'guide', y1: plot.top, y2: plot.bottom, visibility: 'hidden' });
  const svg = svgElement(
    'svg',
    { class: 'line-chart', width, height, 'aria-hidden': 'true' },
    ...ticks.map((tick) => tickOf(axisText(tick), y(tick), plot, tick === 0)),
    ...timeLabels(labels, places, plot),
    guide,
    ...series.map(({ values }, at) => lineOf(values, places, y, at)),
  );
  return {
    svg,
    nearest: (x) =>
      places.reduce((best, place, at) => (Math.abs(place - x) < Math.abs(places[best]! - x) ? at : best), 0),
    mark(point) {
      guide.setAttribute('visibility', point === undefined ? 'hidden' : 'visible');
      if (point === undefined) return;
      guide.setAttribute('x1', String(places[point]));
      guide.setAttribute('x2', String(places[point]));
    },
  };
}

interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function tickOf(text: string, y: number, { left, right }: Plot, isZero: boolean): SVGElement {
  return svgElement(
    'g',
    { class: isZero ? 'tick zero' : 'tick' },
    svgElement('line', { x1: left, x2: right, y1: y, y2: y }),
    svgElement('text', { x: left - 8, y: y + 4, 'text-anchor': 'end' }, text),
  );
}

function timeLabels(labels: readonly string[], places: readonly number[], { left, right, bottom }: Plot): SVGElement[] {
  const texts: SVGElement[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const [at, x] of places.entries()) {
    if (x < free) continue;
    const half = (labels[at]!.length * characterPx) / 2;
    const middle = Math.max(left + half - 8, Math.min(x, right - half + 8));
    if (middle - half < free - labelPx / 2) continue;
    texts.push(svgElement('text', { class: 'time', x: middle, y: bottom + 18, 'text-anchor': 'middle' }, labels[at]!));
    free = x + Math.max(labelPx, half * 2 + 16);
  }
  return texts;
}

/** A missing value interrupts the line. */
function lineOf(
  values: readonly (number | null)[],
  places: readonly number[],
  y: (value: number) => number,
  at: number,
) {
  let path = '';
  const marks: SVGElement[] = [];
  for (const [point, value] of values.entries()) {
    if (value === null) continue;
    const isStart = values[point - 1] === undefined || values[point - 1] === null;
    const isAlone = isStart && (values[point + 1] === undefined || values[point + 1] === null);
    path += `${isStart ? 'M' : 'L'}${places[point]} ${y(value)}`;
    if (isAlone || values.length <= maxMarks)
      marks.push(svgElement('circle', { cx: places[point], cy: y(value), r: 3 }));
  }
  return svgElement('g', { class: `series series-${at}` }, svgElement('path', { d: path }), ...marks);
}
