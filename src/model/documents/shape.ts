/** The shape of a document as data: the checks, the language features and the JSON Schema are derived from it. */

/** The use of a text that names a member. `column`: a column of the result; `shown`: whether users see it. */
export type MentionRole =
  | 'measure'
  | 'dimension'
  | 'segment'
  | 'timeDimension'
  | 'filter'
  | 'order'
  | 'column'
  | 'shown';

/** The meaning of a text beyond its characters. */
type TextMeaning = 'granularity' | 'timeZone' | 'dateRange' | 'queryPath' | 'branch' | 'dataFile' | 'instant';

export type Shape =
  | MapShape
  /** Any keys; with `role`, members; with `keys`, tables of the model or their columns. */
  | { kind: 'record'; role?: MentionRole; keys?: 'table' | 'tableColumn'; values: Shape }
  | { kind: 'list'; items: Shape; least?: number; most?: number }
  /** A list with these items. */
  | { kind: 'tuple'; items: readonly Shape[] }
  | { kind: 'member'; role: MentionRole }
  | { kind: 'text'; choices?: readonly Choice[]; examples?: readonly string[]; meaning?: TextMeaning }
  | { kind: 'integer'; least: number; most?: number }
  | { kind: 'number'; least?: number }
  | { kind: 'boolean' }
  /** Text, number, boolean or null. */
  | { kind: 'value' }
  | { kind: 'any' }
  /** The kinds of the nodes differ: one map, one list, or a scalar. */
  | { kind: 'oneOf'; shapes: readonly Shape[] };

export interface MapShape {
  kind: 'map';
  /** Its name in the JSON Schema. */
  name: string;
  fields: Fields;
}

export interface Choice {
  text: string;
  doc: string;
}

export interface Field {
  shape: Shape;
  doc: string;
  required?: boolean;
  /** Required in most documents: their reader decides, and the JSON Schema does not require it. */
  isSpared?: boolean;
  nullable?: boolean;
  /** Accepted, but not offered. */
  hidden?: boolean;
  /** Part of a new block, as are required ones. */
  usual?: boolean;
}

export type Fields = Readonly<Record<string, Field>>;

export function fieldOf(fields: Fields, key: string): Field | undefined {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}
