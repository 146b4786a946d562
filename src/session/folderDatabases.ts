/** The databases of the projects in a window: opened with the first use, each in a process of its own. */

import { Emitter, type Event } from '../base/event.ts';
import type { Disposable } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { Database } from '../database/database.ts';
import type { DataSources } from '../database/source/dataSource.ts';

interface FolderDatabasesOptions {
  /** Undefined for a project whose database is not known. @throws UserError that says what is wrong with its `.env` */
  read(projectFolder: string): Promise<DataSources | undefined>;
  /** Path of `dist/database.cjs`. */
  bundlePath: string;
  log: Log;
}

/** By the name of the data source. */
type Databases = ReadonlyMap<string, Database>;

export class FolderDatabases implements Disposable {
  readonly #options: FolderDatabasesOptions;
  readonly #opened = new Map<string, Promise<Databases | undefined>>();
  readonly #renewed = new Emitter<string>();

  constructor(options: FolderDatabasesOptions) {
    this.#options = options;
  }

  /** Fires with a project folder whose next use opens its databases again. */
  get onDidRenew(): Event<string> {
    return this.#renewed.event;
  }

  /** The databases of a project; undefined if none is known. Not to be kept: `renew` ends them. @throws UserError */
  of(projectFolder: string): Promise<Databases | undefined> {
    const known = this.#opened.get(projectFolder);
    if (known) return known;
    const opening = this.#open(projectFolder);
    this.#opened.set(projectFolder, opening);
    // A mistake is corrected and asked for again.
    opening.catch(() => {
      if (this.#opened.get(projectFolder) === opening) this.#opened.delete(projectFolder);
    });
    return opening;
  }

  /** After a change of the choice or of `.env`. Statements that run are cancelled. */
  renew(projectFolder: string): void {
    this.#close(projectFolder);
    this.#renewed.fire(projectFolder);
  }

  dispose(): void {
    for (const projectFolder of [...this.#opened.keys()]) this.#close(projectFolder);
    this.#renewed.dispose();
  }

  async #open(projectFolder: string): Promise<Databases | undefined> {
    const { read, bundlePath, log } = this.#options;
    const sources = await read(projectFolder);
    return sources && new Map([...sources].map(([name, source]) => [name, new Database({ bundlePath, source, log })]));
  }

  #close(projectFolder: string): void {
    const opened = this.#opened.get(projectFolder);
    this.#opened.delete(projectFolder);
    opened?.then(
      (databases) => {
        for (const database of databases?.values() ?? []) database.dispose();
      },
      // The one who asked for it has the failure.
      () => {},
    );
  }
}
