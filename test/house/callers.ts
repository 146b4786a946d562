/**
 * Finds all callers of a declaration: the commands, subscriptions, constructors and programs from which it is reached. Counts
 * every use of a function as a call.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../vscode/locations.ts';
import type { Declaration, LanguageServer, Position, Use } from './languageServer.ts';

/** A function, a method, or a field that holds a function. */
export interface Callable extends Use {
  /** `sync/syncEngine.ts SyncEngine.push` */
  name: string;
}

/** The start of a chain of callers: a command's id, or `file position`. */
export type Entry = string;

const subscribes = /\b(onDid\w+|onChange|onWill\w+|every|then|catch|register\w+|create\w+Watcher)\(\) callback$/;

export class Callers {
  readonly #server: LanguageServer;
  readonly #cuts: ReadonlySet<string>;
  readonly #declared = new Map<string, Promise<Declaration[]>>();
  readonly #lines = new Map<string, string[]>();
  readonly #direct = new Map<string, Promise<(Callable | Entry)[]>>();

  /** @param cuts `caller > callee` pairs where the caller uses the name without a call. */
  constructor(server: LanguageServer, cuts: Iterable<string> = []) {
    this.#server = server;
    this.#cuts = new Set(cuts);
  }

  /** Returns what uses `what` in the sources, without the contract, the emulator and the webview. */
  direct(what: Callable): Promise<(Callable | Entry)[]> {
    let found = this.#direct.get(what.name);
    if (!found) {
      found = this.#find(what);
      this.#direct.set(what.name, found);
    }
    return found;
  }

  /** Returns every entry from which `what` is reached, with one chain of calls each. Calls `onStep` for each step. */
  async entries(what: Callable, onStep: (step: Callable) => void = () => {}): Promise<Map<Entry, string>> {
    const entries = new Map<Entry, string>();
    const chains = new Map<string, string>([[what.name, what.name]]);
    const waiting = [what];
    for (let step = waiting.pop(); step; step = waiting.pop()) {
      onStep(step);
      const chain = chains.get(step.name)!;
      for (const caller of await this.direct(step)) {
        if (typeof caller === 'string') entries.set(caller, `${caller} > ${chain}`);
        else if (!chains.has(caller.name)) {
          chains.set(caller.name, `${caller.name} > ${chain}`);
          waiting.push(caller);
        }
      }
    }
    return entries;
  }

