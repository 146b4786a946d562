/** A client of TypeScript's language server: what a file declares and where a declaration is used. */

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { repository } from '../vscode/locations.ts';

export interface Position {
  line: number;
  character: number;
}

interface Range {
  start: Position;
  end: Position;
}

/** `kind` is the protocol's: 5 class, 6 method, 7 property, 8 field, 9 constructor, 12 function, 13 variable. */
export interface Declaration {
  name: string;
  kind: number;
  range: Range;
  selectionRange: Range;
  children?: Declaration[];
}

export interface Use {
  /** Relative to the repository, with `/`. */
  file: string;
  at: Position;
}

export class LanguageServer {
  readonly #child: ChildProcess;
  readonly #connection: MessageConnection;
  readonly #opened = new Set<string>();

  constructor() {
    const bin = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    const child = spawn(process.execPath, [bin, '--lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#child = child;
    this.#connection = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    // The server waits for an answer to its requests to the editor.
    this.#connection.onRequest((method, params) =>
      method === 'workspace/configuration' ? (params as { items: unknown[] }).items.map(() => null) : null,
    );
    this.#connection.listen();
  }

  async start(): Promise<void> {
    const rootUri = pathToFileURL(repository).href;
    const capabilities = { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } };
    await this.#connection.sendRequest('initialize', { processId: process.pid, rootUri, capabilities });
    await this.#connection.sendNotification('initialized', {});
  }

  async declarationsIn(file: string): Promise<Declaration[]> {
    return this.#connection.sendRequest('textDocument/documentSymbol', {
      textDocument: { uri: await this.#open(file) },
    });
  }

  /** All uses in the repository, without the declaration itself. */
  async usesOf({ file, at }: Use): Promise<Use[]> {
    const found = await this.#connection.sendRequest<{ uri: string; range: Range }[] | null>(
      'textDocument/references',
      {
        textDocument: { uri: await this.#open(file) },
        position: at,
        context: { includeDeclaration: false },
      },
    );
    return (found ?? []).map(({ uri, range }) => ({
      file: path.relative(repository, fileURLToPath(uri)).split(path.sep).join('/'),
      at: range.start,
    }));
  }

  dispose(): void {
    this.#connection.dispose();
    this.#child.kill();
  }

  /** Opens the file in the server on first use; returns its address. */
  async #open(file: string): Promise<string> {
    const absolute = path.join(repository, file);
    const uri = pathToFileURL(absolute).href;
    if (this.#opened.has(file)) return uri;
    this.#opened.add(file);
    const textDocument = { uri, languageId: 'typescript', version: 1, text: readFileSync(absolute, 'utf8') };
    await this.#connection.sendNotification('textDocument/didOpen', { textDocument });
    return uri;
  }
}
