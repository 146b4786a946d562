/** The platform's state on disk: one JSON file that is replaced whole, and a lock against a second process. */

import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { messageOf, UserError } from '../../base/errors.ts';
import { isProcessAlive } from '../../base/process.ts';
import { emulatorErrors } from '../errors/emulatorErrors.ts';
import { PlatformRecord } from '../records/platformRecord.ts';

/** Folders that this process has locked. */
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

  /** Creates the folder if it is missing and locks it. @throws UserError `data-folder-locked`, `data-folder-unusable` */
  static async open(folder: string): Promise<StateFile> {
    const file = new StateFile(resolve(folder));
    try {
      await mkdir(file.folder, { recursive: true });
      await file.#acquire();
    } catch (cause) {
      if (cause instanceof UserError) throw cause;
      throw emulatorErrors.error('data-folder-unusable', [messageOf(cause)], { where: file.folder, cause });
    }
    return file;
  }

  /** Undefined where no state is saved yet. @throws UserError `state-unreadable`; the file is not changed */
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

  /** Only the owner may read the file: it holds keys. */
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
    throw emulatorErrors.error('data-folder-locked', [], { where: this.folder });
  }

  #corrupt(cause: unknown): UserError {
    return emulatorErrors.error('state-unreadable', [], { where: this.#path, cause });
  }
}
