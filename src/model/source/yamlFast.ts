/**
 * Reads the plain YAML almost all model files are written in, many times faster than a full parser. Whatever is the least
 * unusual (anchors, tags, multi-line text, flow over several lines, any mistake) is refused, so that the full parser decides.
 */

import { camelCase } from './names.ts';
import type { Entry, ListNode, MapNode, ScalarNode, ValueNode } from './tree.ts';

/** What js-yaml, which the compiler uses, takes for a point in time rather than text. */
export const timestamp =
  /^\d{4}-\d\d-\d\d$|^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?$/;

interface Line {
  start: number;
  end: number;
  indent: number;
}

class Refused extends Error {}

const key = /([A-Za-z_][\w-]*):(?=[ \r\n]|$)/y;
const plain = /^[^\s\-?:,[\]{}#&*!|>'"%@`][^#:[\]{}]*$/;
const safePlain = /^-?[\w./$(=<][^\n]*$/;

/** The value of an unquoted word, as YAML 1.2 has it. */
export function plainValue(text: string): ScalarNode['value'] {
  const first = text.charCodeAt(0);
  // Most values are words; only some letters begin a keyword.
  if ((first > 64 && first < 91) || (first > 96 && first < 123)) {
    if (/^(?:true|True|TRUE)$/.test(text)) return true;
    if (/^(?:false|False|FALSE)$/.test(text)) return false;
    return /^(?:null|Null|NULL)$/.test(text) ? null : text;
  }
  if (text === '~') return null;
  if (/^[-+]?[0-9]+$/.test(text)) return Number(text);
  if (/^0o[0-7]+$/.test(text)) return Number.parseInt(text.slice(2), 8);
  if (/^0x[0-9a-fA-F]+$/.test(text)) return Number.parseInt(text.slice(2), 16);
  if (/^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?:\.[0-9]*)?[eE][-+]?[0-9]+)$/.test(text)) return Number(text);
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  if (/^\.(?:nan|NaN|NAN)$/.test(text)) return Number.NaN;
  return timestamp.test(text) ? new Date(text) : text;
}

function scalar(start: number, end: number, value: ScalarNode['value']): ScalarNode {
  return { kind: 'scalar', start, end, value, dynamic: false };
}

