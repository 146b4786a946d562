/**
 * Reads a broken YAML text line by line and finds the line a person has to mend. A parser notices a wrong indent or an
 * open quote far below; people write model files in a plain style that can be followed line by line.
 */

import type { TextProblem } from './problem.ts';
import type { Span } from './range.ts';

interface Line {
  start: number;
  /** Without the line break. */
  text: string;
  indent: number;
}

interface Level {
  indent: number;
  kind: 'map' | 'list';
  /** The line it begins on. */
  line: number;
}

/** Parts of `- - key: value`. */
interface Parts {
  dashes: number[];
  column: number;
  key: string | undefined;
  value: string;
  valueColumn: number;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  const pattern = /[^\r\n]*(\r\n|\n|\r|$)/g;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const line = match[0].slice(0, match[0].length - match[1]!.length);
    lines.push({ start: match.index, text: line, indent: line.length - line.trimStart().length });
    if (match[1] === '') break;
  }
  return lines;
}

function partsOf(line: Line): Parts {
  const dashes: number[] = [];
  let column = line.indent;
  for (;;) {
    const dash = /^-(\s+|$)/.exec(line.text.slice(column));
    if (!dash) break;
    dashes.push(column);
    column += dash[0].length;
    if (dash[0] === '-') break;
  }
  const rest = line.text.slice(column);
  const pair = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'{[#&*!|>%@`][^:#]*?(?::(?! |$)[^:#]*?)*|<<)\s*:(\s+|$)/.exec(
    rest,
  );
  if (!pair) return { dashes, column, key: undefined, value: rest.trimEnd(), valueColumn: column };
  const valueColumn = column + pair[0].length;
  return { dashes, column, key: pair[1]!, value: line.text.slice(valueColumn).trimEnd(), valueColumn };
}

/** Index of the closing quote in `text` after `from`, or -1. */
function closingQuote(text: string, from: number): number {
  const quote = text[from]!;
  for (let i = from + 1; i < text.length; i += 1) {
    if (quote === '"' && text[i] === '\\') i += 1;
    else if (text[i] === quote) {
      if (quote === "'" && text[i + 1] === "'") i += 1;
      else return i;
    }
  }
  return -1;
}

