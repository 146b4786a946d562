/** Writes an image as a PDF 1.4 document of one page. */
// `pdf-lib` does not serve: it adds 430 kB to the emulator's bundle for these six objects.

import { deflateSync } from 'node:zlib';
import type { RasterImage } from './raster.ts';

export interface PdfPage {
  title: string;
  /** Points. */
  width: number;
  height: number;
}

export function pdfOf({ width, height, pixels }: RasterImage, page: PdfPage): Uint8Array {
  const objects: Buffer[] = [
    bytes('<< /Type /Catalog /Pages 2 0 R >>'),
    bytes('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    bytes(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents 4 0 R /Resources << /XObject << /Page 5 0 R >> >> >>`,
    ),
    stream('', bytes(`q ${page.width} 0 0 ${page.height} 0 0 cm /Page Do Q`)),
    stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`,
      deflateSync(withoutAlpha(pixels)),
    ),
    bytes(`<< /Title <${utf16Hex(page.title)}> /Producer (Data Model Workbench) >>`),
  ];
  const chunks = [bytes('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n')];
  const offsets: string[] = [];
  let length = chunks[0]!.length;
  for (const [index, object] of objects.entries()) {
    offsets.push(`${String(length).padStart(10, '0')} 00000 n \n`);
    const chunk = Buffer.concat([bytes(`${index + 1} 0 obj\n`), object, bytes('\nendobj\n')]);
    chunks.push(chunk);
    length += chunk.length;
  }
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...chunks, bytes(table + trailer)]);
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function stream(dictionary: string, data: Uint8Array): Buffer {
  const head = bytes(`<< ${dictionary} /Length ${data.length} >>\nstream\n`);
  return Buffer.concat([head, data, bytes('\nendstream')]);
}

/** Three bytes per pixel. */
function withoutAlpha(pixels: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4) {
    rgb[to++] = pixels[from]!;
    rgb[to++] = pixels[from + 1]!;
    rgb[to++] = pixels[from + 2]!;
  }
  return rgb;
}

/** Hexadecimal UTF-16 with a byte order mark, which allows every character. */
function utf16Hex(text: string): string {
  return Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
}
