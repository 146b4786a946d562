/** The language server: connects a client with the models of its workspace. */

import { posix, resolve } from 'node:path';
import {
  type CancellationToken,
  type ClientCapabilities,
  type Connection,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  ResponseError,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { raceAbort } from '../../base/async.ts';
import { stackOf } from '../../base/errors.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { type Log, makeLog } from '../../base/log.ts';
import { standardTokensLegend } from '../../language/annotations/semanticTokens.ts';
import type { PageOf } from '../../language/diagnostic.ts';
import {
  answer,
  type FeatureRequest,
  features,
  type LanguageProject,
  type Method,
  requests,
} from '../../language/features.ts';

import { shapeFor } from './clientShapes.ts';
import { asksForDiagnostics, Diagnostics } from './diagnostics.ts';
import { cancellable, documentIn } from './requests.ts';
import { pathOfUri } from './uris.ts';
import { watchThroughClient } from './watching.ts';
import { type Place, Workspace } from './workspace.ts';

/** The parts that exist from `initialize` to `shutdown`. */
interface Running {
  client: ClientCapabilities;
  workspace: Workspace;
  diagnostics: Diagnostics;
  /** Absolute paths of the first workspace folders. */
  folders: readonly string[];
  modelFolder: string;
}

export class LanguageServer {
  readonly #connection: Connection;
  readonly #pageOf: PageOf;
  readonly #log: Log;
  readonly #lifetime = new Lifetime();
  readonly #documents = new TextDocuments(TextDocument);
  #running: Running | undefined;

  /** The process ends with the connection: with 0 after `shutdown`, otherwise with 1. */
  constructor(connection: Connection, pageOf: PageOf) {
    this.#connection = connection;
    this.#pageOf = pageOf;
    const levels = { trace: 'debug', debug: 'debug', info: 'info', warn: 'warn', error: 'error' } as const;
    this.#log = makeLog((level, message) => connection.console[levels[level]](message));
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#start());
    connection.onShutdown(() => {
      this.#running = undefined;
      this.#lifetime.dispose();
    });
    connection.onDidChangeWatchedFiles(({ changes }) =>
      this.#inBackground(this.#running?.workspace.changedOnDisk(changes)),
    );
    this.#documents.onDidChangeContent(({ document }) => this.#running?.workspace.edited(document));
    this.#documents.onDidClose(({ document }) => this.#inBackground(this.#running?.workspace.closed(document)));
    this.#documents.listen(connection);
    for (const [method, request] of requests)
      connection.onRequest(method, (params: unknown, token: CancellationToken) =>
        cancellable(token, (signal) => this.#answer(method, request, params, signal)),
      );
    this.#serveDiagnostics();
  }

  #initialize(params: InitializeParams): InitializeResult {
    const client = params.capabilities;
    const modelFolder = modelFolderOf(params);
    const workspace = this.#lifetime.add(new Workspace(modelFolder, this.#log));
    const diagnostics = this.#lifetime.add(
      new Diagnostics({
        client,
        log: this.#log,
        projects: () => workspace.readyProjects,
        uriOf: (project, file) => workspace.uriOf(project, file),
        pageOf: this.#pageOf,
        versionOf: (uri) => this.#documents.get(uri)?.version ?? null,
        publish: (published) => this.#inBackground(this.#connection.sendDiagnostics(published)),
        refresh: () => this.#inBackground(this.#connection.languages.diagnostics.refresh()),
      }),
    );
    workspace.onChange(() => diagnostics.poke());
    this.#running = { client, workspace, diagnostics, folders: foldersOf(params), modelFolder };
    const diagnosticProvider = { interFileDependencies: true, workspaceDiagnostics: true };
    return {
      serverInfo: { name: 'data-model-language-server' },
      capabilities: {
        positionEncoding: 'utf-16',
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        ...(asksForDiagnostics(client) ? { diagnosticProvider } : {}),
        ...Object.fromEntries(Object.entries(features).map(([provider, { options }]) => [provider, options])),
        semanticTokensProvider: { ...features.semanticTokensProvider.options, legend: standardTokensLegend },
      },
    };
  }

  #start(): void {
    const running = this.#running;
    if (!running) return;
    const { client, workspace, folders, modelFolder } = running;
    for (const folder of folders) workspace.addFolder(folder);
    if (client.workspace?.workspaceFolders) {
      this.#connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        for (const folder of removed.flatMap(({ uri }) => folderOfUri(uri) ?? [])) workspace.removeFolder(folder);
        for (const folder of added.flatMap(({ uri }) => folderOfUri(uri) ?? [])) workspace.addFolder(folder);
      });
    }
    this.#inBackground(
      watchThroughClient(this.#connection, client, modelFolder, this.#log).then((isWatched) => {
        if (!isWatched) workspace.watch();
      }),
    );
  }

  async #answer(
    method: Method,
    request: FeatureRequest<never, unknown>,
    params: unknown,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { client, workspace } = this.#current();
    const ask = async ({ project, path }: Place) => {
      const { documents } = project;
      const index = project.model.open;
      const uriOf = (file: string) => workspace.uriOf(project, file);
      const asked: LanguageProject = {
        index,
        documents: documents.all,
        document: (file) => documents.get(file),
        uriOf,
      };
      return shapeFor(client, method, await answer(request, asked, path, params as never), uriOf(path));
    };
    if (request.scope === 'workspace') {
      const projects = await raceAbort(workspace.allProjects(), signal);
      return (await Promise.all(projects.map((project) => ask({ project, path: '' })))).flat();
    }
    const place = await raceAbort(workspace.placeOf(documentIn(params)), signal);
    if (!place) return null;
    const { project, path } = place;
    const hasText = () => (project.model.open.text(path) ?? project.documents.get(path)) !== undefined;
    if (request.scope !== 'file' || !hasText()) await raceAbort(project.ready(), signal);
    return hasText() ? ask(place) : null;
  }

  #serveDiagnostics(): void {
    const { diagnostics } = this.#connection.languages;
    diagnostics.on((params, token) =>
      cancellable(token, async (signal) => {
        const running = this.#current();
        const place = await raceAbort(running.workspace.placeOf(documentIn(params)), signal);
        if (place) await raceAbort(place.project.ready(), signal);
        return running.diagnostics.document(place, params.previousResultId);
      }),
    );
    diagnostics.onWorkspace(({ previousResultIds }, token) =>
      cancellable(token, async (signal) => {
        const running = this.#current();
        await raceAbort(running.workspace.allProjects(), signal);
        return running.diagnostics.workspace(new Map(previousResultIds.map(({ uri, value }) => [uri, value])));
      }),
    );
  }

  /** @throws ResponseError before `initialize` and after `shutdown` */
  #current(): Running {
    if (this.#running) return this.#running;
    const isOver = this.#lifetime.disposed;
    throw new ResponseError(
      isOver ? ErrorCodes.InvalidRequest : ErrorCodes.ServerNotInitialized,
      isOver ? 'The server was shut down.' : 'The server is not initialized.',
    );
  }

  /** For work that no request waits for: errors are logged. */
  #inBackground(work: Promise<unknown> | undefined): void {
    work?.catch((failure) => this.#log.error(stackOf(failure)));
  }
}

/** The absolute paths of the workspace folders. */
function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): string[] {
  if (workspaceFolders) return workspaceFolders.flatMap(({ uri }) => folderOfUri(uri) ?? []);
  const root = rootUri ? folderOfUri(rootUri) : rootPath;
  return root ? [resolve(root)] : [];
}

function folderOfUri(uri: string): string | undefined {
  const folder = pathOfUri(uri);
  return folder === undefined ? undefined : resolve(folder);
}

/** The name of the model folder in every project: `initializationOptions.modelFolder`, `model` if that is not a folder name. */
function modelFolderOf({ initializationOptions }: InitializeParams): string {
  const { modelFolder } = (initializationOptions ?? {}) as { modelFolder?: unknown };
  if (typeof modelFolder !== 'string' || modelFolder.trim() === '') return 'model';
  const folder = posix.normalize(modelFolder.trim().replaceAll('\\', '/')).replace(/\/+$/, '');
  return folder === '' || folder.startsWith('/') || folder.startsWith('..') || /^[a-z]:/i.test(folder)
    ? 'model'
    : folder;
}
