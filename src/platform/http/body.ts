/** Decompresses and parses the body of a response. */

import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { WireResponse } from './wire.ts';

type Decompress = (
  bytes: Uint8Array,
  options: { maxOutputLength: number },
  callback: (failure: Error | null, result: Buffer) => void,
) => void;

/** A map, because the server chooses the names: an object also has `constructor`. */
const decompressors: ReadonlyMap<string, Decompress> = new Map<string, Decompress>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['br', brotliDecompress],
]);

/** The decompressed bytes. @throws Error with code `ERR_BUFFER_TOO_LARGE` if they are more than `maxBytes`. */
export async function readBytes({ headers, body }: WireResponse, maxBytes: number): Promise<Uint8Array> {
  let bytes: Uint8Array = body;
  const codings = (headers.get('content-encoding') ?? '').toLowerCase().split(',').reverse();
  for (const coding of codings.map((name) => name.trim())) {
    const decompress = decompressors.get(coding);
    if (!decompress || bytes.length === 0) continue;
    bytes = await promisify(decompress)(bytes, { maxOutputLength: maxBytes });
  }
  return bytes;
}

/** The text of a decompressed body. */
export function textOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.replace(/^\uFEFF/, '').trim();
}

/** A double holds every number of at most 15 digits. */
const longNumber = /[:,[]\s*-?\d[\d.eE+-]{15}/;
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** Puts the numbers of a JSON text that a double may round in quotation marks. */
export function quoteLongNumbers(text: string): string {
  if (!longNumber.test(text)) return text;
  return text.replace(stringOrNumber, (token) => (token.length > 15 && token[0] !== '"' ? `"${token}"` : token));
}

/** Undefined if the text is not JSON. The wrapper distinguishes that from a JSON `null`. */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
