/** Widths of texts in the font of an element, measured with a canvas. */

import type { TextWidth } from './columnWidths.ts';

/** Each character is measured once. Kerning is not counted: it makes a text narrower, seldom wider. */
export function textWidthIn(node: Element, weight?: number): TextWidth {
  const context = document.createElement('canvas').getContext('2d')!;
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(node);
  context.font = `${fontStyle} ${weight ?? fontWeight} ${fontSize} ${fontFamily}`;
  const measured = (character: string) => context.measureText(character).width;
  const widths = new Map<string, number>();
  // The grid shows digits with equal widths, which the canvas may not.
  const digit = Math.max(...Array.from('0123456789', measured));
  for (const each of '0123456789') widths.set(each, digit);
  return (text) => {
    let sum = 0;
    for (const character of text) {
      let width = widths.get(character);
      if (width === undefined) {
        width = measured(character);
        widths.set(character, width);
      }
      sum += width;
    }
    return sum;
  };
}
