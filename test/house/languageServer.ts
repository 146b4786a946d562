/** The compiler's own language server as a program asks it: what is declared in a file, and where a declaration is used. */

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
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
export interface Declared {
  name: string;
  kind: number;
  range: Range;
  selectionRange: Range;
  children?: Declared[];
}

export interface Use {
  /** Relative to the repository, with `/`. */
  file: string;
  at: Position;
}

export class LanguageServer {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (failure: Error) => void }>();
  readonly #opened = new Set<string>();
  #buffer = Buffer.alloc(0);
  #last = 0;

  constructor() {
    const bin = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    this.#child = spawn(process.execPath, [bin, '--lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#child.stdout!.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#child.on('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The language server has ended'));
    });
  }

  async start(): Promise<void> {
    const rootUri = pathToFileURL(repository).href;
    const capabilities = { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } };
    await this.#ask('initialize', { processId: process.pid, rootUri, capabilities });
    this.#send({ method: 'initialized', params: {} });
  }

  async declaredIn(file: string): Promise<Declared[]> {
    return (await this.#ask('textDocument/documentSymbol', { textDocument: { uri: this.#open(file) } })) as Declared[];
  }

  /** Everywhere in the repository, its declaration apart. */
  async usesOf({ file, at }: Use): Promise<Use[]> {
    const found = await this.#ask('textDocument/references', {
      textDocument: { uri: this.#open(file) },
      position: at,
      context: { includeDeclaration: false },
    });
    return ((found ?? []) as { uri: string; range: Range }[]).map(({ uri, range }) => ({
      file: path.relative(repository, fileURLToPath(uri)).split(path.sep).join('/'),
      at: range.start,
    }));
  }

  dispose(): void {
    this.#child.kill();
  }

  #open(file: string): string {
    const whole = path.join(repository, file);
    const uri = pathToFileURL(whole).href;
    if (this.#opened.has(file)) return uri;
    this.#opened.add(file);
    const textDocument = { uri, languageId: 'typescript', version: 1, text: readFileSync(whole, 'utf8') };
    this.#send({ method: 'textDocument/didOpen', params: { textDocument } });
    return uri;
  }

  #ask(method: string, params: unknown): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    this.#send({ id, method, params });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #send(message: object): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#child.stdin!.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  #read(chunk: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      const head = this.#buffer.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#buffer.toString('latin1', 0, head))?.[1]);
      if (this.#buffer.length < head + 4 + length) return;
      const text = this.#buffer.toString('utf8', head + 4, head + 4 + length);
      this.#buffer = this.#buffer.subarray(head + 4 + length);
      this.#take(JSON.parse(text));
    }
  }

  #take({ id, method, params, result, error }: Message): void {
    if (id === undefined) return;
    if (method !== undefined) {
      // What it asks of an editor has no answer here.
      this.#send({ id, result: method === 'workspace/configuration' ? params?.items?.map(() => null) : null });
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}

interface Message {
  id?: number;
  method?: string;
  params?: { items?: unknown[] };
  result?: unknown;
  error?: { message: string };
}
