/** The platform's state on disk: one JSON file that is replaced whole, and a lock against a second process. */

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { systemClock } from '../../base/clock.ts';
import { messageOf, type UserError } from '../../base/errors.ts';
import { makeFolder } from '../../base/files/makeFolder.ts';
import { replaceFile } from '../../base/files/replaceFile.ts';
import { FolderLock, type HeldLock } from '../../base/folderLock.ts';
import { thisMachine } from '../../base/machine.ts';
import { emulatorErrors } from './emulatorErrors.ts';
import { PlatformRecord } from './platformRecord.ts';

/** How long another emulator may take to end. */
const lockWaitMs = 200;

export class StateFile {
  readonly folder: string;
  readonly #path: string;
  readonly #lock: HeldLock;

  private constructor(folder: string, lock: HeldLock) {
    this.folder = folder;
    this.#path = join(folder, 'state.json');
    this.#lock = lock;
  }

  /** Creates the folder if it is missing and locks it. @throws UserError `data-folder-locked`, `data-folder-unusable` */
  static async open(path: string): Promise<StateFile> {
    const folder = resolve(path);
    let held: HeldLock | undefined;
    try {
      await makeFolder(folder);
      held = await new FolderLock({ ...thisMachine(), clock: systemClock, folder }).acquire(lockWaitMs);
    } catch (cause) {
      throw emulatorErrors.error('data-folder-unusable', [messageOf(cause)], { where: folder, cause });
    }
    if (!held) throw emulatorErrors.error('data-folder-locked', [], { where: folder });
    return new StateFile(folder, held);
  }

  /** undefined: no state is saved yet. @throws UserError `state-unreadable`; the file is not changed */
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

  /** Only the owner may read the file: it holds keys. @throws UserError `data-folder-locked` if another process took the lock over */
  async write(record: PlatformRecord): Promise<void> {
    if (!(await this.#lock.isHeld())) throw emulatorErrors.error('data-folder-locked', [], { where: this.folder });
    await replaceFile(this.#path, JSON.stringify(record), { mode: 0o600 });
  }

  async close(): Promise<void> {
    await this.#lock.release();
  }

  #corrupt(cause: unknown): UserError {
    return emulatorErrors.error('state-unreadable', [], { where: this.#path, cause });
  }
}