class FastReader {
  readonly #text: string;
  readonly #lines: Line[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    let start = 0;
    while (start < text.length) {
      let end = text.indexOf('\n', start);
      if (end < 0) end = text.length;
      const next = end + 1;
      if (text[end - 1] === '\r') end -= 1;
      let indent = start;
      while (text.charCodeAt(indent) === 32) indent += 1;
      if (text.charCodeAt(indent) === 9) throw new Refused();
      this.#lines.push({ start, end, indent: indent - start });
      start = next;
    }
  }

  root(): MapNode | undefined {
    if (!this.#skipBlank()) return undefined;
    const line = this.#lines[this.#at]!;
    if (line.indent !== 0) throw new Refused();
    const map = this.#map(0);
    if (this.#skipBlank()) throw new Refused();
    return map;
  }

  /** Moves to the next line with something in it. */
  #skipBlank(): boolean {
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#lines[this.#at]!;
      const first = line.start + line.indent;
      if (first < line.end && this.#text[first] !== '#') return true;
    }
    return false;
  }

  #isDash(offset: number, end: number): boolean {
    return this.#text.charCodeAt(offset) === 45 && (offset + 1 === end || this.#text.charCodeAt(offset + 1) === 32);
  }

  /** The entries at this column, from the current line on; the first may stand after a dash. */
  #map(column: number, from?: number): MapNode {
    const entries: Entry[] = [];
    const names = new Set<string>();
    let offset = from;
    let start = -1;
    while (offset !== undefined || this.#skipBlank()) {
      const line = this.#lines[this.#at]!;
      if (offset === undefined) {
        if (line.indent < column) break;
        offset = line.start + line.indent;
        if (line.indent > column || this.#isDash(offset, line.end)) {
          if (line.indent === column && entries.length > 0) break;
          throw new Refused();
        }
      }
      key.lastIndex = offset;
      const match = key.exec(this.#text);
      if (!match || names.has(match[1]!)) throw new Refused();
      names.add(match[1]!);
      if (start < 0) start = offset;
      const keySpan = { start: offset, end: offset + match[1]!.length };
      const value = this.#valueAfter(offset + match[0].length, line, column, keySpan);
      entries.push({ key: match[1]!, name: camelCase(match[1]!), keySpan, value, dynamic: false });
      offset = undefined;
    }
    const last = entries.at(-1)!;
    return { kind: 'map', start, end: Math.max(last.value.end, last.keySpan.end), entries, open: false };
  }

  #list(column: number): ListNode {
    const items: ValueNode[] = [];
    const start = this.#lines[this.#at]!.start + column;
    while (this.#skipBlank()) {
      const line = this.#lines[this.#at]!;
      if (line.indent < column) break;
      const offset = line.start + line.indent;
      if (line.indent > column) throw new Refused();
      if (!this.#isDash(offset, line.end)) break;
      let value = offset + 1;
      while (this.#text.charCodeAt(value) === 32) value += 1;
      if (value >= line.end || this.#text[value] === '#') throw new Refused();
      key.lastIndex = value;
      if (key.test(this.#text)) items.push(this.#map(value - line.start, value));
      else items.push(this.#inline(value, line, column));
    }
    return { kind: 'list', start, end: items.at(-1)!.end, items, open: false };
  }

  /** What stands after a key's colon, on its line or below it. */
  #valueAfter(from: number, line: Line, column: number, owner: { start: number; end: number }): ValueNode {
    let offset = from;
    while (this.#text.charCodeAt(offset) === 32) offset += 1;
    if (offset < line.end && this.#text[offset] !== '#') return this.#inline(offset, line, column);
    this.#at += 1;
    if (this.#skipBlank()) {
      const next = this.#lines[this.#at]!;
      const dash = this.#isDash(next.start + next.indent, next.end);
      if (dash && next.indent >= column) return this.#list(next.indent);
      if (next.indent > column) return this.#map(next.indent);
    }
    return scalar(owner.start, owner.end, null);
  }

  /** A value that begins on this line; only block text goes on below it. */
  #inline(offset: number, line: Line, column: number): ValueNode {
    const first = this.#text[offset]!;
    if (first === '|' || first === '>') return this.#block(offset, line, column);
    const { node, end } =
      first === '[' || first === '{' ? this.#flow(offset, line.end) : this.#single(offset, line.end);
    if (!/^ *(?: #.*)?$/.test(this.#text.slice(end, line.end)) && end !== line.end) throw new Refused();
    this.#at += 1;
    if (this.#skipBlank() && this.#lines[this.#at]!.indent > column) throw new Refused();
    return node;
  }

  #single(offset: number, lineEnd: number): { node: ScalarNode; end: number } {
    const first = this.#text[offset]!;
    if (first === '"' || first === "'") return this.#quoted(offset, lineEnd);
    const rest = this.#text.slice(offset, lineEnd);
    const comment = rest.indexOf(' #');
    const text = (comment < 0 ? rest : rest.slice(0, comment)).trimEnd();
    if (!plain.test(text) && !(safePlain.test(text) && !/: |:$|^- |#/.test(text))) throw new Refused();
    return { node: scalar(offset, offset + text.length, plainValue(text)), end: offset + text.length };
  }

  #quoted(offset: number, lineEnd: number): { node: ScalarNode; end: number } {
    const quote = this.#text[offset]!;
    const close = this.#text.indexOf(quote, offset + 1);
    if (close < 0 || close >= lineEnd || (quote === "'" && this.#text[close + 1] === "'")) throw new Refused();
    const text = this.#text.slice(offset + 1, close);
    if (quote === '"' && text.includes('\\')) throw new Refused();
    const inner = text.length > 0 ? scalar(offset + 1, close, text) : scalar(offset, close + 1, text);
    return { node: inner, end: close + 1 };
  }

  #flow(offset: number, lineEnd: number): { node: ValueNode; end: number } {
    const open = this.#text[offset]!;
    const close = open === '[' ? ']' : '}';
    const items: ValueNode[] = [];
    const entries: Entry[] = [];
    let at = offset + 1;
    const blanks = () => {
      while (this.#text.charCodeAt(at) === 32) at += 1;
      if (at >= lineEnd) throw new Refused();
    };
    blanks();
    while (this.#text[at] !== close) {
      let entry: Omit<Entry, 'value'> | undefined;
      if (open === '{') {
        key.lastIndex = at;
        const match = key.exec(this.#text);
        if (!match || entries.some((one) => one.key === match[1])) throw new Refused();
        entry = {
          key: match[1]!,
          name: camelCase(match[1]!),
          keySpan: { start: at, end: at + match[1]!.length },
          dynamic: false,
        };
        at += match[0].length;
        blanks();
      }
      const { node, end } = this.#flowValue(at, lineEnd);
      at = end;
      if (entry) entries.push({ ...entry, value: node });
      else items.push(node);
      blanks();
      if (this.#text[at] === ',') {
        at += 1;
        blanks();
        if (this.#text[at] === close) throw new Refused();
      } else if (this.#text[at] !== close) throw new Refused();
    }
    const end = at + 1;
    if (open === '[') return { node: { kind: 'list', start: offset, end, items, open: false }, end };
    return { node: { kind: 'map', start: offset, end, entries, open: false }, end };
  }

  #flowValue(at: number, lineEnd: number): { node: ValueNode; end: number } {
    const first = this.#text[at]!;
    if (first === '[' || first === '{') return this.#flow(at, lineEnd);
    if (first === '"' || first === "'") return this.#quoted(at, lineEnd);
    const text = /^[\w.$/][\w.$/ -]*/.exec(this.#text.slice(at, lineEnd))?.[0].trimEnd();
    if (!text) throw new Refused();
    return { node: scalar(at, at + text.length, plainValue(text)), end: at + text.length };
  }

  /** `|` and `>`: the lines deeper than the key. */
  #block(offset: number, line: Line, column: number): ScalarNode {
    const header = /^([|>])(-?) *(?: #.*)?$/.exec(this.#text.slice(offset, line.end));
    if (!header) throw new Refused();
    this.#at += 1;
    const lines: Line[] = [];
    let depth = -1;
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const next = this.#lines[this.#at]!;
      const blank = next.start + next.indent >= next.end;
      if (!blank && depth < 0) depth = next.indent;
      if (!blank && next.indent <= column) break;
      if (!blank && next.indent < depth) throw new Refused();
      if (blank && depth < 0) throw new Refused();
      lines.push(next);
    }
    while (lines.length > 0 && lines.at(-1)!.start + lines.at(-1)!.indent >= lines.at(-1)!.end) lines.pop();
    if (lines.length === 0 || depth <= column) throw new Refused();
    const texts = lines.map((one) => this.#text.slice(Math.min(one.start + depth, one.end), one.end));
    const body = header[1] === '|' ? texts.join('\n') : texts.join(' ');
    const end = lines.at(-1)!.end;
    const trimmed = this.#text.slice(lines[0]!.start, end).trimEnd();
    return scalar(lines[0]!.start + depth, lines[0]!.start + trimmed.length, header[2] === '-' ? body : `${body}\n`);
  }
}

/** The tree of a plain text; undefined when the full parser is needed, null for a text without content. */
export function readPlainYaml(text: string): MapNode | null | undefined {
  if (/^(?:---|\.\.\.|%)/m.test(text) || text.charCodeAt(0) === 0xfeff) return undefined;
  try {
    return new FastReader(text).root() ?? null;
  } catch (refusal) {
    if (refusal instanceof Refused) return undefined;
    throw refusal;
  }
}
