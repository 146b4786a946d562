/** Reads PNG and PDF files back: size, number of colors, brightness. Fails if a file breaks its format. */

import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

export interface ImageSummary {
  width: number;
  height: number;
  /** Number of colors in a sample of the pixels. */
  colors: number;
  /** Mean of the sample: 0 is black, 255 is white. */
  brightness: number;
}

export function readPng(file: Buffer): ImageSummary {
  assert.deepEqual([...file.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'a PNG');
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  assert.equal(chunks.at(-1)?.type, 'IEND');
  const head = chunks[0]!.data;
  const [width, height, depth, kind] = [head.readUInt32BE(0), head.readUInt32BE(4), head[8], head[9]];
  assert.deepEqual([depth, kind], [8, 6], '8-bit RGBA');
  const compressed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  return summarize(unfiltered(inflateSync(compressed), width, height), width, height, 4);
}

/** Reverses the PNG filter of each line. */
function unfiltered(lines: Buffer, width: number, height: number): Buffer {
  const stride = width * 4;
  const pixels = Buffer.alloc(stride * height);
  assert.equal(lines.length, (stride + 1) * height);
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (stride + 1)]!;
    for (let x = 0; x < stride; x++) {
      const raw = lines[y * (stride + 1) + 1 + x]!;
      const left = x >= 4 ? pixels[y * stride + x - 4]! : 0;
      const up = y > 0 ? pixels[(y - 1) * stride + x]! : 0;
      const corner = x >= 4 && y > 0 ? pixels[(y - 1) * stride + x - 4]! : 0;
      pixels[y * stride + x] = (raw + guessOf(filter, left, up, corner)) & 0xff;
    }
  }
  return pixels;
}

/** Without arrays, because it runs for each byte of an image. */
function guessOf(filter: number, left: number, up: number, corner: number): number {
  if (filter < 4) return filter === 0 ? 0 : filter === 1 ? left : filter === 2 ? up : (left + up) >> 1;
  const a = Math.abs(up - corner);
  const b = Math.abs(left - corner);
  const c = Math.abs(left + up - 2 * corner);
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

export function readPdf(file: Buffer): { page: { width: number; height: number }; image: ImageSummary; title: string } {
  const text = file.toString('latin1');
  assert.ok(text.startsWith('%PDF-1.') && text.endsWith('%%EOF\n'));
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  assert.ok(text.startsWith('xref\n', start), 'the offset of the object table is right');
  const entries = [...text.slice(start).matchAll(/^(\d{10}) (\d{5}) n $/gm)];
  entries.forEach(([, offset], at) => {
    assert.ok(text.startsWith(`${at + 1} 0 obj`, Number(offset)), `the offset of object ${at + 1} is right`);
  });
  assert.equal(text.match(/\/Type \/Page\b(?!s)/g)?.length, 1, 'one page');
  const [, pageWidth, pageHeight] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text)!;
  const image = /\/Subtype \/Image \/Width (\d+) \/Height (\d+) [^>]*\/Length (\d+) >>\nstream\n/.exec(text)!;
  const [width, height, length] = image.slice(1).map(Number) as [number, number, number];
  const from = image.index + image[0].length;
  const pixels = inflateSync(file.subarray(from, from + length));
  assert.equal(pixels.length, width * height * 3);
  const title = Buffer.from(/\/Title <([\da-f]+)>/.exec(text)![1]!, 'hex')
    .swap16()
    .toString('utf16le')
    .slice(1);
  const page = { width: Number(pageWidth), height: Number(pageHeight) };
  return { page, image: summarize(pixels, width, height, 3), title };
}

function summarize(pixels: Buffer, width: number, height: number, bytes: 3 | 4): ImageSummary {
  const colors = new Set<number>();
  let sum = 0;
  let count = 0;
  for (let at = 0; at + bytes <= pixels.length; at += bytes * 3) {
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
    colors.add((red << 16) | (green << 8) | blue);
    sum += (red + green + blue) / 3;
    count++;
  }
  return { width, height, colors: colors.size, brightness: sum / count };
}
