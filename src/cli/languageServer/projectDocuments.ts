/** The query and test documents of one project: the files on disk and the open documents. */

import { type DocumentText, LanguageDocument, type QueryFiles } from '../../language/queries/document.ts';
import { filesFor } from '../../language/queries/files.ts';
import { queryProblems } from '../../language/queries/problems.ts';
import { documentKind } from '../../model/documents/documentKind.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Problem } from '../../model/source/problem.ts';
import { unreadMessage } from '../../session/modelFiles.ts';
import { documentsBelow } from '../../session/project/documentsBelow.ts';

interface Options {
  projectFolder: string;
  modelFolder: string;
  /** Undefined for a file that does not exist. */
  readText(file: string): Promise<string | undefined>;
  ended: AbortSignal;
}

/** Paths are relative to the project folder. */
export class ProjectDocuments {
  readonly #options: Options;
  readonly #documents = new Map<string, LanguageDocument>();
  readonly #open = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether a file is one by its name and place. */
  has(file: string): boolean {
    return documentKind(file, this.#options.modelFolder) !== undefined;
  }

  get(file: string): LanguageDocument | undefined {
    return this.#documents.get(file);
  }

  get all(): readonly LanguageDocument[] {
    return [...this.#documents.values()];
  }

  async load(): Promise<void> {
    const { projectFolder, modelFolder, ended } = this.#options;
    await this.changedOnDisk([...(await documentsBelow(projectFolder, modelFolder, ended)), ...this.#documents.keys()]);
  }

  edit(file: string, text: string): void {
    this.#open.add(file);
    this.#set(file, { text });
  }

  async close(file: string): Promise<void> {
    this.#open.delete(file);
    await this.changedOnDisk([file]);
  }

  /** Files or folders; those that are no documents are skipped. */
  async changedOnDisk(paths: readonly string[]): Promise<void> {
    const below = [...this.#documents.keys()].filter((file) => paths.some((path) => file.startsWith(`${path}/`)));
    for (const file of new Set([...paths, ...below])) {
      if (!this.has(file) || this.#open.has(file)) continue;
      const source = await this.#read(file);
      if (!this.#open.has(file)) this.#set(file, source);
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

  async #read(file: string): Promise<Omit<DocumentText, 'path'> | undefined> {
    try {
      const text = await this.#options.readText(file);
      return text === undefined ? undefined : { text };
    } catch (failure) {
      return { text: '', unread: unreadMessage('file', failure) };
    }
  }

  #set(file: string, source: Omit<DocumentText, 'path'> | undefined): void {
    const kind = documentKind(file, this.#options.modelFolder);
    if (!source || !kind) this.#documents.delete(file);
    else this.#documents.set(file, new LanguageDocument(kind, { path: file, ...source }));
  }
}
