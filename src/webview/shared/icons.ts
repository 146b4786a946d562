/** The pages' icons: stroked paths on a 16 × 16 grid, in the colour of the text. */

import { strokeIcon } from '../../base/browser/dom.ts';

const shapes = {
  back: 'M10 3 5 8l5 5',
  forward: 'M6 3l5 5-5 5',
  refresh: 'M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3',
  filter: 'M2 3h12L9.5 8.5V13l-3-1.5v-3z',
  export: 'M8 2v8M5 7l3 3 3-3M3 13h10',
  comments: 'M2.5 3h11v8H8l-3 2.5V11H2.5z',
  inspector: 'M2 3h12v10H2zM2 6h12M5 8.5h3M5 10.5h6',
  outside: 'M9 3h4v4M13 3 7.5 8.5M11 9v4H3V5h4',
  more: 'M2.8 8a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M7.4 8a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0M12 8a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0',
  close: 'M4 4l8 8M12 4l-8 8',
  clock: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 5v3l2 2',
  warning: 'M8 2.5 14 13H2zM8 6.5v3M8 11.4h.01',
  error: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 5v4M8 11h.01',
  unknown: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM5.5 8h5',
  question:
    'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM6.300 6.500a1.750 1.750 0 1 1 2.500 1.600c-.5.25-.8.6-.8 1.200M8 11.300h.01',
  info: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 7.5V11M8 5h.01',
  pause: 'M5.5 3v10M10.5 3v10',
  play: 'M5 3l7 5-7 5z',
  stop: 'M4.5 4.5h7v7h-7z',
  compare: 'M3 5.5h9.5M9.5 2.5l3 3-3 3M13 10.5H3.5M6.5 7.5l-3 3 3 3',
  clear: 'M3 4h10M6 4V2.5h4V4M4.5 4l.5 9.5h6l.5-9.5',
  copy: 'M6 5.5h7v8H6zM10 5.5v-3H3v8h3',
  compose: 'M3 13l.7-3L11 2.7 13.3 5 6 12.3zM9.5 4.2l2.3 2.3',
  branch:
    'M5 5v6M5 5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM5 14a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM11 6a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM11 6c0 3-6 2-6 5',
  definition: 'M3 2.5h6l4 4v7H3zM9 2.5v4h4M5.5 9h5M5.5 11h3',
  save: 'M3 3h8l2 2v8H3zM5.500 3v3.500h4.500V3M5.500 13V9.500h5V13',
  check: 'M3 8.5 6.5 12 13 4.5',
  reload: 'M13 6A5.2 5.2 0 0 0 3.3 6M3 10a5.2 5.2 0 0 0 9.7 0M3 3v3h3M13 13v-3h-3',
} as const;

export type IconName = keyof typeof shapes;

export function icon(name: IconName): SVGSVGElement {
  return strokeIcon(shapes[name]);
}
