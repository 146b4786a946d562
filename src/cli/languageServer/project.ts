/** One data model project: its index over the files on disk and the open documents, and its local problems. */

import path from 'node:path';
import { isCancellation, stackOf } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { checkFiles } from '../../model/checks/checkModel.ts';
import { diagnose } from '../../model/diagnose.ts';
import { type IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import type { Problem } from '../../model/source/problem.ts';
import type { Binding } from '../../session/binding.ts';
import { relativeTo } from '../../session/folders.ts';
import { isIndexed, readText } from '../../session/modelFiles.ts';
import { ModelReader } from '../../session/modelReader.ts';
import { ProjectDocuments } from './projectDocuments.ts';

type ProjectBinding = Pick<Binding, 'projectFolder' | 'modelFolder'>;
type Changes = Iterable<readonly [path: string, source: string | IndexedFile | undefined]>;

export class Project implements Disposable {
  readonly binding: ProjectBinding;
  /** The files on disk and the texts of open documents; complete after `ready()`. */
  readonly index: ModelIndex;
  readonly documents: ProjectDocuments;
  /** Ends when the project is closed. */
  readonly lifetime = new Lifetime();
  readonly #log: Log;
  readonly #reader: ModelReader;
  readonly #saved: ModelIndex;
  /** The open documents. Their texts replace those on disk. */
  readonly #open = new Set<string>();
  #ready: Promise<void> | undefined;
  #isReady = false;

  constructor(binding: ProjectBinding, log: Log) {
    this.binding = binding;
    this.#log = log;
    this.index = new ModelIndex(binding);
    this.#saved = new ModelIndex(binding);
    const readFrom = (file: string) => readText(this.absolute(file));
    this.documents = new ProjectDocuments({ ...binding, readText: readFrom, ended: this.lifetime.signal });
    this.#reader = new ModelReader({
      binding,
      model: {
        saved: this.#saved,
        change: (changes) => this.#change(changes),
        changeMany: async (changes, slices) => {
          this.#change(changes);
          for (const _checked of checkFiles(this.index)) await slices.next();
        },
      },
      readText: readFrom,
      ended: this.lifetime.signal,
    });
  }

  /** Resolves when all sources were read, or could not be. */
  ready(): Promise<void> {
    this.#ready ??= this.#run(() => Promise.all([this.#reader.load(), this.documents.load()])).then(() => {
      this.#isReady = true;
    });
    return this.#ready;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** The path of a file of this model relative to the project folder; undefined for other files. */
  pathOf(file: string): string | undefined {
    const relative = relativeTo(this, file);
    if (relative === undefined) return undefined;
    return isIndexed(relative, this.binding.modelFolder) || this.documents.has(relative) ? relative : undefined;
  }

  absolute(file: string): string {
    return path.join(this.binding.projectFolder, file);
  }

  /** A document was opened or changed. */
  edit(file: string, text: string): void {
    if (this.documents.has(file)) {
      this.documents.edit(file, text);
      return;
    }
    this.#open.add(file);
    const saved = this.#saved.file(file);
    if (saved?.text === text) this.index.add(saved);
    else this.index.set(file, text);
  }

  /** A document was closed: its file counts again. */
  async close(file: string): Promise<void> {
    if (this.documents.has(file)) return this.#run(() => this.documents.close(file));
    this.#open.delete(file);
    this.#showSaved(file);
    await this.changedOnDisk([file]);
  }

  /** Paths of files or folders relative to the project folder. `deleted`: those that the client reports as deleted. */
  changedOnDisk(files: readonly string[], deleted: readonly string[] = []): Promise<void> {
    return this.#run(async () => {
      await Promise.all([this.#reader.readChanged(files), this.documents.changedOnDisk(files)]);
      // A document that was opened after its file was gone looked like a new one.
      for (const file of deleted) {
        if (!this.#saved.text(file) && this.#open.delete(file)) this.#showSaved(file);
      }
    });
  }

  reload(): Promise<void> {
    return this.#run(() => Promise.all([this.#reader.reload(), this.documents.load()]));
  }

  /** The local problems of each file that has some. */
  problems(): ReadonlyMap<string, readonly Problem[]> {
    const byFile = new Map<string, Problem[]>();
    for (const problem of diagnose(this.index, undefined)) {
      const same = byFile.get(problem.file);
      if (same) same.push(problem);
      else byFile.set(problem.file, [problem]);
    }
    return new Map([...byFile, ...this.documents.problems(this.index)]);
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  #change(changes: Changes): void {
    for (const [file, source] of changes) {
      const read = typeof source === 'string' ? (this.#saved.read(file, source) ?? source) : source;
      if (read === undefined) {
        // The document of a deleted or renamed file no longer counts until it is edited. A new one without a file does.
        if (this.#saved.text(file)) this.#open.delete(file);
        this.#saved.delete(file);
      } else if (typeof read === 'string') this.#saved.set(file, read);
      else this.#saved.add(read);
      if (!this.#open.has(file)) this.#showSaved(file);
    }
  }

  /** Gives the index what is on disk. */
  #showSaved(file: string): void {
    const source = this.#saved.file(file);
    const other = this.#saved.text(file);
    if (source) this.index.add(source);
    else if (other) this.index.set(file, other.text);
    else this.index.delete(file);
  }

  async #run(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      if (!isCancellation(failure)) this.#log.error(stackOf(failure));
    }
  }
}
