/** Rows as a spreadsheet file: the five parts a workbook needs, in a ZIP archive without compression. */

import type { Sheet } from './sheet.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export function workbookOf(sheet: Sheet): Uint8Array {
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${[sheet.head, ...sheet.rows].map(rowXml).join('')}</sheetData></worksheet>`,
  };
  const text = new TextEncoder();
  return zipped(
    Object.entries(parts).map(([name, xml]) => [text.encode(name), text.encode(declaration + xml)] as const),
  );
}

function rowXml(cells: readonly (string | number)[]): string {
  return `<row>${cells.map(cellXml).join('')}</row>`;
}

function cellXml(cell: string | number): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c><v>${cell}</v></c>` : '<c/>';
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

function escaped(text: string): string {
  // XML knows no such characters at all, not even escaped.
  const sound = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  return sound.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A ZIP archive with its files as they are. */
function zipped(files: readonly (readonly [name: Uint8Array, content: Uint8Array])[]): Uint8Array {
  const chunks: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const sizes = [checksum(content), content.length, content.length, name.length, 0] as const;
    const local = concat([record('IHHHHHIIIHH', 0x04034b50, 20, 0x800, 0, 0, 0x21, ...sizes), name, content]);
    directory.push(
      record('IHHHHHHIIIHHHHHII', 0x02014b50, 20, 20, 0x800, 0, 0, 0x21, ...sizes, 0, 0, 0, 0, offset),
      name,
    );
    chunks.push(local);
    offset += local.length;
  }
  const listing = concat(directory);
  const end = record('IHHHHIIH', 0x06054b50, 0, 0, files.length, files.length, listing.length, offset, 0);
  return concat([...chunks, listing, end]);
}

/** Little-endian fields: `H` of two bytes, `I` of four. */
function record(layout: string, ...values: number[]): Uint8Array {
  const bytes: number[] = [];
  for (const [at, kind] of [...layout].entries()) {
    const value = values[at] ?? 0;
    for (let byte = 0; byte < (kind === 'H' ? 2 : 4); byte++) bytes.push((value >>> (8 * byte)) & 0xff);
  }
  return Uint8Array.from(bytes);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** CRC-32, as ZIP wants it. */
function checksum(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
