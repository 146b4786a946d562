/** The map's icons: stroked paths on a 16 × 16 grid. */

import { svgElement } from '../shared/svgElement.ts';

const shapes: Readonly<Record<string, string>> = {
  cube: 'M8 1.8 13.5 5v6L8 14.2 2.5 11V5zM2.5 5 8 8.2 13.5 5M8 8.2v6',
  view: 'M8 2.2 14 5.4 8 8.6 2 5.4zM2.4 8.4 8 11.4l5.6-3M2.4 11 8 14l5.6-3',
  folder: 'M1.8 3.5h4.4L7.8 5.5h6.4v7.5H1.8z',
  measure: 'M3 13.5V9M8 13.5v-11M13 13.5V6',
  dimension: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  time: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 5v3.2l2.2 1.6',
  key: 'M5.2 6.2a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4M7.2 7.2 13 2.6M11 4.2l1.8 2.2',
  segment: 'M2 3h12L9.5 8.5V13l-3-1.5v-3z',
  hierarchy: 'M8 2.5v4M3.5 13V9.5h9V13M8 6.5v3',
  preAggregation: 'M2.5 4.5c0-2 11-2 11 0v7c0 2-11 2-11 0zM2.5 4.5c0 2 11 2 11 0M2.5 8c0 2 11 2 11 0',
  column: 'M2.5 2.5h11v11h-11zM8 2.5v11',
  query: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.2 10.2l3.6 3.6',
  test: 'M6 2.5h4M7 2.5v4l-3.8 6.2a.6.6 0 0 0 .5.8h8.6a.6.6 0 0 0 .5-.8L9 6.5v-4M5 10h6',
  report: 'M3.5 2h6l3 3v9h-9zM6 7.5h4M6 10h4',
  dashboard: 'M2 2.5h5v6H2zM9 2.5h5v3.5H9zM2 10.5h5v3H2zM9 8h5v5.5H9z',
  notification: 'M4 11V7a4 4 0 0 1 8 0v4l1.3 1.5H2.7zM6.7 14.3h2.6',
  table: 'M2 3h12v10H2zM2 6.5h12M6.5 6.5V13',
};

/** A decorative icon with its upper left corner at (x, y). */
export function shape(name: string, x: number, y: number, size = 16): SVGElement {
  const scale = size / 16;
  return svgElement('path', {
    class: `shape shape-${name}`,
    d: shapes[name] ?? shapes.dimension!,
    transform: `translate(${x} ${y}) scale(${scale})`,
  });
}
