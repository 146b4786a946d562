/** The platform's memory on disk: one JSON file, replaced whole, and a lock that keeps a second process away. */

import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { messageOf, UserError } from '../../base/errors.ts';
import { isProcessAlive } from '../../base/process.ts';
import { PlatformRecord } from '../records/platformRecord.ts';

const foldersInUse = new Set<string>();

export class StateFile {
  readonly folder: string;
  readonly #path: string;
  readonly #lock: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.#path = join(folder, 'state.json');
    this.#lock = join(folder, 'lock');
  }

  /** Takes a folder into use, creating it. @throws UserError when it cannot be one or another process uses it. */
  static async open(folder: string): Promise<StateFile> {
    const file = new StateFile(resolve(folder));
    try {
      await mkdir(file.folder, { recursive: true });
      await file.#acquire();
    } catch (cause) {
      if (cause instanceof UserError) throw cause;
      throw new UserError(`The data folder cannot be used: ${messageOf(cause)}`, {
        where: file.folder,
        action: 'Name another folder.',
        cause,
      });
    }
    return file;
  }

  /** @throws UserError when the file is there but cannot be understood; it is left as it is. */
  async read(): Promise<PlatformRecord | undefined> {
    let text: string;
    try {
      text = await readFile(this.#path, 'utf8');
    } catch (failure) {
      if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw this.#corrupt(failure);
    }
    try {
      return PlatformRecord.parse(JSON.parse(text));
    } catch (failure) {
      throw this.#corrupt(failure);
    }
  }

  /** Keys are in it, so only the owner may read it. */
  async write(record: PlatformRecord): Promise<void> {
    await writeFileAtomic(this.#path, JSON.stringify(record), { mode: 0o600 });
  }

  async close(): Promise<void> {
    foldersInUse.delete(this.folder);
    await rm(this.#lock, { force: true });
  }

  async #acquire(): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        const handle = await open(this.#lock, 'wx');
        await handle.writeFile(String(process.pid));
        await handle.close();
        foldersInUse.add(this.folder);
        return;
      } catch (failure) {
        if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure;
      }
      const holder = Number(await readFile(this.#lock, 'utf8').catch(() => ''));
      const inUse = holder === process.pid ? foldersInUse.has(this.folder) : holder > 0 && isProcessAlive(holder);
      if (inUse) break;
      await rm(this.#lock, { force: true });
    }
    throw new UserError('Another emulator uses this data folder.', {
      code: 'data-folder-locked',
      where: this.folder,
      action: 'Stop it, or name another folder.',
    });
  }

  #corrupt(cause: unknown): UserError {
    return new UserError('The saved state of the emulator cannot be read, so it was left untouched.', {
      where: this.#path,
      action: 'Move the data folder away to start afresh, or restore the file from a backup.',
      cause,
    });
  }
}
