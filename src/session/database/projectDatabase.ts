/**
 * The databases of one project in a window: which ones, and what they contain. A database is opened by the first request that
 * needs it, in a process of its own; nothing is opened when a window opens.
 */

import { raceAbort, throwIfAborted } from '../../base/async.ts';
import { isCancellation, messageOf, UserError } from '../../base/errors.ts';
import { type Observable, Value } from '../../base/event.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { Database } from '../../database/database.ts';
import type { DataSources } from '../../database/source/dataSource.ts';
import { describeSource } from '../../database/source/describeSource.ts';
import { CatalogLookup, type Catalogs, noCatalogs } from '../../model/catalog/catalogLookup.ts';
import { sessionErrors } from '../errors.ts';
import type { SecretStore } from '../storedKeys.ts';
import type { KeptCatalogs } from './keptCatalogs.ts';
import { chosenSources, type EmulatorSource, emulatorSource, parseChoice, type SourceChoice } from './sourceChoice.ts';

/** By the name of the data source. */
type Databases = ReadonlyMap<string, Database>;

export interface ProjectDatabaseOptions {
  projectFolder: string;
  /** Where the choice is stored. */
  choice: { read(): unknown; write(choice: SourceChoice | undefined): PromiseLike<void> };
  secrets: SecretStore;
  kept: KeptCatalogs;
  isTrusted(): boolean;
  /** Path of `dist/database.cjs`. */
  bundlePath(): string;
  log: Log;
}

export interface DatabaseState {
  choice: SourceChoice;
  /** The databases for people, without secrets; undefined if there is none. */
  description: string | undefined;
  catalogs: Catalogs;
  isReading: boolean;
  /** Why the databases are not known, or why their catalogs were not read. */
  failure: unknown;
}

export class ProjectDatabase implements Disposable {
  readonly #options: ProjectDatabaseOptions;
  readonly #state: Value<DatabaseState>;
  #opened: Databases | undefined;
  /** Increases with every other source: answers of an earlier one are dropped. */
  #generation = 0;

