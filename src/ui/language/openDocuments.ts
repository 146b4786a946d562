/** The query and test documents of one project, kept up to date, and their problems as diagnostics. */

import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { Debounce } from '../../base/async.ts';
import { isCancellation, stackOf } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { type DocumentText, LanguageDocument, type QueryFiles } from '../../language/queries/document.ts';
import { filesFor } from '../../language/queries/files.ts';
import { queryProblems } from '../../language/queries/problems.ts';
import { kindOfName } from '../../model/documents/documentKind.ts';
import type { Problem } from '../../model/source/problem.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { watchFiles } from '../folders/watchFiles.ts';
import { toDiagnostic } from '../problems/diagnostics.ts';
import { documentPath, documentsIn, readDocument, readDocuments } from './documents.ts';

/** Long enough to check once for several keys. */
const delayMs = 200;

interface Options {
  folder: BoundFolder;
  session: FolderSession;
  /** Whether this folder answers for a document; an untitled one belongs to the first folder. */
  owns(uri: vscode.Uri): boolean;
  log: Log;
}

export class OpenDocuments implements Disposable {
  readonly #options: Options;
  readonly #lifetime = new Lifetime();
  readonly #collection: vscode.DiagnosticCollection;
  readonly #debounce = new Debounce(() => this.#inBackground(this.#check()), delayMs);
  readonly #loaded: Promise<void>;
  /** By URI, as text. */
  readonly #documents = new Map<string, LanguageDocument>();
  readonly #shown = new Map<string, readonly Problem[]>();
  #isChanged = false;
  readonly #changes = new vscode.EventEmitter<void>();
  /** Documents were added, removed or edited; several edits are one event. */
  readonly onChange = this.#changes.event;

  constructor(options: Options) {
    this.#options = options;
    const { folder, session } = options;
    const { workspace } = vscode;
    this.#collection = this.#lifetime.add(vscode.languages.createDiagnosticCollection('dataModelDocuments'));
    this.#lifetime.add(this.#debounce);
    this.#lifetime.add(this.#changes);
    this.#lifetime.add(session.model.problems.onChange(() => this.#debounce.poke()));
    this.#lifetime.add(workspace.onDidOpenTextDocument((document) => this.#edited(document)));
    this.#lifetime.add(workspace.onDidChangeTextDocument(({ document }) => this.#edited(document)));
    this.#lifetime.add(workspace.onDidCloseTextDocument(({ uri }) => this.#changed(uri)));
    const known = () => [...this.#documents.keys()].map((uri) => vscode.Uri.parse(uri, true));
    this.#lifetime.add(watchFiles(documentsIn(folder), known, (uri) => this.#changed(uri)));
    for (const document of workspace.textDocuments) this.#edited(document);
    this.#loaded = this.#load();
    this.#inBackground(this.#loaded);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  get all(): readonly LanguageDocument[] {
    return [...this.#documents.values()];
  }

  /** The document as it is now; undefined if it is none of this project. */
  of(document: vscode.TextDocument): LanguageDocument | undefined {
    const path = this.pathOf(document.uri);
    const kind = path === undefined ? undefined : kindOfName(path);
    if (path === undefined || !kind) return undefined;
    const text = document.getText();
    const known = this.#documents.get(document.uri.toString());
    return known?.text === text ? known : new LanguageDocument(kind, { path, text });
  }

  /** Relative to the project folder. An untitled document counts as one in the project folder. */
  pathOf(uri: vscode.Uri): string | undefined {
    if (!this.#options.owns(uri)) return undefined;
    if (uri.scheme !== 'untitled') return documentPath(this.#options.folder, uri);
    const { folder } = this.#options;
    const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
    return kindOfName(name) && (documentPath(folder, uri.with({ scheme: 'file' })) ?? name);
  }

  /** The other documents, for one at `from`. */
  filesFor(from: string): QueryFiles {
    return filesFor(from, () => this.all);
  }

  async #load(): Promise<void> {
    const { folder } = this.#options;
    for (const source of await readDocuments(folder)) {
      const uri = vscode.Uri.joinPath(vscode.Uri.file(folder.binding.projectFolder), source.path);
      if (this.#options.owns(uri) && !this.#documents.has(uri.toString())) this.#set(uri, source.path, source);
    }
  }

  #set(uri: vscode.Uri, path: string, source: Omit<DocumentText, 'path'> | undefined): void {
    if (this.#lifetime.disposed) return;
    const kind = kindOfName(path);
    if (!source || !kind) this.#documents.delete(uri.toString());
    else this.#documents.set(uri.toString(), new LanguageDocument(kind, { ...source, path }));
    this.#isChanged = true;
    this.#debounce.poke();
  }

  #edited(document: vscode.TextDocument): void {
    const path = this.pathOf(document.uri);
    if (path !== undefined && !document.isClosed) this.#set(document.uri, path, { text: document.getText() });
  }

  /** On disk; a closed document counts as its file. */
  #changed(uri: vscode.Uri): void {
    const path = this.pathOf(uri);
    if (path === undefined) return;
    this.#inBackground(readDocument(this.#options.folder, uri).then((source) => this.#set(uri, path, source)));
  }

  async #check(): Promise<void> {
    const { session } = this.#options;
    await this.#loaded;
    // A project without such documents does not load its model for them.
    if (this.#documents.size > 0) await session.loadModel();
    if (this.#lifetime.disposed) return;
    if (this.#isChanged) this.#changes.fire();
    this.#isChanged = false;
    for (const uri of [...this.#shown.keys()]) if (!this.#documents.has(uri)) this.#show(uri, []);
    for (const [uri, document] of this.#documents) {
      const problems = queryProblems(session.model.saved, document, this.filesFor(document.path));
      if (!isDeepStrictEqual(this.#shown.get(uri) ?? [], problems)) this.#show(uri, problems);
    }
  }

  #inBackground(work: Promise<unknown>): void {
    work.catch((failure) => {
      if (!isCancellation(failure)) this.#options.log.error(stackOf(failure));
    });
  }

  #show(uri: string, problems: readonly Problem[]): void {
    if (problems.length === 0) this.#shown.delete(uri);
    else this.#shown.set(uri, problems);
    this.#collection.set(
      vscode.Uri.parse(uri),
      problems.map((problem) => toDiagnostic(this.#options.folder, problem)),
    );
  }
}
