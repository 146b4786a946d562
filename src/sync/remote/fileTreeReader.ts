/**
 * Reads a tree of files (JSON) while it arrives. It keeps the text of the wanted files only, and hands each one over as soon as
 * it is complete, so that the memory does not depend on the size of the branch.
 */

import type { FileNode } from '../../contract/dataModel/dataModel.ts';

/** A longer text is not handed over: it is assembled in memory. */
const maxTextBytes = 64 * 1024 * 1024;
/** Names, cursors and other short texts. */
const maxShortBytes = 64 * 1024;
const maxDepth = 1_000;

const [quote, backslash, openObject, closeObject, openList, closeList, comma, colon] = Buffer.from('"\\{}[],:');

/** An object or a list that is being read. Of an object, only short values are kept; a list of files is not kept. */
interface Level {
  isList: boolean;
  values: Record<string, unknown>;
  /** The key of the next value; undefined while a key is expected. */
  key: string | undefined;
  text: Uint8Array | undefined;
}

export class FileTreeReader {
  readonly #isWanted: (path: string) => boolean;
  readonly #onText: (path: string, text: Uint8Array | null) => void;
  readonly #files: FileNode[] = [];
  readonly #levels: Level[] = [];
  #root: Level | undefined;
  /** The parts of the text that is being read; undefined outside a text. */
  #parts: Uint8Array[] | undefined;
  #size = 0;
  #limit = 0;
  #isEscaped = false;
  #word = '';

  /** `onText` gets the text of each wanted file as UTF-8 bytes; null: the file has none, or a too long one. */
  constructor(isWanted: (path: string) => boolean, onText: (path: string, text: Uint8Array | null) => void) {
    this.#isWanted = isWanted;
    this.#onText = onText;
  }

  write(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) at = this.#parts ? this.#readText(bytes, at) : this.#readToken(bytes, at);
  }

  /** The list with its files, without their texts. @throws Error if the JSON is incomplete */
  end(): unknown {
    this.#endWord();
    if (!this.#root || this.#levels.length > 0 || this.#parts) throw new Error('The JSON is incomplete.');
    const { items, data } = this.#root.values;
    if (this.#root.isList || items !== undefined || data !== undefined)
      return { ...this.#root.values, items: this.#files };
    return this.#root.values;
  }

  #readToken(bytes: Uint8Array, at: number): number {
    const byte = bytes[at]!;
    switch (byte) {
      case quote:
        this.#parts = [];
        this.#size = 0;
        this.#limit = this.#limitOfText();
        break;
      case openObject:
      case openList:
        this.#open(byte === openList);
        break;
      case closeObject:
      case closeList:
        this.#endWord();
        this.#close(byte === closeList);
        break;
      case comma:
        this.#endWord();
        break;
      case colon:
        break;
      default:
        // Numbers, literals and white space.
        if (byte > 0x20 && this.#word.length < 100) this.#word += String.fromCharCode(byte);
    }
    return at + 1;
  }

  /** Reads up to the end of the text or of `bytes`. */
  #readText(bytes: Uint8Array, from: number): number {
    let at = from;
    let end = bytes.indexOf(quote!, at);
    if (this.#isEscaped) {
      this.#isEscaped = false;
      at += 1;
      if (end >= 0 && end < at) end = bytes.indexOf(quote!, at);
    }
    for (;;) {
      const slash = bytes.indexOf(backslash!, at);
      if (slash < 0 || (end >= 0 && slash > end)) break;
      at = slash + 2;
      if (end >= 0 && end < at) end = bytes.indexOf(quote!, at);
      if (at > bytes.length) this.#isEscaped = true;
      if (at >= bytes.length) break;
    }
    const stop = end < 0 ? bytes.length : end;
    this.#size += stop - from;
    if (this.#size <= this.#limit) this.#parts!.push(bytes.subarray(from, stop));
    else this.#parts = [];
    if (end < 0) return bytes.length;
    this.#endText();
    return end + 1;
  }

  #limitOfText(): number {
    const level = this.#levels.at(-1);
    if (level?.key !== 'content') return maxShortBytes;
    const { path } = level.values;
    // The path may follow later.
    return typeof path !== 'string' || this.#isWanted(path) ? maxTextBytes : 0;
  }

  #endText(): void {
    const json = this.#size <= this.#limit ? Buffer.concat(this.#parts!) : undefined;
    this.#parts = undefined;
    const level = this.#levels.at(-1);
    if (!level) throw new Error('The JSON is not a tree of files.');
    if (level.isList) return;
    if (level.key === undefined) level.key = json ? textOf(json) : '';
    else if (level.key === 'content') {
      level.text = json;
      level.key = undefined;
    } else this.#setValue(json && textOf(json));
  }

  #endWord(): void {
    const word = this.#word;
    this.#word = '';
    if (word !== '') this.#setValue(JSON.parse(word));
  }

  #setValue(value: unknown): void {
    const level = this.#levels.at(-1);
    if (!level) throw new Error('The JSON is not a tree of files.');
    if (level.isList) return;
    if (level.key === undefined) throw new Error('A key is missing in the JSON.');
    level.values[level.key] = value;
    level.key = undefined;
  }

  #open(isList: boolean): void {
    if (this.#root && this.#levels.length === 0) throw new Error('The JSON continues after its end.');
    if (this.#levels.length >= maxDepth) throw new Error('The JSON is nested too deeply.');
    const level: Level = {
      isList,
      values: Object.create(null) as Record<string, unknown>,
      key: undefined,
      text: undefined,
    };
    this.#root ??= level;
    this.#levels.push(level);
  }

  #close(isList: boolean): void {
    const level = this.#levels.pop();
    if (!level || level.isList !== isList) throw new Error('The brackets of the JSON do not match.');
    const { path, children, type } = level.values;
    const isNode = typeof path === 'string' && typeof type === 'string';
    if (isNode && !children && type !== 'directory') {
      this.#files.push({ path, type });
      if (this.#isWanted(path)) this.#onText(path, level.text ? Buffer.from(textOf(level.text)) : null);
    }
    if (this.#levels.length > 0) this.#setValue(isNode ? undefined : level.isList ? [] : level.values);
  }
}

function textOf(json: Uint8Array): string {
  return JSON.parse(`"${Buffer.from(json.buffer, json.byteOffset, json.length).toString('utf8')}"`) as string;
}