  constructor(options: ProjectDatabaseOptions) {
    this.#options = options;
    const choice = parseChoice(options.choice.read());
    this.#state = new Value<DatabaseState>({
      choice,
      description: undefined,
      catalogs: noCatalogs,
      isReading: false,
      failure: undefined,
    });
  }

  get state(): Observable<DatabaseState> {
    return this.#state;
  }

  /** The data sources with their passwords, for a process that opens them. @throws UserError */
  async sources(): Promise<DataSources | undefined> {
    if (!this.#options.isTrusted()) throw sessionErrors.error('database-not-trusted');
    const { choice } = this.#state.value;
    return chosenSources(choice, this.#options.projectFolder, await this.#passwordOf(choice));
  }

  /** For an emulator that serves the project. */
  async emulatorSource(): Promise<EmulatorSource> {
    const { choice } = this.#state.value;
    return emulatorSource(choice, await this.#passwordOf(choice));
  }

  /** @throws UserError `no-data-source` */
  async requireSources(): Promise<DataSources> {
    const sources = await this.sources();
    if (!sources) throw sessionErrors.error('no-data-source');
    return sources;
  }

  /** Tests a choice. @throws UserError that says why it cannot be opened; nothing changes then; CancelledError */
  async choose(choice: SourceChoice, password: string | undefined, signal?: AbortSignal): Promise<void> {
    const { isTrusted, projectFolder, secrets, choice: stored } = this.#options;
    if (!isTrusted()) throw sessionErrors.error('database-not-trusted');
    const sources = await chosenSources(choice, projectFolder, password);
    if (choice.kind === 'env' && !sources) throw sessionErrors.error('no-env-source', [], { where: projectFolder });
    const databases = sources && this.#open(sources);
    try {
      const checks = [...(databases?.values() ?? [])].map((database) => database.check());
      await raceAbort(Promise.all(checks), signal);
      throwIfAborted(signal);
    } catch (failure) {
      end(databases);
      throw failure;
    }
    const before = this.#state.value.choice;
    if (before.kind === 'postgres') await secrets.delete(this.#secretOf(before));
    if (choice.kind === 'postgres' && password !== undefined) await secrets.store(this.#secretOf(choice), password);
    await stored.write(choice.kind === 'env' ? undefined : choice);
    this.#close();
    this.#opened = databases;
    this.#state.update((state) => ({ ...state, choice }));
    await this.restore();
  }

  /** Reads what the databases contain, and keeps it. @throws UserError, CancelledError */
  async readCatalogs(signal?: AbortSignal): Promise<Catalogs> {
    const generation = this.#generation;
    this.#state.update((state) => ({ ...state, isReading: true }));
    try {
      const sources = await this.requireSources();
      this.#opened ??= this.#open(sources);
      const read = await Promise.all(
        [...this.#opened].map(
          async ([name, database]) => [name, new CatalogLookup(await database.catalog(signal))] as const,
        ),
      );
      const catalogs: Catalogs = new Map(read);
      if (generation !== this.#generation) return catalogs;
      this.#state.update((state) => ({ ...state, catalogs, description: describe(sources), failure: undefined }));
      await this.#keep(sources, catalogs);
      return catalogs;
    } catch (failure) {
      if (generation === this.#generation && !isCancellation(failure))
        this.#state.update((state) => ({ ...state, failure }));
      throw failure;
    } finally {
      this.#state.update((state) => ({ ...state, isReading: false }));
    }
  }

  /** Takes the kept catalogs of the data sources. Opens nothing, and never rejects: a failure is in the state. */
  async restore(): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    const publish = (known: Pick<DatabaseState, 'description' | 'catalogs' | 'failure'>) => {
      if (generation === this.#generation) this.#state.update((state) => ({ ...state, ...known }));
    };
    const nothing = { description: undefined, catalogs: noCatalogs, failure: undefined };
    if (!this.#options.isTrusted()) return publish(nothing);
    try {
      const sources = await this.sources();
      if (!sources) return publish(nothing);
      const catalogs = await this.#options.kept.read(this.#options.projectFolder, sources);
      publish({ description: describe(sources), catalogs: catalogs ?? noCatalogs, failure: undefined });
    } catch (failure) {
      if (!(failure instanceof UserError)) this.#options.log.error(messageOf(failure));
      publish({ ...nothing, failure });
    }
  }

  /** After a change of `.env`. Statements that run are cancelled. */
  async renew(): Promise<void> {
    if (this.#state.value.choice.kind !== 'env') return;
    this.#close();
    await this.restore();
  }

  dispose(): void {
    this.#generation += 1;
    this.#close();
    this.#state.dispose();
  }

  #open(sources: DataSources): Databases {
    const { bundlePath, log } = this.#options;
    const file = bundlePath();
    return new Map([...sources].map(([name, source]) => [name, new Database({ bundlePath: file, source, log })]));
  }

  #close(): void {
    end(this.#opened);
    this.#opened = undefined;
  }

  async #keep(sources: DataSources, catalogs: Catalogs): Promise<void> {
    const { kept, projectFolder, log } = this.#options;
    await kept.write(projectFolder, sources, catalogs).catch((failure: unknown) => {
      log.warn(`The catalog is not kept for later: ${messageOf(failure)}`);
    });
  }

  async #passwordOf(choice: SourceChoice): Promise<string | undefined> {
    return choice.kind === 'postgres' ? this.#options.secrets.get(this.#secretOf(choice)) : undefined;
  }

  #secretOf({ host, port, database, user }: Extract<SourceChoice, { kind: 'postgres' }>): string {
    return `dataModel.database:${JSON.stringify([this.#options.projectFolder, host, port ?? 5432, database, user])}`;
  }
}

function end(databases: Databases | undefined): void {
  for (const database of databases?.values() ?? []) database.dispose();
}

function describe(sources: DataSources): string {
  const isOne = sources.size === 1;
  return [...sources].map(([name, source]) => `${isOne ? '' : `${name}: `}${describeSource(source)}`).join(', ');
}
