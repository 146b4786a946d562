/** The query and test documents of one project, with the texts of open ones, and their problems as diagnostics. */

import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { Debounce } from '../../base/async.ts';
import { isCancellation, stackOf } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { LanguageDocument } from '../../language/queries/document.ts';
import { ProjectDocuments } from '../../language/queries/projectDocuments.ts';
import { documentNames, kindOfName } from '../../model/documents/documentKind.ts';
import type { Problem } from '../../model/source/problem.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { watchDocuments } from '../folders/watchDocuments.ts';
import { scratchScheme } from '../manifest/ids.ts';
import { toDiagnostic } from '../problems/diagnostics.ts';
import type { ScratchFiles } from '../shell/scratchFiles.ts';
import { documentPath } from './documents.ts';

/** Long enough to check once for several keys. */
const delayMs = 200;

interface Options {
  folder: BoundFolder;
  session: FolderSession;
  /** Whether this folder answers for a document; an untitled one outside of all projects belongs to the first folder. */
  owns(uri: vscode.Uri): boolean;
  scratch: ScratchFiles;
  log: Log;
}

export class OpenDocuments implements Disposable {
  readonly #options: Options;
  readonly #lifetime = new Lifetime();
  readonly #documents: ProjectDocuments;
  /** Those without a file, by path. */
  readonly #unfiled = new Map<string, vscode.Uri>();
  readonly #collection: vscode.DiagnosticCollection;
  readonly #debounce = new Debounce(() => void this.#inBackground(this.#check()), delayMs);
  #loaded: Promise<void>;
  #shown: Map<string, readonly Problem[]> = new Map();
  #isChanged = false;
  readonly #changes = new vscode.EventEmitter<void>();
  /** Documents were added, removed or edited; several edits are one event. */
  readonly onChange = this.#changes.event;

  constructor(options: Options) {
    this.#options = options;
    const { folder, session, owns, scratch } = options;
    const { workspace } = vscode;
    this.#documents = new ProjectDocuments(folder.binding, this.#lifetime.signal, (path) => owns(this.uriOf(path)));
    this.#collection = this.#lifetime.add(vscode.languages.createDiagnosticCollection('dataModelDocuments'));
    this.#lifetime.add(this.#debounce);
    this.#lifetime.add(this.#changes);
    this.#lifetime.add(session.model.problems.onChange(() => this.#debounce.poke()));
    this.#lifetime.add(workspace.onDidOpenTextDocument((document) => this.#edited(document)));
    this.#lifetime.add(workspace.onDidChangeTextDocument(({ document }) => this.#edited(document)));
    this.#lifetime.add(workspace.onDidCloseTextDocument(({ uri }) => this.#closed(uri)));
    const known = () => this.#documents.all.map(({ path }) => this.uriOf(path));
    this.#lifetime.add(
      watchDocuments(folder, documentNames, known, (uri) =>
        this.#read(uri, (path) => this.#documents.changedOnDisk([path])),
      ),
    );
    this.#lifetime.add(scratch.onChange((uri) => this.#scratchChanged(uri)));
    for (const uri of scratch.all) this.#scratchChanged(uri);
    for (const document of workspace.textDocuments) this.#edited(document);
    this.#loaded = this.#load();
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
    this.#loaded = this.#load();
    await this.#loaded;
  }

  get all(): readonly LanguageDocument[] {
    return this.#documents.all;
  }

  get(path: string): LanguageDocument | undefined {
    return this.#documents.get(path);
  }

  /** An untitled or scratch document has no file. */
  uriOf(path: string): vscode.Uri {
    const { projectFolder } = this.#options.folder.binding;
    return this.#unfiled.get(path) ?? vscode.Uri.joinPath(vscode.Uri.file(projectFolder), path);
  }

  /** Relative to the project folder. A document without a file counts as one in the project folder. */
  pathOf(uri: vscode.Uri): string | undefined {
    if (!this.#options.owns(uri)) return undefined;
    const { folder } = this.#options;
    if (uri.scheme !== 'untitled' && uri.scheme !== scratchScheme) return documentPath(folder, uri);
    const inProject = documentPath(folder, uri.with({ scheme: 'file' }));
    return inProject ?? (kindOfName(uri.path) && `${uri.scheme}:${uri.path}`);
  }

  #load(): Promise<void> {
    return this.#inBackground(this.#documents.load().then(() => this.#changed()));
  }

  #edited(document: vscode.TextDocument): void {
    const path = this.pathOf(document.uri);
    if (path === undefined || document.isClosed) return;
    if (document.uri.scheme !== 'file') this.#unfiled.set(path, document.uri);
    this.#documents.edit(path, document.getText());
    this.#changed();
  }

  /** A scratch document belongs to the project also while no editor shows its text. */
  #scratchChanged(uri: vscode.Uri): void {
    const text = this.#options.scratch.textOf(uri);
    const path = this.pathOf(uri);
    const isOpen = vscode.workspace.textDocuments.some((one) => one.uri.toString() === uri.toString());
    if (path === undefined || isOpen) return;
    if (text === undefined) this.#closed(uri);
    else {
      this.#unfiled.set(path, uri);
      this.#documents.edit(path, text);
      this.#changed();
    }
  }

  #closed(uri: vscode.Uri): void {
    const kept = this.#options.scratch.textOf(uri);
    this.#read(uri, async (path) => {
      if (kept !== undefined) {
        this.#documents.edit(path, kept);
        return;
      }
      if (this.#unfiled.delete(path)) {
        this.#collection.delete(uri);
        this.#shown.delete(path);
      }
      return this.#documents.close(path);
    });
  }

  #read(uri: vscode.Uri, read: (path: string) => Promise<void>): void {
    const path = this.pathOf(uri);
    if (path !== undefined) void this.#inBackground(read(path).then(() => this.#changed()));
  }

  #changed(): void {
    if (this.#lifetime.disposed) return;
    this.#isChanged = true;
    this.#debounce.poke();
  }

  async #check(): Promise<void> {
    const { session } = this.#options;
    await this.#loaded;
    // A project without such documents does not load its model for them.
    if (this.all.length > 0) await session.loadModel();
    if (this.#lifetime.disposed) return;
    if (this.#isChanged) this.#changes.fire();
    this.#isChanged = false;
    const problems = this.#documents.problems(session.model.project.saved);
    for (const path of this.#shown.keys()) if (!problems.has(path)) this.#collection.delete(this.uriOf(path));
    for (const [path, found] of problems) {
      if (isDeepStrictEqual(this.#shown.get(path), found)) continue;
      const diagnostics = found.map((problem) => toDiagnostic(this.#options.folder, problem));
      this.#collection.set(this.uriOf(path), diagnostics);
    }
    this.#shown = new Map(problems);
  }

  async #inBackground(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (failure) {
      if (!isCancellation(failure)) this.#options.log.error(stackOf(failure));
    }
  }
}
