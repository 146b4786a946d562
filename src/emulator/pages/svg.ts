/** SVG elements as text. */

import { escapeXml } from './charts/escapeXml.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TextOptions {
  x: number;
  /** The position of the baseline. */
  y: number;
  size: number;
  color: string;
  bold?: boolean;
  anchor?: 'start' | 'end';
  /** Pixels; longer text is cut. */
  width?: number;
}

export function svgText(text: string, options: TextOptions): string {
  const { x, y, size, color, bold = false, anchor = 'start', width = Number.POSITIVE_INFINITY } = options;
  const weight = bold ? 600 : 400;
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${escapeXml(color)}" text-anchor="${anchor}">${escapeXml(cutText(text, size, width))}</text>`;
}

/** Estimates the width: a character of the font is a little wider than half its height. */
function cutText(text: string, size: number, width: number): string {
  const most = Math.max(1, Math.floor(width / (size * 0.56)));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

export function svgRectangle({ x, y, width, height }: Box, fill: string, border: string, radius: number): string {
  const edge = `x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" rx="${radius}"`;
  return `<rect ${edge} fill="${escapeXml(fill)}" stroke="${escapeXml(border)}"/>`;
}

export function svgLine(x1: number, x2: number, y: number, color: string): string {
  return `<path d="M${x1} ${y}H${x2}" stroke="${escapeXml(color)}"/>`;
}

/** Moves a whole drawing into another one. */
export function nestSvg(svg: string, { x, y }: Box): string {
  return svg.replace(/<svg\b/, `<svg x="${x}" y="${y}"`);
}
