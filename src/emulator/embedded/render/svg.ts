/** Pieces of SVG as text: boxes, words that fit, one drawing inside another. */

export function escaped(text: string): string {
  const sound = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  return sound.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

export interface Words {
  x: number;
  /** Of the baseline. */
  y: number;
  text: string;
  size: number;
  color: string;
  bold?: boolean;
  anchor?: 'start' | 'end';
  /** Pixels there are; longer words are cut. */
  width?: number;
}

export function words({ x, y, text, size, color, bold = false, anchor = 'start', width }: Words): string {
  const shown = width === undefined ? text : fitting(text, size, width);
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${bold ? 600 : 400}" fill="${escaped(color)}" text-anchor="${anchor}">${escaped(shown)}</text>`;
}

/** A guess at what fits: the letters of the font are a little wider than half their height. */
function fitting(text: string, size: number, width: number): string {
  const most = Math.max(1, Math.floor(width / (size * 0.56)));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function box({ x, y, width, height }: Box, fill: string, border: string, radius: number): string {
  const edge = `x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" rx="${radius}"`;
  return `<rect ${edge} fill="${escaped(fill)}" stroke="${escaped(border)}"/>`;
}

export function line(x1: number, x2: number, y: number, color: string): string {
  return `<path d="M${x1} ${y}H${x2}" stroke="${escaped(color)}"/>`;
}

/** A whole drawing, moved into another one. */
export function placed(svg: string, x: number, y: number): string {
  return svg.replace(/<svg\b/, `<svg x="${x}" y="${y}"`);
}
