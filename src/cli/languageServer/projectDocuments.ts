/** The query and test documents of one project: the files on disk and the open documents. */

import { LanguageDocument, type QueryFiles } from '../../language/queries/document.ts';
import { filesFor } from '../../language/queries/files.ts';
import { queryProblems } from '../../language/queries/problems.ts';
import { documentKind, maxDocuments } from '../../model/documents/documentKind.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { type ProjectFile, type ProjectFolder, readProject, readProjectPath } from '../../model/project/readProject.ts';
import type { Problem } from '../../model/source/problem.ts';

/** Paths are relative to the project folder. */
export class ProjectDocuments {
  readonly #folder: ProjectFolder;
  readonly #ended: AbortSignal;
  readonly #documents = new Map<string, LanguageDocument>();
  readonly #open = new Set<string>();

  constructor(folder: ProjectFolder, ended: AbortSignal) {
    this.#folder = folder;
    this.#ended = ended;
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

  /** Of each document that has some. */
  problems(index: ModelIndex): ReadonlyMap<string, readonly Problem[]> {
    const checked = this.all.map((one) => [one.path, queryProblems(index, one, this.filesFor(one.path))] as const);
    return new Map(checked.filter(([, problems]) => problems.length > 0));
  }

  /** The other documents, for one at `from`. */
  filesFor(from: string): QueryFiles {
    return filesFor(from, () => this.all);
  }

  /** An open document keeps its text. */
  #set(path: string, file: Pick<ProjectFile, 'text' | 'unread'> | undefined): void {
    const kind = documentKind(path, this.#folder.modelFolder);
    if (this.#open.has(path)) return;
    if (!file || !kind) this.#documents.delete(path);
    else this.#documents.set(path, new LanguageDocument(kind, { path, text: file.text, unread: file.unread?.message }));
  }
}
