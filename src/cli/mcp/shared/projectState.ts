/** A project at one moment: its model with its query and test documents, as they are on disk or as they would be after edits. */

import type { LanguageProject } from '../../../language/features.ts';
import { type DocumentText, LanguageDocument } from '../../../language/queries/document.ts';
import { filesFor } from '../../../language/queries/files.ts';
import { queryProblems } from '../../../language/queries/problems.ts';
import { kindOfName } from '../../../model/documents/documentKind.ts';
import { ModelIndex } from '../../../model/index/modelIndex.ts';
import type { ProjectFolder } from '../../../model/project/findProject.ts';
import { partOf } from '../../../model/project/readProject.ts';
import type { Problem } from '../../../model/source/problem.ts';

/** The text of each file; undefined for one that does not exist. Paths are POSIX, relative to the project. */
export type Texts = ReadonlyMap<string, string | undefined>;

export class ProjectState {
  readonly folder: ProjectFolder;
  readonly index: ModelIndex;
  readonly #documents: ReadonlyMap<string, LanguageDocument>;

  constructor(folder: ProjectFolder, index: ModelIndex, documents: Iterable<LanguageDocument>) {
    this.folder = folder;
    this.index = index;
    this.#documents = new Map([...documents].map((one) => [one.path, one]));
  }

  get documents(): readonly LanguageDocument[] {
    return [...this.#documents.values()];
  }

  /** For the language features. A file’s URI is its path. */
  get language(): LanguageProject {
    return {
      index: this.index,
      documents: this.documents,
      document: (path) => this.#documents.get(path),
      uriOf: (path) => path,
    };
  }

  /** The text of a file of the model or of a document; undefined if there is none. */
  textOf(path: string): string | undefined {
    return this.#documents.get(path)?.text ?? this.index.text(path)?.text;
  }

  /** All files of the project that are read. */
  get texts(): ReadonlyMap<string, string> {
    const model = [...this.index.files, ...this.index.texts].map(({ path, text }) => [path, text] as const);
    return new Map([...model, ...this.documents.map(({ path, text }) => [path, text] as const)]);
  }

  /** This state with other texts. */
  with(texts: Texts): ProjectState {
    const index = new ModelIndex(this.folder);
    index.catalogs = this.index.catalogs;
    for (const one of [...this.index.files, ...this.index.texts]) if (!texts.has(one.path)) index.add(one);
    const documents = new Map<string, DocumentText>([...this.#documents].filter(([path]) => !texts.has(path)));
    for (const [path, text] of texts) {
      if (text === undefined) continue;
      if (partOf(path, this.folder.modelFolder) === 'documents') documents.set(path, { path, text });
      else index.set(path, text);
    }
    return new ProjectState(this.folder, index, [...documents.values()].flatMap(asDocument));
  }

  /** Those of the query and test documents. */
  get documentProblems(): Problem[] {
    const all = this.documents;
    return all.flatMap((one) =>
      queryProblems(
        this.index,
        one,
        filesFor(one.path, () => all),
      ),
    );
  }
}

function asDocument(source: DocumentText): LanguageDocument[] {
  if (source instanceof LanguageDocument) return [source];
  const kind = kindOfName(source.path);
  return kind ? [new LanguageDocument(kind, source)] : [];
}
