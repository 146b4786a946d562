/** The body of a response as text and as JSON. Knows nothing of what it says. */

import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { WireResponse } from './wire.ts';

const decompressors = { gzip: gunzip, 'x-gzip': gunzip, deflate: inflate, br: brotliDecompress } as const;

/** Decompressed bytes; rejects with code `ERR_BUFFER_TOO_LARGE` where they unfold to more than `maxBytes`. */
export async function readBytes({ headers, body }: WireResponse, maxBytes: number): Promise<Uint8Array> {
  let bytes: Uint8Array = body;
  const codings = (headers.get('content-encoding') ?? '').toLowerCase().split(',').reverse();
  for (const coding of codings.map((name) => name.trim())) {
    if (!(coding in decompressors) || bytes.length === 0) continue;
    const decompress = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(
      decompressors[coding as keyof typeof decompressors],
    );
    bytes = await decompress(bytes, { maxOutputLength: maxBytes });
  }
  return bytes;
}

/** The text of a decompressed body. */
export function textOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.replace(/^\uFEFF/, '').trim();
}

/** Undefined for what is no JSON; the wrapper tells it from a JSON `null`. */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
