/** A client of the packaged language server, made of the public protocol library. */

import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type ClientCapabilities,
  createProtocolConnection,
  type Diagnostic,
  type InitializeParams,
  type InitializeResult,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type RegistrationParams,
  RegistrationRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { waitFor } from '../../run/waitFor.ts';
import { repository } from '../../vscode/locations.ts';

export const capabilities: ClientCapabilities = {
  workspace: { workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } },
  textDocument: {
    definition: { linkSupport: true },
    typeDefinition: { linkSupport: true },
    implementation: { linkSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    hover: { contentFormat: ['markdown'] },
    publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: true },
  },
};

/** The same, with requests for diagnostics. */
export const pulling: ClientCapabilities = {
  ...capabilities,
  workspace: { ...capabilities.workspace, diagnostics: { refreshSupport: true } },
  textDocument: { ...capabilities.textDocument, diagnostic: {} },
};

/** A folder with projects that is removed after the test. */
export class Folder {
  readonly path: string;

  constructor(name = 'language server ') {
    this.path = realpathSync(mkdtempSync(path.join(tmpdir(), name)));
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(this.file(name)), { recursive: true });
      writeFileSync(this.file(name), text);
    }
  }

  file(name: string): string {
    return path.join(this.path, name);
  }

  uri(name: string): string {
    return pathToFileURL(this.file(name)).href;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export class Client {
  readonly connection: ProtocolConnection;
  readonly process: ChildProcessWithoutNullStreams;
  /** The last diagnostics of each document. */
  readonly published = new Map<string, Diagnostic[]>();
  readonly registered: string[] = [];
  /** What the server answered to `initialize`. */
  capabilities: InitializeResult['capabilities'] = {};
  /** The output of the server that is not a message. */
  readonly wrong: unknown[] = [];
  stderr = '';
  readonly #folder: Folder;

  /** @param hasPages whether the pages of problems are where the package has them */
  constructor(hasPages = false) {
    // Alone in a folder, the server finds none of the packages of this repository.
    this.#folder = new Folder('server ');
    const bundle = this.#folder.file('dist/languageServer.mjs');
    mkdirSync(path.dirname(bundle));
    copyFileSync(path.join(repository, 'dist/languageServer.mjs'), bundle);
    if (hasPages)
      cpSync(path.join(repository, 'docs/problems'), this.#folder.file('docs/problems'), { recursive: true });
    this.process = spawn(process.execPath, [bundle, '--stdio'], { cwd: this.#folder.path });
    this.process.stderr.setEncoding('utf8').on('data', (text) => {
      this.stderr += text;
    });
    this.connection = createProtocolConnection(
      new StreamMessageReader(this.process.stdout),
      new StreamMessageWriter(this.process.stdin),
    );
    this.connection.onError(([failure]) => this.wrong.push(failure));
    this.connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
      this.published.set(uri, diagnostics);
    });
    this.connection.onRequest(RegistrationRequest.type, ({ registrations }: RegistrationParams) => {
      this.registered.push(...registrations.map(({ method }) => method));
    });
    this.connection.listen();
  }

  /** A client that opened the folders as its workspace. */
  static async start(
    folders: readonly string[],
    params: Partial<InitializeParams> = {},
    hasPages = false,
  ): Promise<Client> {
    const client = new Client(hasPages);
    await client.initialize(folders, params);
    return client;
  }

  async initialize(folders: readonly string[], params: Partial<InitializeParams> = {}): Promise<InitializeResult> {
    const workspaceFolders = folders.map((folder) => ({
      uri: pathToFileURL(folder).href,
      name: path.basename(folder),
    }));
    const all = { processId: process.pid, rootUri: null, capabilities, workspaceFolders, ...params };
    const result = await this.connection.sendRequest<InitializeResult>('initialize', all);
    await this.connection.sendNotification('initialized', {});
    this.capabilities = result.capabilities;
    return result;
  }

  request<T>(method: string, params: object): Promise<T> {
    return this.connection.sendRequest<T>(method, params);
  }

  notify(method: string, params: object): Promise<void> {
    return this.connection.sendNotification(method, params);
  }

  open(uri: string, text: string, version = 1): Promise<void> {
    return this.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version, text } });
  }

  /** The messages of the problems that the server sent for a document, when they are as expected. */
  async problems(uri: string, expected: RegExp | undefined): Promise<Diagnostic[]> {
    const messages = () => (this.published.get(uri) ?? []).map(({ message }) => message).join('\n');
    const isExpected = () => (expected ? expected.test(messages()) : this.published.has(uri) && messages() === '');
    await waitFor(`the problems of ${uri} are ${expected ?? 'gone'}`, isExpected, messages);
    return this.published.get(uri)!;
  }

  /** Ends the server as editors do. @returns its exit code */
  async stop(): Promise<number | null> {
    try {
      if (this.process.exitCode !== null) return this.process.exitCode;
      const exited = once(this.process, 'exit') as Promise<[number | null]>;
      await this.connection.sendRequest('shutdown');
      await this.connection.sendNotification('exit');
      const [code] = await exited;
      assert.deepEqual(this.wrong, []);
      assert.equal(this.stderr, '');
      return code;
    } finally {
      this.kill();
    }
  }

  kill(): void {
    this.connection.dispose();
    this.process.kill('SIGKILL');
    this.#folder.remove();
  }
}
