/** Follows references through the sources, as the editor's Find All References does. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  type DocumentSymbol,
  type Location,
  type Position,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  SymbolKind,
} from 'vscode-languageserver-protocol/node';
import { repository } from '../vscode/locations.ts';

/** A place in a file of src. */
export interface Place {
  /** Relative to src. */
  file: string;
  position: Position;
}

const root = path.join(repository, 'src');

export class References {
  readonly #server = spawn(
    process.execPath,
    [path.join(repository, 'node_modules/typescript/bin/tsc'), '--lsp', '--stdio'],
    {
      cwd: repository,
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  readonly #connection: ProtocolConnection = createProtocolConnection(
    new StreamMessageReader(this.#server.stdout),
    new StreamMessageWriter(this.#server.stdin),
  );
  readonly #texts = new Map<string, string>();
  readonly #opened = new Set<string>();
  readonly #symbols = new Map<string, DocumentSymbol[]>();

  async start(): Promise<void> {
    this.#connection.onRequest('client/registerCapability', () => null);
    this.#connection.onRequest('workspace/configuration', ({ items }: { items: object[] }) => items.map(() => null));
    this.#connection.listen();
    const capabilities = { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } };
    await this.#connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: pathToFileURL(repository).href,
      capabilities,
    });
    await this.#connection.sendNotification('initialized', {});
  }

  async stop(): Promise<void> {
    await this.#connection.sendRequest('shutdown');
    await this.#connection.sendNotification('exit');
    this.#connection.dispose();
  }

  /** Where src uses what is declared at a place as a value. */
  async usesOf({ file, position }: Place): Promise<Place[]> {
    await this.#open(file);
    const found = await this.#connection.sendRequest<Location[] | null>('textDocument/references', {
      textDocument: { uri: uriOf(file) },
      position,
      context: { includeDeclaration: false },
    });
    const places = (found ?? []).flatMap(({ uri, range }) => {
      const name = path.relative(root, fileURLToPath(uri));
      return name.startsWith('..') ? [] : [{ file: name, position: range.start }];
    });
    return places.filter((place) => !this.#isType(place));
  }

  /** The functions, methods or properties through which others reach the code at a place: usually the one that contains it. */
  async declarationsAt({ file, position }: Place): Promise<Place[]> {
    const [outer, inner] = await this.#chainAt(file, position);
    if (!outer) return [];
    const named = (symbol: DocumentSymbol): Place => ({ file, position: symbol.selectionRange.start });
    if (!inner || (outer.kind !== SymbolKind.Class && outer.kind !== SymbolKind.Interface)) return [named(outer)];
    if (inner.kind === SymbolKind.Constructor) {
      const member = this.#assignedMember(file, position, inner);
      const declared = outer.children?.find(({ name }) => name === member);
      return [named(declared ?? outer)];
    }
    // Any owner disposes of anything.
    if (inner.name === 'dispose') return [];
    // Uses of an interface's method do not count as uses of the method that implements it; those of the class do.
    const isUsed = (await this.usesOf(named(inner))).length > 0;
    return [named(isUsed ? inner : outer)];
  }

  /** A constructor has no use of its own for each member that it assigns. */
  #assignedMember(file: string, { line }: Position, { range }: DocumentSymbol): string | undefined {
    const lines = this.#textOf(file)
      .split('\n')
      .slice(range.start.line, line + 1);
    return lines.map((text) => /^\s*this\.(#?\w+) =/.exec(text)?.[1]).findLast((name) => name !== undefined);
  }

  async #chainAt(file: string, position: Position): Promise<DocumentSymbol[]> {
    await this.#open(file);
    let level = this.#symbols.get(file);
    if (!level) {
      const textDocument = { uri: uriOf(file) };
      level =
        (await this.#connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', { textDocument })) ?? [];
      this.#symbols.set(file, level);
    }
    const chain: DocumentSymbol[] = [];
    for (;;) {
      const next: DocumentSymbol | undefined = level.find(({ range }) => contains(range, position));
      if (!next) return chain;
      chain.push(next);
      level = next.children ?? [];
    }
  }

  /** A query of a type, an import and an export use no value. */
  #isType({ file, position: { line, character } }: Place): boolean {
    const text = this.#textOf(file);
    const before = text.split('\n')[line]!.slice(0, character);
    return /\btypeof\s+[\w.]*$/.test(before) || this.#importedLines(text).has(line);
  }

  #importedLines(text: string): Set<number> {
    const lines = new Set<number>();
    for (const { index, 0: statement } of text.matchAll(/^(?:import|export)\s[^;'"]*from\s*['"][^'"]+['"];/gm)) {
      const first = text.slice(0, index).split('\n').length - 1;
      for (const [offset] of statement.split('\n').entries()) lines.add(first + offset);
    }
    return lines;
  }

  #textOf(file: string): string {
    const text = this.#texts.get(file) ?? readFileSync(path.join(root, file), 'utf8');
    this.#texts.set(file, text);
    return text;
  }

  async #open(file: string): Promise<void> {
    if (this.#opened.has(file)) return;
    this.#opened.add(file);
    const text = this.#textOf(file);
    await this.#connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: uriOf(file), languageId: 'typescript', version: 1, text },
    });
  }
}

function uriOf(file: string): string {
  return pathToFileURL(path.join(root, file)).href;
}

function contains({ start, end }: DocumentSymbol['range'], { line, character }: Position): boolean {
  const isAfterStart = line > start.line || (line === start.line && character >= start.character);
  return isAfterStart && (line < end.line || (line === end.line && character <= end.character));
}
