/** The file that tells other windows of this machine which emulator process runs and how to reach it. */

import { rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import { isProcessAlive } from '../../base/process.ts';
import { type EmulatorAccess, parseEmulatorAccess } from './emulatorAccess.ts';

export interface RecordedEmulator {
  pid: number;
  access: EmulatorAccess;
}

export class EmulatorRecord {
  readonly #file: string;

  constructor(dataFolder: string) {
    this.#file = path.join(dataFolder, 'running.json');
  }

  /** The recorded emulator if it still answers. Removes the record of an emulator that is gone. */
  async read(): Promise<RecordedEmulator | undefined> {
    let content: unknown;
    try {
      content = JSON.parse(await readFile(this.#file, 'utf8'));
    } catch {
      return undefined;
    }
    const access = parseEmulatorAccess(content);
    const { pid } = content as { pid?: unknown };
    // The operating system reuses process ids, so the emulator must also answer.
    if (access && typeof pid === 'number' && isProcessAlive(pid) && (await answers(access.url))) return { pid, access };
    await rm(this.#file, { force: true });
    return undefined;
  }

  /** Readable only by the current user, because it contains the key. The emulator also works without a record. */
  async write({ pid, access }: RecordedEmulator): Promise<void> {
    await writeFile(this.#file, JSON.stringify({ ...access, pid }), { mode: 0o600 }).catch(() => {});
  }

  /** Synchronous, because the window may be closing. */
  remove(): void {
    rmSync(this.#file, { force: true });
  }
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { timeout: 2_000, agent: false }, (response) => {
      response.resume();
      resolve(true);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}
