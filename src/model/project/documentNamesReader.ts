/** Reads what the query and test documents of a project name, once, and again where they change. */

import { maxDocuments } from '../documents/documentKind.ts';
import { type DocumentNames, namesInDocuments, namesOfDocument } from '../documents/documentNames.ts';
import type { NamesInDocuments } from '../index/mentions.ts';
import type { ProjectFolder } from './findProject.ts';
import { readProject, readProjectPath } from './readProject.ts';

/** Stands for all paths. */
export const wholeProject = '';

export class DocumentNamesReader {
  readonly #folder: ProjectFolder;
  readonly #ended: AbortSignal | undefined;
  /** By path; undefined while they are not known. */
  #known: Map<string, DocumentNames> | undefined;

  constructor(folder: ProjectFolder, ended: AbortSignal | undefined) {
    this.#folder = folder;
    this.#ended = ended;
  }

  /** Reads the files at or below `paths` again. Undefined if there are too many documents. @throws CancelledError */
  async read(paths: readonly string[]): Promise<NamesInDocuments | undefined> {
    const isWhole = !this.#known || paths.includes(wholeProject);
    const known = isWhole ? new Map<string, DocumentNames>() : this.#known!;
    for (const path of isWhole ? [wholeProject] : paths) {
      for (const one of [...known.keys()]) if (one === path || one.startsWith(`${path}/`)) known.delete(one);
      for await (const file of this.#filesAt(path)) {
        if (file.what === 'folder') {
          this.forget();
          return undefined;
        }
        if (file.what === 'file' && !file.unread) known.set(file.path, namesOfDocument(file.path, file.text));
      }
    }
    this.#known = known;
    return namesInDocuments(known);
  }

  forget(): void {
    this.#known = undefined;
  }

  #filesAt(path: string) {
    return path === wholeProject
      ? readProject(this.#folder, 'documents', { signal: this.#ended, limit: maxDocuments })
      : readProjectPath(this.#folder, 'documents', path);
  }
}
