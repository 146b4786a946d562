/** Writes a body to a file while it arrives. The file appears when it is complete. */

import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { messageOf, UserError } from '../../base/errors.ts';
import type { BodyReader } from '../../platform/streamedBody.ts';
import type { Localizer } from '../shell/localizer.ts';

/**
 * @param receive calls an operation with the reader, and resolves with its answer: the bytes, if they were not read as they arrived
 * @param onProgress receives the bytes written so far
 * @throws UserError if the file cannot be written, and what `receive` throws; then the file is as it was before
 */
export async function downloadFile(
  file: string,
  receive: (reader: () => BodyReader) => Promise<unknown>,
  l10n: Localizer,
  onProgress: (bytes: number) => void = () => {},
): Promise<void> {
  const part = `${file}.${randomUUID().slice(0, 8)}.part`;
  const orExplain = <T>(work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      const action = l10n.t('Check the folder and its free space, or select another file.');
      throw new UserError(l10n.t('{0} could not be written: {1}', file, messageOf(cause)), { action, cause });
    }
  };
  const descriptor = orExplain(() => openSync(part, 'wx'));
  let isOpen = true;
  try {
    let size = 0;
    // Small pieces, and written at once: a queue of them would have to be limited.
    const write = (bytes: Uint8Array) => {
      orExplain(() => {
        for (let done = 0; done < bytes.length; )
          done += writeSync(descriptor, bytes, done, bytes.length - done, size + done);
      });
      size += bytes.length;
      onProgress(size);
    };
    const answer = await receive(() => {
      // Another attempt starts again.
      size = 0;
      return { write, end: () => undefined };
    });
    if (answer instanceof Uint8Array) {
      size = 0;
      write(answer);
    }
    orExplain(() => {
      ftruncateSync(descriptor, size);
      closeSync(descriptor);
      isOpen = false;
      renameSync(part, file);
    });
  } catch (failure) {
    if (isOpen) closeSync(descriptor);
    rmSync(part, { force: true });
    throw failure;
  }
}
