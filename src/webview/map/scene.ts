/** The content of the map: boxes and the lines between them, before they have a place. */

import type { MapEdge, MapPlace } from '../../contract/messages/mapChannel.ts';

type BoxKind = 'cube' | 'view' | 'folder' | 'member';

/** One member in a box. */
export interface Row {
  name: string;
  kind: string;
  type: string;
  primaryKey: boolean;
  hidden: boolean;
}

export interface Box {
  id: string;
  kind: BoxKind;
  name: string;
  /** Below the name, or for a member above it. */
  caption: string;
  /** The icon: of a member its kind, otherwise that of the box. */
  icon: string;
  /** The color of the folder or table. */
  tint: number;
  rows: readonly Row[];
  /** The number of members that `rows` leaves out. */
  more: number;
  /** All members are shown, and there are more than usual. */
  expanded: boolean;
  hidden: boolean;
  generated: boolean;
  /** The member whose lineage is shown. */
  subject: boolean;
  /** Boxes of one group are placed together. */
  group: string;
  /** For screen readers. */
  label: string;
  /** Enter and a click on the name open this; null for a folder, column or table. */
  place: MapPlace | null;
}

export type Mark = 'many' | 'one' | 'arrow' | 'parent' | 'none';

export type Counted = NonNullable<MapEdge['counted']>;

export interface Line {
  id: string;
  kind: 'join' | 'include' | 'extends' | 'use' | 'group';
  /** The box that the layout puts first, above or to the left of the other. */
  first: string;
  last: string;
  firstMark: Mark;
  lastMark: Mark;
  /** One sentence for each relation that the line shows. */
  words: readonly string[];
  /** What the data says about each join of the line. */
  counted: readonly Counted[];
}

export interface Scene {
  boxes: readonly Box[];
  lines: readonly Line[];
  /** The lines flow down, or to the right. */
  direction: 'down' | 'right';
}
