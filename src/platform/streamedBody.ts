/** Reads the body of a response while it arrives, so that its size is not limited by the memory. */

import { finished } from 'node:stream/promises';
import { createGunzip, type Gunzip } from 'node:zlib';
import type { BodySink } from './http/wire.ts';

/** Parses a body piece by piece. It keeps only what it needs. */
export interface BodyReader {
  write(bytes: Uint8Array): void;
  /** The parsed answer. @throws Error if the body is incomplete */
  end(): unknown;
}

export class StreamedBody implements BodySink {
  readonly #reader: BodyReader;
  readonly #gunzip: Gunzip | undefined;
  #failure: unknown;

  private constructor(reader: BodyReader, isZipped: boolean) {
    this.#reader = reader;
    if (!isZipped) return;
    this.#gunzip = createGunzip();
    this.#gunzip.on('data', (bytes: Buffer) => this.#read(bytes));
    this.#gunzip.on('error', (failure) => {
      this.#failure ??= failure;
    });
  }

  /** Undefined if the response is not a success with the expected kind of body, or its coding is unknown: it is read as a whole. */
  static of(
    reader: BodyReader,
    status: number,
    headers: ReadonlyMap<string, string>,
    expected: 'json' | 'bytes',
  ): StreamedBody | undefined {
    const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
    const mediaType = headers.get('content-type') ?? '';
    const isExpected = expected === 'json' ? /\bjson\b/i.test(mediaType) : !/\b(?:json|html)\b/i.test(mediaType);
    if (status !== 200 || !isExpected || !['', 'identity', 'gzip', 'x-gzip'].includes(coding)) return undefined;
    return new StreamedBody(reader, coding.endsWith('gzip'));
  }

  write(bytes: Uint8Array): Promise<void> | undefined {
    const gunzip = this.#gunzip;
    if (!gunzip) this.#read(bytes);
    else if (!gunzip.destroyed) return new Promise((resolve) => gunzip.write(bytes, () => resolve()));
    return undefined;
  }

  /** The reader's answer. @throws what the reader threw, or the decompression */
  async end(): Promise<unknown> {
    const gunzip = this.#gunzip;
    if (gunzip && !gunzip.destroyed) {
      gunzip.end();
      await finished(gunzip);
    }
    if (this.#failure) throw this.#failure;
    return this.#reader.end();
  }

  #read(bytes: Uint8Array): void {
    try {
      if (!this.#failure) this.#reader.write(bytes);
    } catch (failure) {
      this.#failure = failure;
      this.#gunzip?.destroy();
    }
  }
}
