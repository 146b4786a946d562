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
import { documentPath, documentsIn, openDocument, readDocument, readDocuments } from './documents.ts';

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
  readonly #debounce = new Debounce(() => void this.#inBackground(this.#check()), delayMs);
  #loaded: Promise<void>;
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
    this.#loaded = this.#inBackground(this.#load());
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Resolves when all documents of the project were read. */
  get loaded(): Promise<void> {
    return this.#loaded;
  }

  /** Reads them again. An edit must not miss a file that no event announced. */
  async reload(): Promise<void> {
    await this.#loaded;
    this.#loaded = this.#inBackground(this.#load());
    await this.#loaded;
  }

  get all(): readonly LanguageDocument[] {
    return [...this.#documents.values()];
  }

  /** The document as it is now; undefined if it is not one of this project. */
  of(uri: vscode.Uri): LanguageDocument | undefined {
    const path = this.pathOf(uri);
    const kind = path === undefined ? undefined : kindOfName(path);
    if (path === undefined || !kind) return undefined;
    const known = this.#documents.get(uri.toString());
    const text = openDocument(uri)?.getText();
    return text === undefined || known?.text === text ? known : new LanguageDocument(kind, { path, text });
  }

  /** The URI of a document of this project. An untitled one has no file. */
  uriOf(path: string): vscode.Uri | undefined {
    const found = [...this.#documents].find(([, document]) => document.path === path);
    return found && vscode.Uri.parse(found[0], true);
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
    const { folder, owns } = this.#options;
    const known = new Set(this.#documents.keys());
    for (const source of await readDocuments(folder)) {
      const uri = vscode.Uri.joinPath(vscode.Uri.file(folder.binding.projectFolder), source.path);
      known.delete(uri.toString());
      const isNew = source.unread !== undefined || this.#documents.get(uri.toString())?.text !== source.text;
      if (isNew && owns(uri) && !openDocument(uri)) this.#set(uri, source.path, source);
    }
    await Promise.all([...known].map((uri) => this.#read(vscode.Uri.parse(uri, true))));
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

  /** On disk, or closed. */
  #changed(uri: vscode.Uri): void {
    void this.#inBackground(this.#read(uri));
  }

  /** An open document counts with its text. */
  async #read(uri: vscode.Uri): Promise<void> {
    const path = this.pathOf(uri);
    if (path === undefined || openDocument(uri)) return;
    const source = await readDocument(this.#options.folder, uri);
    if (!openDocument(uri)) this.#set(uri, path, source);
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
      const problems = queryProblems(session.model.project.saved, document, this.filesFor(document.path));
      if (!isDeepStrictEqual(this.#shown.get(uri) ?? [], problems)) this.#show(uri, problems);
    }
  }

  async #inBackground(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (failure) {
      if (!isCancellation(failure)) this.#options.log.error(stackOf(failure));
    }
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
