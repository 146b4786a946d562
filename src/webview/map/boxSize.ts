/** The size of a box, and its texts as far as they have room. */

import type { MapText } from '../shared/pageTexts.ts';
import type { Box } from './scene.ts';

export const geometry = {
  header: 36,
  /** The header of a box with a caption. */
  tallHeader: 50,
  row: 21,
  /** Below the last row. */
  end: 8,
  /** Left of a text, next to its icon. */
  textLeft: 32,
  right: 12,
  /** Between a name and its type. */
  gap: 18,
  minWidth: 150,
  maxWidth: 290,
};

export type Fonts = Readonly<Record<'name' | 'row' | 'small', string>>;

export interface BoxSize {
  width: number;
  height: number;
  header: number;
}

let canvas: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

/** Pixels of a text in a font of the style sheet. */
export function textWidth(text: string, font: string): number {
  const key = `${font}\n${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  canvas ??= document.createElement('canvas').getContext('2d');
  if (canvas) canvas.font = font;
  const width = canvas?.measureText(text).width ?? text.length * 7;
  if (widths.size > 50_000) widths.clear();
  widths.set(key, width);
  return width;
}

/** The text, or as much of its start as has room, with an ellipsis. */
export function fitted(text: string, font: string, room: number): string {
  if (textWidth(text, font) <= room) return text;
  const letters = [...text];
  let [low, high] = [0, Math.min(letters.length, Math.ceil(room))];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (textWidth(`${letters.slice(0, middle).join('')}…`, font) <= room) low = middle;
    else high = middle - 1;
  }
  return `${letters.slice(0, low).join('')}…`;
}

/** The largest font size with which a text has room; `font` has the size of 13 pixels. */
export function largestSize(text: string, font: string, room: number): number {
  return Math.max(13, (13 * room) / Math.max(1, textWidth(text, font)));
}

/** To the right of the name: that the box is a view, or the number of members while none is shown. */
export function tagOf({ kind, rows, more }: Box, text: MapText): string {
  if (rows.length === 0 && more > 0) return `+${more}`;
  return kind === 'view' ? text('box.view.tag') : '';
}

export function sizeOf(box: Box, fonts: Fonts, text: MapText): BoxSize {
  const { textLeft, right, gap, minWidth, maxWidth, end } = geometry;
  const tag = tagOf(box, text);
  const tagWidth = tag ? textWidth(tag, fonts.small) + gap : 0;
  const wanted = Math.max(
    textWidth(box.name, fonts.name) + tagWidth,
    textWidth(box.caption, fonts.small),
    ...box.rows.map(({ name, type }) => textWidth(name, fonts.row) + (type ? gap + textWidth(type, fonts.small) : 0)),
  );
  const width = Math.ceil(Math.min(maxWidth, Math.max(minWidth, textLeft + wanted + right)));
  const header = box.caption ? geometry.tallHeader : geometry.header;
  const lines = box.rows.length + (box.rows.length > 0 && (box.more > 0 || box.expanded) ? 1 : 0);
  return { width, header, height: header + (lines > 0 ? 6 + lines * geometry.row + end : 0) };
}
