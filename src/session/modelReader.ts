/** Reads the sources of one folder into its model: all of them once, then each file that changes. */

import { Limit, Slices } from '../base/async.ts';
import { type IndexedFile, unreadFile } from '../model/index/indexedFile.ts';
import { projectFiles } from '../model/source/modelSource.ts';
import type { Binding } from './binding.ts';
import { isIndexed, modelFilesBelow, readModelFiles, unreadMessage } from './modelFiles.ts';
import type { ModelSession } from './modelSession.ts';

/** How long reading and checking all sources keeps the thread busy before the next step, which takes up to 15 ms in a large model. */
const sliceMs = 2;

interface ModelReaderOptions {
  binding: Pick<Binding, 'projectFolder' | 'modelFolder'>;
  model: Pick<ModelSession, 'saved' | 'change' | 'changeMany'>;
  /** The saved text of a project file; undefined when it does not exist. */
  readText: (path: string) => Promise<string | undefined>;
  /** Aborts reading. */
  ended: AbortSignal;
}

export class ModelReader {
  readonly #options: ModelReaderOptions;
  /** One read at a time, so that texts reach the model in the order in which they were read. */
  readonly #reading = new Limit(1);
  #loaded: Promise<void> | undefined;

  constructor(options: ModelReaderOptions) {
    this.#options = options;
  }

  /** Reads every source from disk once. */
  load(): Promise<void> {
    this.#loaded ??= this.reload().catch((failure) => {
      this.#loaded = undefined;
      throw failure;
    });
    return this.#loaded;
  }

  reload(): Promise<void> {
    const { binding, model, ended } = this.#options;
    return this.#reading.run(async () => {
      const changes = new Map<string, string | IndexedFile | undefined>();
      for (const file of projectFiles) changes.set(file, undefined);
      for (const { path: file } of model.saved.files) changes.set(file, undefined);
      if (model.saved.globals) changes.set(model.saved.globals.path, undefined);
      const sources = readModelFiles(binding.projectFolder, binding.modelFolder, ended);
      const slices = new Slices(sliceMs, ended);
      for await (const { path: file, text, unread } of sources) {
        const source = unread === undefined ? model.saved.read(file, text) : unreadFile(file, unread);
        changes.set(file, source ?? text);
        await slices.next();
      }
      await model.changeMany(changes, slices);
    });
  }

  /** Reads a file (or the files of a folder) that was saved, renamed or deleted. @returns the paths of the files */
  async readSaved(path: string): Promise<readonly string[]> {
    await this.load();
    return this.#reading.run(async () => {
      const files = await this.#filesAt(path);
      const sources = await this.#readSources(files);
      if (sources.length > 0) this.#options.model.change(sources);
      return files;
    });
  }

  /** Reads files that another program changed; unchanged texts do not change the model. */
  async readChanged(paths: readonly string[]): Promise<void> {
    await this.load();
    await this.#reading.run(async () => {
      const { model } = this.#options;
      const files = new Set((await Promise.all(paths.map((path) => this.#filesAt(path)))).flat());
      const sources = await this.#readSources([...files]);
      const { saved } = model;
      const isKnown = (file: string, source: unknown) =>
        !saved.file(file)?.isUnread && saved.text(file)?.text === source;
      const changes = sources.filter(([file, source]) => !isKnown(file, source));
      if (changes.length > 0) model.change(changes);
    });
  }

  /** The path itself, or for a folder that was created, removed or renamed, every source in it before or now. */
  async #filesAt(path: string): Promise<string[]> {
    const { binding, model } = this.#options;
    const known = [...model.saved.files].map((file) => file.path).filter((file) => file.startsWith(`${path}/`));
    const onDisk = await modelFilesBelow(binding.projectFolder, binding.modelFolder, path);
    const below = new Set([...known, ...onDisk]);
    return below.size > 0 ? [...below] : [path];
  }

  #readSources(files: readonly string[]): Promise<[string, string | IndexedFile | undefined][]> {
    const { binding, readText } = this.#options;
    const sources = files.filter((file) => isIndexed(file, binding.modelFolder));
    const unread = (file: string) => (failure: unknown) => unreadFile(file, unreadMessage('file', failure));
    return Promise.all(sources.map(async (file) => [file, await readText(file).catch(unread(file))]));
  }
}
