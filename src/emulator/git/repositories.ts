/** The git repositories that deployments can connect to: bare ones in a folder of this machine, as `owner/name.git`. */

import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { emulatorErrors } from '../records/emulatorErrors.ts';

export interface HostedRepository {
  id: number;
  /** An owner's repositories are one installation. */
  installationId: number;
  owner: string;
  name: string;
  /** `owner/name`. */
  fullName: string;
  gitdir: string;
}

export class Repositories {
  readonly #folder: string | undefined;

  private constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /** Undefined: there are no repositories. @throws UserError `repositories-folder-missing` */
  static async open(folder: string | undefined): Promise<Repositories> {
    if (folder !== undefined && !(await isFolder(folder))) {
      throw emulatorErrors.error('repositories-folder-missing', [], { where: folder });
    }
    return new Repositories(folder === undefined ? undefined : resolve(folder));
  }

  get isConnected(): boolean {
    return this.#folder !== undefined;
  }

  /** The repositories that are in the folder now, sorted by name. */
  async list(): Promise<HostedRepository[]> {
    if (this.#folder === undefined) return [];
    const found: HostedRepository[] = [];
    for (const owner of await namesIn(this.#folder)) {
      for (const entry of await namesIn(join(this.#folder, owner))) {
        const gitdir = join(this.#folder, owner, entry);
        if (!entry.endsWith('.git') || !(await isFolder(join(gitdir, 'objects')))) continue;
        const name = entry.slice(0, -'.git'.length);
        const fullName = `${owner}/${name}`;
        found.push({ id: numberOf(fullName), installationId: numberOf(owner), owner, name, fullName, gitdir });
      }
    }
    return found;
  }

  async find(fullName: string): Promise<HostedRepository | undefined> {
    return (await this.list()).find((repository) => repository.fullName === fullName);
  }
}

/** Names of the entries of a folder, sorted; hidden ones are left out. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => !name.startsWith('.')).sort();
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/** The same number for the same name. */
function numberOf(name: string): number {
  return createHash('sha256').update(name).digest().readUIntBE(0, 4);
}
