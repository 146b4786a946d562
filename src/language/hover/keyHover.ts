/** The meaning, values and default of the property key at a position. */

import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { cursorAt } from '../keys/cursorAt.ts';
import { keyDoc } from '../keys/keyDocs.ts';
import { keyText } from '../keys/keyText.ts';
import { slotAt } from '../keys/slot.ts';
import type { Hover, Position } from '../protocol/protocol.ts';

export function keyHover(index: ModelIndex, path: string, position: Position): Hover | undefined {
  const file = index.file(path);
  const cursor = file && cursorAt(path, file.text, file.lines.offsetAt(position));
  if (!file || !cursor?.entry || !cursor.map) return undefined;
  const { entry, map, steps } = cursor;
  const slot = slotAt({ ...cursor, steps: [...steps, { holder: map, entry }] });
  // The name of a member in JavaScript, or a key that is not known.
  if (!slot || slot.keys.at(-1) !== entry.name) return undefined;
  if (!keyDoc(slot.keys) || (slot.rules.length === 0 && entry.name !== 'name')) return undefined;
  return {
    contents: { kind: 'markdown', value: keyText(entry.key, slot) },
    range: file.lines.rangeOf(entry.keySpan),
  };
}
