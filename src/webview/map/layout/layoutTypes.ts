/** Input and output of the layout. */

export interface Size {
  id: string;
  /** Boxes of one group are placed together; lines between groups do not influence the places. */
  group: string;
  width: number;
  height: number;
}

export interface Link {
  id: string;
  first: string;
  last: string;
}

export interface Point {
  x: number;
  y: number;
}

export interface LayoutInput {
  boxes: readonly Size[];
  lines: readonly Link[];
  direction: 'down' | 'right';
}

/** In pixels of the unscaled map; the place of a box is its upper left corner. */
export interface Layout {
  places: ReadonlyMap<string, Point>;
  /** From border to border, by the id of the line. A line from a box to itself has none. */
  ways: ReadonlyMap<string, readonly Point[]>;
  width: number;
  height: number;
}
