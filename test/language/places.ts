/** Models with a cursor, and places of answers as text. */

import assert from 'node:assert/strict';
import type { ModelIndex } from '../../src/model/index/modelIndex.ts';
import type { Position, Range } from '../../src/model/source/range.ts';
import { indexOf, markedText, type Texts } from '../model/models.ts';

const cursor = '▮';
const scheme = 'test:/';

export interface Place {
  index: ModelIndex;
  path: string;
  position: Position;
}

export function uriOf(path: string): string {
  return scheme + path;
}

/** Removes the `▮` from one of the texts: there is the cursor. */
export function placeIn(texts: Texts): Place {
  const [name, text] = Object.entries(texts).find(([, one]) => one.includes(cursor)) ?? assert.fail('no cursor');
  const index = indexOf({ ...texts, [name]: text.replace(cursor, '') });
  const path = `model/${name}`;
  return { index, path, position: index.file(path)!.lines.positionAt(text.indexOf(cursor)) };
}

/** The cursor `into` characters after the first occurrence of `text` in a file. */
export function placeAt(index: ModelIndex, path: string, text: string, into = 0): Place {
  const file = index.file(path) ?? assert.fail(path);
  const offset = file.text.indexOf(text);
  assert.ok(offset >= 0, text);
  return { index, path, position: file.lines.positionAt(offset + into) };
}

/** `cubes/orders.yml: - name: «orders»` */
export function shown(index: ModelIndex, file: string, range: Range): string {
  const path = file.replace(scheme, '');
  const line = index.file(path)!.text.split(/\r\n|\n/)[range.start.line]!;
  const text = markedText(index, { file: path, range });
  const before = line.slice(0, range.start.character);
  const after = line.slice(range.start.character + text.length);
  return `${path.replace('model/', '')}: ${`${before}«${text}»${after}`.trim()}`;
}