  /** Returns the declaration `name` (`Class.member`, `function`) of a file. */
  async callable(file: string, name: string): Promise<Callable> {
    let level = await this.#symbols(file);
    let found: Declaration | undefined;
    for (const part of name.split('.')) {
      found = level.find((each) => each.name === part && !isImport(each, this.#text(file)));
      level = found?.children ?? [];
    }
    if (!found) throw new Error(`${file} declares no ${name}`);
    return { file, at: found.selectionRange.start, name: `${short(file)} ${name}` };
  }

  async #find(what: Callable): Promise<(Callable | Entry)[]> {
    const found = new Map<string, Callable | Entry>();
    for (const use of await this.#server.usesOf(what)) {
      if (!use.file.startsWith('src/') || /^src\/(contract|emulator|webview)\//.test(use.file)) continue;
      const caller = await this.#callerAt(use);
      if (caller === undefined) continue;
      const name = typeof caller === 'string' ? caller : caller.name;
      if (name !== what.name && !this.#cuts.has(`${name} > ${what.name}`)) found.set(name, caller);
    }
    return [...found.values()];
  }

  /** Returns the innermost callable declaration around a use. Undefined for an import and for the declaration itself. */
  async #callerAt({ file, at }: Use): Promise<Callable | Entry | undefined> {
    const around: Declaration[] = [];
    let level: readonly Declaration[] = await this.#symbols(file);
    for (;;) {
      const inner = level.find(({ range }) => isWithin(at, range));
      if (!inner) break;
      around.push(inner);
      level = inner.children ?? [];
    }
    const lines = this.#text(file);
    const innermost = around.at(-1);
    if (!innermost) return isImportLine(lines, at.line) ? undefined : `${short(file)} (module)`;
    const { start } = innermost.selectionRange;
    if (start.line === at.line && start.character === at.character) return undefined;
    for (let index = around.length - 1; index >= 0; index -= 1) {
      const each = around[index]!;
      const parent = around[index - 1];
      const command = /^['"](dataModel\.[\w.]+)['"]$/.exec(each.name)?.[1];
      if (command !== undefined) return command;
      const names = around.slice(0, index + 1).map(({ name }) => name);
      if (subscribes.test(each.name)) return `${short(file)} ${names.filter(isNamed).join('.')}: ${each.name}`;
      if (each.kind === 9) return this.#inConstructor(file, parent!, at.line);
      const called =
        (each.kind === 12 && isNamed(each.name)) || isMember(each, parent) || this.#holdsFunction(file, each);
      if (called) {
        const name = `${short(file)} ${names.filter(isNamed).join('.')}`;
        return { file, at: each.selectionRange.start, name };
      }
      if (each.kind === 13 && /= new \w+\(/.test(lines[each.selectionRange.start.line]!) && around.length > index + 1) {
        return `${short(file)} ${names.filter(isNamed).join('.')}: new`;
      }
    }
    return `${short(file)} (module)`;
  }

  /** A function that a constructor assigns to a field is called through the field. Other code runs with the constructor. */
  #inConstructor(file: string, owner: Declaration, line: number): Callable | Entry {
    const lines = this.#text(file);
    let at = line;
    while (!/^ {4}[^\s})\]]/.test(lines[at]!)) at -= 1;
    const field = /^ {4}this\.(#?\w+) = /.exec(lines[at]!)?.[1];
    const declared = owner.children?.find(({ name, kind }) => name === field && kind !== 9);
    if (!declared) return `${short(file)} ${owner.name}.constructor`;
    return { file, at: declared.selectionRange.start, name: `${short(file)} ${owner.name}.${field}` };
  }

  #holdsFunction(file: string, { kind, selectionRange }: Declaration): boolean {
    if (kind !== 13) return false;
    const { line, character } = selectionRange.start;
    const rest = `${this.#text(file)[line]!.slice(character)} ${this.#text(file)[line + 1] ?? ''}`;
    return /^[\w$]+(: [^=]+)? =\s+(async\b|function\b|\(|<|[\w$]+ =>)/.test(rest);
  }

  #symbols(file: string): Promise<Declaration[]> {
    let symbols = this.#declared.get(file);
    if (!symbols) {
      symbols = this.#server.declarationsIn(file);
      this.#declared.set(file, symbols);
    }
    return symbols;
  }

  #text(file: string): string[] {
    let lines = this.#lines.get(file);
    if (!lines) {
      lines = readFileSync(path.join(repository, file), 'utf8').split('\n');
      this.#lines.set(file, lines);
    }
    return lines;
  }
}

function short(file: string): string {
  return file.replace(/^src\//, '');
}

function isWithin({ line, character }: Position, { start, end }: Declaration['range']): boolean {
  const after = line > start.line || (line === start.line && character >= start.character);
  return after && (line < end.line || (line === end.line && character < end.character));
}

function isNamed(name: string): boolean {
  return /^#?[\w$]+$/.test(name);
}

function isMember({ kind }: Declaration, parent: Declaration | undefined): boolean {
  return parent?.kind === 5 && (kind === 6 || kind === 7 || kind === 8);
}

function isImport({ kind, range }: Declaration, lines: readonly string[]): boolean {
  return kind === 13 && isImportLine(lines, range.start.line);
}

/** Also true for a line in the middle of an import. */
function isImportLine(lines: readonly string[], line: number): boolean {
  for (let at = line; at >= 0; at -= 1) {
    if (/^import\b|^export (type )?\{/.test(lines[at]!)) return true;
    if (!/^ {2}[\w$]+( as [\w$]+)?,$|^\} from /.test(lines[at]!)) return false;
  }
  return false;
}
