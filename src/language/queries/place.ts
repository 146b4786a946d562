/** The keys and values that the shape of a document allows at a cursor. */

import { fieldOf, type MapShape, type Shape } from '../../model/documents/shape.ts';
import type { ListNode, MapNode } from '../../model/source/tree.ts';
import type { Cursor, Step } from '../keys/cursor.ts';
import { FlowReader } from '../keys/flowReader.ts';
import { yamlCursor } from '../keys/yamlCursor.ts';
import type { ShapedText } from './document.ts';

export interface Place {
  cursor: Cursor;
  /** Alternatives for the node that the steps of the cursor lead to. */
  shapes: readonly Shape[];
  /** The blocks around it by the names of their shapes, the innermost of each. */
  around: ReadonlyMap<string, MapNode>;
  /** The text before the cursor, in lower case. */
  typed: string;
  /** The list around it, and which item it is. */
  list: { node: ListNode; at: number } | undefined;
}

export function placeAt({ shape, path, text, isTooLarge }: ShapedText, offset: number): Place | undefined {
  const cursor = isTooLarge ? undefined : cursorIn(path, text, offset);
  if (!cursor) return undefined;
  const around = new Map<string, MapNode>();
  let shapes: readonly Shape[] = [shape];
  let list: Place['list'];
  for (const step of cursor.steps) {
    if ('entry' in step) for (const one of mapsIn(shapes)) around.set(one.name, step.holder);
    list = 'at' in step ? { node: step.holder, at: step.at } : undefined;
    shapes = shapes.flatMap(flat).flatMap((one) => entered(one, step));
  }
  if (cursor.map) for (const one of mapsIn(shapes)) around.set(one.name, cursor.map);
  const { start: from } = cursor.span;
  const typed = text.slice(from, Math.max(from, offset)).toLowerCase();
  return { cursor, shapes: shapes.flatMap(flat), around, list, typed };
}

function cursorIn(path: string, text: string, offset: number): Cursor | undefined {
  const open = /^(?:\ufeff|\s|#[^\n\r]*|---[ \t]*(?=[\r\n]))*\{/.exec(text)?.[0].length;
  if (open === undefined) return path.endsWith('.json') ? undefined : yamlCursor(text, [], offset);
  const reader = new FlowReader(text, 'yaml', offset, text.length);
  reader.map(open - 1, []);
  return reader.cursor;
}

/** Without alternatives. */
function flat(shape: Shape): readonly Shape[] {
  return shape.kind === 'oneOf' ? shape.shapes.flatMap(flat) : [shape];
}

export function mapsIn(shapes: readonly Shape[]): MapShape[] {
  return shapes.flatMap(flat).filter((one): one is MapShape => one.kind === 'map');
}

function entered(shape: Shape, step: Step): readonly Shape[] {
  if ('at' in step) {
    if (shape.kind === 'list') return [shape.items];
    const item = shape.kind === 'tuple' ? shape.items[step.at] : undefined;
    return item ? [item] : [];
  }
  if (shape.kind === 'record') return [shape.values];
  const field = shape.kind === 'map' ? fieldOf(shape.fields, step.entry.key) : undefined;
  return field ? [field.shape] : [];
}
