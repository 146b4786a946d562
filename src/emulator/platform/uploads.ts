/** Open upload transactions and their files by path. The branch does not change before an upload is finished. */

import { randomUUID } from 'node:crypto';

export interface Upload {
  id: string;
  branch: string;
  credentialId: number;
  /** Path → blob id. */
  files: Map<string, string>;
  touchedAt: number;
}

const lifetimeMs = 60 * 60 * 1000;

export class Uploads {
  readonly #open = new Map<string, Upload>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  start(branch: string, credentialId: number): Upload {
    const now = this.#clock();
    for (const [id, { touchedAt }] of this.#open) if (now - touchedAt > lifetimeMs) this.#open.delete(id);
    const upload: Upload = { id: randomUUID(), branch, credentialId, files: new Map(), touchedAt: now };
    this.#open.set(upload.id, upload);
    return upload;
  }

  /** An open transaction of the caller. */
  find(id: string, credentialId: number): Upload | undefined {
    const upload = this.#open.get(id);
    if (upload?.credentialId !== credentialId) return undefined;
    upload.touchedAt = this.#clock();
    return upload;
  }

  end(id: string): void {
    this.#open.delete(id);
  }
}
