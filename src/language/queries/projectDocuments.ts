/** The query and test documents of one project: the files on disk and the open documents. */

import { documentKind, kindOfName, maxDocuments } from '../../model/documents/documentKind.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { ProjectFolder } from '../../model/project/findProject.ts';
import { type ProjectFile, readProject, readProjectPath } from '../../model/project/readProject.ts';
import type { Problem } from '../../model/source/problem.ts';
import { LanguageDocument } from './document.ts';
import { filesFor } from './files.ts';
import { queryProblems } from './problems.ts';

/** Paths are relative to the project folder. */
export class ProjectDocuments {
  readonly #folder: ProjectFolder;
  readonly #ended: AbortSignal;
  readonly #isOwn: (path: string) => boolean;
  readonly #documents = new Map<string, LanguageDocument>();
  readonly #open = new Set<string>();

  /** `isOwn`: false for the files of a project inside of this one. */
  constructor(folder: ProjectFolder, ended: AbortSignal, isOwn: (path: string) => boolean = () => true) {
    this.#folder = folder;
    this.#ended = ended;
    this.#isOwn = isOwn;
  }

  /** Whether a file is one by its name and place. */
  has(file: string): boolean {
    return documentKind(file, this.#folder.modelFolder) !== undefined;
  }

  get(file: string): LanguageDocument | undefined {
    return this.#documents.get(file);
  }

  get all(): readonly LanguageDocument[] {
    return [...this.#documents.values()];
  }

  async load(): Promise<void> {
    const gone = new Set(this.#documents.keys());
    for await (const file of readProject(this.#folder, 'documents', { signal: this.#ended, limit: maxDocuments })) {
      gone.delete(file.path);
      this.#set(file.path, file);
    }
    for (const path of gone) this.#set(path, undefined);
  }

  edit(file: string, text: string): void {
    this.#open.delete(file);
    this.#set(file, { text });
    this.#open.add(file);
  }

  async close(file: string): Promise<void> {
    this.#open.delete(file);
    await this.changedOnDisk([file]);
  }

  /** Files or folders; those that are not documents are skipped. */
  async changedOnDisk(paths: readonly string[]): Promise<void> {
    for (const path of new Set(paths)) {
      const gone = new Set([...this.#documents.keys()].filter((file) => file === path || file.startsWith(`${path}/`)));
      for await (const file of readProjectPath(this.#folder, 'documents', path)) {
        gone.delete(file.path);
        this.#set(file.path, file);
      }
      for (const file of gone) this.#set(file, undefined);
    }
  }

  /** Those of each document that has some. */
  problems(index: ModelIndex): ReadonlyMap<string, readonly Problem[]> {
    const checked = this.all.map(
      (one) =>
        [
          one.path,
          queryProblems(
            index,
            one,
            filesFor(one.path, () => this.all),
          ),
        ] as const,
    );
    return new Map(checked.filter(([, problems]) => problems.length > 0));
  }

  /** An open document keeps its text. */
  #set(path: string, file: Pick<ProjectFile, 'text' | 'unread'> | undefined): void {
    if (this.#open.has(path)) return;
    const kind = kindOfName(path);
    if (!file || !kind || !this.#isOwn(path)) this.#documents.delete(path);
    else this.#documents.set(path, new LanguageDocument(kind, { path, text: file.text, unread: file.unread?.message }));
  }
}