/** Offset after the bracket that closes the one at `from`, or -1; quotes hide brackets. */
function afterBracket(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i += 1) {
    const char = text[i]!;
    if ((char === '"' || char === "'") && /[\s,[{:]/.test(text[i - 1] ?? ' ')) {
      const close = closingQuote(text, i);
      if (close < 0) return -1;
      i = close;
    } else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return -1;
}

const startsPair = /^\s*(?:- +)*[\w"'-]+\s*:(?:\s|$)/;

class LineReader {
  readonly #text: string;
  readonly #lines: Line[];
  readonly #levels: Level[] = [];
  /** What the line before can still take: nested lines, or more of its text. */
  /** Quoted texts that go over several lines. */
  readonly quotes: Span[] = [];
  #last = -1;
  #beforeLast = -1;
  #before: { indent: number; takes: 'nested' | 'text' | 'nothing' } = { indent: -1, takes: 'nested' };

  constructor(text: string) {
    this.#text = text;
    this.#lines = linesOf(text);
  }

  find(): TextProblem | undefined {
    for (let i = 0; i < this.#lines.length; i += 1) {
      const line = this.#lines[i]!;
      const words = line.text.trim();
      if (words === '' || words.startsWith('#') || /^(---|\.\.\.|%)/.test(line.text)) continue;
      const tab = /^ *\t/.exec(line.text);
      if (tab) {
        const start = line.start + line.text.indexOf('\t');
        let end = start;
        while (this.#text[end] === '\t') end += 1;
        return make('yaml-tab', 'Tabs cannot indent YAML. Use spaces.', { start, end });
      }
      const parts = partsOf(line);
      const problem = this.#place(i, line, parts) ?? this.#value(line, parts);
      this.#beforeLast = this.#last;
      this.#last = i;
      if (problem) return problem;
      i = this.#skip(line, parts, i);
    }
    return undefined;
  }

  #words(line: Line, from = line.indent): Span {
    return {
      start: line.start + from,
      end: line.start + Math.max(from + 1, line.text.replace(/\s+#.*$/, '').trimEnd().length),
    };
  }

  /** Whether the line stands where a line may stand; the line to blame is sometimes one before it. */
  #place(at: number, line: Line, parts: Parts): TextProblem | undefined {
    const { indent } = line;
    const levels = this.#levels;
    const before = this.#before;
    if (indent > before.indent && before.takes === 'text') {
      if (parts.key === undefined && parts.dashes.length === 0) return undefined;
      const previous = this.#lines[this.#last]!;
      const above = partsOf(previous);
      const word = above.dashes.length > 0 ? /\s/.test(above.value) : /^[\w-]+$/.test(above.value);
      const pair = parts.key !== undefined && previous.indent === indent && /^[\w-]+\s/.test(above.value);
      if (above.key === undefined && (word || pair)) return this.#noKey(previous, above.column);
      return (
        this.#underEmptyKey(line) ??
        this.#oddFirst(at, line, previous, above) ??
        this.#outdented(at, line, previous, above) ??
        this.#shifted(at, line, undefined) ??
        make(
          'yaml-bad-indent',
          'This line is indented too deep: the line above already has a value.',
          this.#words(line),
        )
      );
    }
    let popped: Level | undefined;
    while (levels.length > 0 && levels.at(-1)!.indent > indent) popped = levels.pop();
    const kind = parts.dashes.length > 0 ? 'list' : 'map';
    const top = levels.at(-1);
    if (top && top.indent < indent && !(before.takes === 'nested' && indent > before.indent)) {
      return this.#underEmptyKey(line) ?? this.#shifted(at, line, popped) ?? this.#badIndent(line);
    }
    if (top?.indent === indent && top.kind === 'list' && kind === 'map') {
      // A list may stand as deep as the key it belongs to.
      levels.pop();
      if (levels.at(-1)?.indent !== indent)
        return this.#shifted(at, line, popped) ?? this.#badIndent(line, ', or `- ` is missing');
    }
    if (kind === 'map' && parts.key === undefined) {
      // A value may begin on the line after its key.
      if (before.takes === 'nested' && indent > before.indent && levels.length > 0) return undefined;
      return this.#noKey(line);
    }
    const follows = before.takes === 'nested' && before.indent === indent;
    if (top?.indent === indent && top.kind === 'map' && kind === 'list' && !follows) {
      return this.#shifted(at, line, popped) ?? this.#badIndent(line, ', or a key is missing above');
    }
    if (levels.at(-1)?.indent !== indent || levels.at(-1)!.kind !== kind) levels.push({ indent, kind, line: at });
    for (const dash of parts.dashes.slice(1)) levels.push({ indent: dash, kind: 'list', line: at });
    if (parts.dashes.length > 0 && parts.key !== undefined)
      levels.push({ indent: parts.column, kind: 'map', line: at });
    return undefined;
  }

  #badIndent(line: Line, more = ''): TextProblem {
    return make(
      'yaml-bad-indent',
      `This line is indented differently from the lines it belongs to${more}.`,
      this.#words(line),
    );
  }

  /** The line above belongs under the empty key above it, as deep as this one. */
  #underEmptyKey(line: Line): TextProblem | undefined {
    const previous = this.#lines[this.#last];
    const owner = this.#lines[this.#beforeLast];
    if (!previous || !owner || previous.indent >= line.indent || owner.indent !== previous.indent) return undefined;
    const above = partsOf(owner);
    const empty = above.key !== undefined && above.value.replace(/#.*$/, '').trim() === '';
    return empty && partsOf(previous).dashes.length === 0 ? this.#badIndent(previous) : undefined;
  }

  /** The first line of a block is the odd one when all that follow stand deeper. */
  #oddFirst(at: number, line: Line, previous: Line, above: Parts): TextProblem | undefined {
    if (above.dashes.length > 0 || this.#levels.at(-1)?.line !== this.#last) return undefined;
    const others = this.#nextIndents(at);
    const rest = others.length > 0 && others.every((indent) => indent === line.indent);
    return rest || this.#siblingDash(this.#last, line.indent - 2)
      ? this.#badIndent(previous, ', or `- ` is missing')
      : undefined;
  }

  /** `- name: x` too far left, with the rest of its item where it belongs. */
  #outdented(at: number, line: Line, previous: Line, above: Parts): TextProblem | undefined {
    if (above.dashes.length === 0 || above.key === undefined) return undefined;
    const shift = line.indent - above.column;
    const others = this.#nextIndents(at);
    const rest = others.length > 0 && others.every((indent) => indent === line.indent);
    return rest || this.#siblingDash(this.#last, previous.indent + shift) ? this.#badIndent(previous) : undefined;
  }

  /** When the block before began on a line that stands wrong itself, or lacks its dash, that line is the one to mend. */
  #shifted(at: number, line: Line, popped: Level | undefined): TextProblem | undefined {
    const isDash = /^\s*-(\s|$)/.test(line.text);
    const previous = this.#lines[this.#last];
    if (
      isDash &&
      previous &&
      previous.indent === line.indent + 2 &&
      !/^\s*-(\s|$)/.test(previous.text) &&
      partsOf(previous).key === undefined
    ) {
      return make(
        'yaml-bad-indent',
        'A `- ` is missing here: the other items of the list have one.',
        this.#words(previous),
      );
    }
    const list = this.#levels.at(-1);
    if (
      isDash &&
      previous &&
      list?.kind === 'list' &&
      list.line === this.#last &&
      previous.indent < line.indent &&
      this.#siblingDash(at, line.indent)
    ) {
      return this.#badIndent(previous);
    }
    const first = popped && this.#lines[popped.line];
    if (!first || !popped) return undefined;
    const parts = partsOf(first);
    if (isDash && popped.kind === 'list' && popped.line === this.#last && this.#siblingDash(at, line.indent))
      return this.#badIndent(first);
    if (parts.dashes.length === 0 && isDash && line.indent === popped.indent - 2) {
      return make(
        'yaml-bad-indent',
        'A `- ` is missing here: the other items of the list have one.',
        this.#words(first),
      );
    }
    if (parts.dashes.length > 0 && !isDash && popped.line === this.#last && line.indent < parts.column) {
      const shift = parts.column - line.indent;
      const others = this.#nextIndents(at);
      const rest = others.length > 0 && others.every((indent) => indent === line.indent);
      if (rest || this.#siblingDash(popped.line, first.indent - shift)) return this.#badIndent(first);
    }
    return undefined;
  }

  /** Indents of the lines after this one that stand as deep, up to the end of the item. */
  #nextIndents(at: number): number[] {
    const indents: number[] = [];
    for (const line of this.#lines.slice(at + 1)) {
      if (line.text.trim() === '' || line.text.trim().startsWith('#')) continue;
      if (line.indent < this.#lines[at]!.indent || /^\s*-(\s|$)/.test(line.text)) break;
      indents.push(line.indent);
      if (indents.length >= 3) break;
    }
    return indents;
  }

  /** Whether the next item of the list, or the one before, stands at that indent. */
  #siblingDash(at: number, indent: number): boolean {
    const dashed = (line: Line) => line.indent === indent && /^\s*-(\s|$)/.test(line.text);
    return this.#lines.slice(at + 1, at + 12).some(dashed) || this.#lines.slice(Math.max(0, at - 12), at).some(dashed);
  }

  #noKey(line: Line, from?: number): TextProblem {
    const noBlank = /^[\w-]+:\S/.exec(line.text.trim());
    const message = noBlank
      ? 'A blank is missing after the colon.'
      : 'A colon is missing: this line should read `key: value`.';
    return make('yaml-missing-colon', message, this.#words(line, from));
  }

  /** Whether the value on the line is one YAML can read. */
  #value(line: Line, parts: Parts): TextProblem | undefined {
    const { value, valueColumn } = parts;
    const start = line.start + valueColumn;
    const span = this.#words(line, valueColumn);
    const first = value[0] ?? '';
    const quotes = (why: string) => make('yaml-quotes-needed', `${why} Put the text in quotes.`, span);
    if (first === '"' || first === "'") {
      const close = closingQuote(this.#text, start);
      const body = close < 0 ? '' : this.#text.slice(start, close);
      const swallowed = body.split(/\r\n|\n|\r/).slice(1);
      if (close < 0 || swallowed.some((one) => startsPair.test(one)))
        return make('yaml-open-quote', 'This quote is never closed.', span);
      const rest = this.#restOfLine(close + 1);
      if (!/^\s*(#.*)?$/.test(rest) && !(/^\s*[,:\]}]/.test(rest) && parts.key === undefined)) {
        return make('yaml-syntax', 'There is more text after the closing quote. Is a quote inside the text?', span);
      }
    } else if (first === '{' || first === '[') {
      const end = afterBracket(this.#text, start);
      const body = end < 0 ? '' : this.#text.slice(start, end);
      if (
        end < 0 ||
        body
          .split(/\r\n|\n|\r/)
          .slice(1)
          .some((one) => startsPair.test(one) && !/[,{[]\s*$/.test(one) && first === '[')
      ) {
        return make('yaml-open-bracket', `This \`${first}\` is never closed.`, { start, end: start + 1 });
      }
      const rest = this.#restOfLine(end);
      if (!/^\s*(#.*)?$/.test(rest))
        return quotes(`YAML reads text that starts with \`${first}\` as a ${first === '{' ? 'block' : 'list'}.`);
    } else if (first === '*' || first === '&' || first === '!') {
      if (!/^[*&!][\w./:-]+/.test(value)) return quotes(`\`${first}\` has a meaning of its own in YAML.`);
    } else if (first === '@' || first === '`' || (first === '%' && parts.key !== undefined)) {
      return quotes(`YAML does not allow text that starts with \`${first}\`.`);
    } else if (
      parts.key !== undefined &&
      /[^\s:]\s*:(\s|$)/.test(value.replace(/\s+#.*$/, '')) &&
      !/^[|>]/.test(value)
    ) {
      return quotes('A text with a colon and a blank reads as another key.');
    }
    return undefined;
  }

  #restOfLine(offset: number): string {
    const newline = this.#text.indexOf('\n', offset);
    return this.#text.slice(offset, newline < 0 ? undefined : newline).replace(/\r$/, '');
  }

  /** Remembers what may follow and passes over the further lines of the value. Returns the last line that was read. */
  #skip(line: Line, parts: Parts, at: number): number {
    const value = parts.value.replace(/(^|\s+)#.*$/, '').trim();
    const keyColumn = parts.key === undefined ? (parts.dashes.at(-1) ?? line.indent) : parts.column;
    if (/^(?:[&!]\S*\s+)*[|>][-+0-9]*$/.test(value)) {
      let last = at;
      const owner = parts.key === undefined ? keyColumn : parts.dashes.length > 0 ? parts.column : line.indent;
      while (last + 1 < this.#lines.length) {
        const next = this.#lines[last + 1]!;
        if (next.text.trim() !== '' && next.indent <= owner) break;
        last += 1;
      }
      this.#before = { indent: keyColumn, takes: 'nothing' };
      return last;
    }
    const first = value[0] ?? '';
    const start = line.start + parts.valueColumn;
    const end =
      first === '"' || first === "'"
        ? closingQuote(this.#text, start) + 1
        : first === '{' || first === '['
          ? afterBracket(this.#text, start)
          : -1;
    const empty = value === '' || /^[&!]\S*$/.test(value);
    const closed = end > 0;
    const nests = empty ? 'nested' : closed || first === '*' ? 'nothing' : 'text';
    const bare = parts.key === undefined && parts.dashes.length === 0;
    this.#before = { indent: bare ? this.#before.indent : keyColumn, takes: nests };
    if (!closed) return at;
    if ((first === '"' || first === "'") && end > line.start + line.text.length) this.quotes.push({ start, end });
    let last = at;
    while (last + 1 < this.#lines.length && this.#lines[last + 1]!.start < end) last += 1;
    return last;
  }
}

function make(code: string, message: string, span: Span): TextProblem {
  return { span, severity: 'error', code, message };
}

/**
 * The text with quoted texts of several lines on one line each, nothing moved. The compiler's own parser lets their lines
 * stand anywhere, ours does not.
 */
export function joinQuotedLines(text: string): string {
  const reader = new LineReader(text);
  reader.find();
  let joined = text;
  for (const { start, end } of reader.quotes) {
    joined = joined.slice(0, start) + joined.slice(start, end).replace(/[\r\n]/g, ' ') + joined.slice(end);
  }
  return joined;
}

/** The first line that cannot be right; undefined when every line looks fine on its own. */
export function findBadLine(text: string): TextProblem | undefined {
  return new LineReader(text).find();
}
