/** One data model project: its index over the files on disk and the open documents, and its local problems. */

import path from 'node:path';
import { isCancellation, stackOf } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { ProjectDocuments } from '../../language/queries/projectDocuments.ts';
import type { ProblemsByFile } from '../../model/diagnose.ts';
import type { ProjectFolder } from '../../model/project/findProject.ts';
import { ProjectModel } from '../../model/project/projectModel.ts';
import { partOf } from '../../model/project/readProject.ts';
import { relativeTo } from '../../session/folders.ts';

export class Project implements Disposable {
  readonly binding: ProjectFolder;
  /** Complete after `ready()`. */
  readonly model: ProjectModel;
  readonly documents: ProjectDocuments;
  /** Ends when the project is closed. */
  readonly lifetime = new Lifetime();
  readonly #log: Log;
  #ready: Promise<void> | undefined;
  #isReady = false;

  constructor(binding: ProjectFolder, log: Log) {
    this.binding = binding;
    this.#log = log;
    this.model = this.lifetime.add(new ProjectModel(binding, this.lifetime.signal));
    this.documents = new ProjectDocuments(binding, this.lifetime.signal);
  }

  /** Resolves when all sources were read, or could not be. */
  ready(): Promise<void> {
    this.#ready ??= this.#run(() => Promise.all([this.model.load(), this.documents.load()])).then(() => {
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
    return partOf(relative, this.binding.modelFolder) ? relative : undefined;
  }

  absolute(file: string): string {
    return path.join(this.binding.projectFolder, file);
  }

  /** A document was opened or changed. */
  edit(file: string, text: string): void {
    if (this.documents.has(file)) this.documents.edit(file, text);
    else this.model.edit(file, text);
  }

  /** A document was closed: its file counts again. */
  async close(file: string): Promise<void> {
    if (this.documents.has(file)) return this.#run(() => this.documents.close(file));
    this.model.edit(file, undefined);
    await this.changedOnDisk([file]);
  }

  /** Paths of files or folders relative to the project folder. */
  changedOnDisk(files: readonly string[]): Promise<void> {
    return this.#run(() => Promise.all([this.model.readChanged(files), this.documents.changedOnDisk(files)]));
  }

  reload(): Promise<void> {
    return this.#run(() => Promise.all([this.model.reload(), this.documents.load()]));
  }

  /** The local problems of each file that has some. */
  problems(): ProblemsByFile {
    return new Map([...this.model.openProblems(), ...this.documents.problems(this.model.open)]);
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  async #run(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      if (!isCancellation(failure)) this.#log.error(stackOf(failure));
    }
  }
}
