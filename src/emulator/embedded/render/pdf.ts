/** A picture as a document of one page (PDF 1.4). */

import { deflateSync } from 'node:zlib';
import type { Raster } from './raster.ts';

export interface PdfOptions {
  title: string;
  /** Points. */
  width: number;
  height: number;
}

export function pdfOf({ width, height, pixels }: Raster, page: PdfOptions): Uint8Array {
  const image = deflateSync(withoutOpacity(pixels));
  const drawing = Buffer.from(`q ${page.width} 0 0 ${page.height} 0 0 cm /Page Do Q`, 'latin1');
  const objects: (string | [dictionary: string, stream: Uint8Array])[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents 4 0 R /Resources << /XObject << /Page 5 0 R >> >> >>`,
    ['', drawing],
    [
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`,
      image,
    ],
    `<< /Title <${utf16(page.title)}> /Producer (Data Model Workbench) >>`,
  ];
  const chunks: Uint8Array[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = chunks[0]!.length;
  const write = (part: Uint8Array) => {
    chunks.push(part);
    length += part.length;
  };
  const say = (text: string) => write(Buffer.from(text, 'latin1'));
  objects.forEach((object, at) => {
    offsets.push(length);
    say(`${at + 1} 0 obj\n`);
    if (typeof object === 'string') say(object);
    else {
      say(`<< ${object[0]} /Length ${object[1].length} >>\nstream\n`);
      write(object[1]);
      say('\nendstream');
    }
    say('\nendobj\n');
  });
  const start = length;
  say(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) say(`${String(offset).padStart(10, '0')} 00000 n \n`);
  say(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(chunks);
}

/** Three bytes a pixel. */
function withoutOpacity(pixels: Uint8Array): Uint8Array {
  const plain = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4) {
    plain[to++] = pixels[from]!;
    plain[to++] = pixels[from + 1]!;
    plain[to++] = pixels[from + 2]!;
  }
  return plain;
}

/** Hexadecimal, with the mark that says so: any title. */
function utf16(text: string): string {
  return Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
}
