/** Checks the indentation of YAML line by line and finds the line to correct, which may be above the line that does not fit. */

import type { TextProblem } from './problem.ts';
import { problemCatalog } from './problemCatalog.ts';
import { contentSpan, isBlankOrComment, isDashLine, type LineParts, partsOf, type YamlLine } from './yamlLine.ts';

/** An open block. */
interface Level {
  indent: number;
  kind: 'map' | 'list';
  /** Index of the line where it starts. */
  line: number;
}

/** The lines that may follow a line: a nested block, more of its text, or neither. */
export interface Continuation {
  indent: number;
  takes: 'nested' | 'text' | 'nothing';
}

export class IndentChecker {
  readonly #lines: readonly YamlLine[];
  readonly #levels: Level[] = [];
  /** Indexes of the previous line and the one before it. */
  #last = -1;
  #beforeLast = -1;
  /** Set by the reader after each line. */
  previous: Continuation = { indent: -1, takes: 'nested' };

  constructor(lines: readonly YamlLine[]) {
    this.#lines = lines;
  }

  /** Checks the next line with content. */
  check(at: number, line: YamlLine, parts: LineParts): TextProblem | undefined {
    const problem = this.#check(at, line, parts);
    this.#beforeLast = this.#last;
    this.#last = at;
    return problem;
  }

  #check(at: number, line: YamlLine, parts: LineParts): TextProblem | undefined {
    const { indent } = line;
    const { previous } = this;
    const levels = this.#levels;
    if (indent > previous.indent && previous.takes === 'text') {
      return parts.key === undefined && parts.dashes.length === 0 ? undefined : this.#tooDeep(at, line, parts);
    }
    let popped: Level | undefined;
    while (levels.length > 0 && levels.at(-1)!.indent > indent) popped = levels.pop();
    const kind = parts.dashes.length > 0 ? 'list' : 'map';
    const top = levels.at(-1);
    if (top && top.indent < indent && !(previous.takes === 'nested' && indent > previous.indent)) {
      return this.#besideEmptyKey(line) ?? this.#shifted(at, line, popped) ?? badIndent(line);
    }
    if (top?.indent === indent && top.kind === 'list' && kind === 'map') {
      // A list may have the same indent as the key it belongs to.
      levels.pop();
      if (levels.at(-1)?.indent !== indent) {
        return this.#shifted(at, line, popped) ?? badIndent(line, ', or `- ` is missing');
      }
    }
    if (kind === 'map' && parts.key === undefined) {
      // A value may start on the line after its key.
      if (previous.takes === 'nested' && indent > previous.indent && levels.length > 0) return undefined;
      return missingColon(line);
    }
    const follows = previous.takes === 'nested' && previous.indent === indent;
    if (top?.indent === indent && top.kind === 'map' && kind === 'list' && !follows) {
      return this.#shifted(at, line, popped) ?? badIndent(line, ', or a key is missing above');
    }
    if (levels.at(-1)?.indent !== indent || levels.at(-1)!.kind !== kind) levels.push({ indent, kind, line: at });
    for (const dash of parts.dashes.slice(1)) levels.push({ indent: dash, kind: 'list', line: at });
    if (parts.dashes.length > 0 && parts.key !== undefined)
      levels.push({ indent: parts.column, kind: 'map', line: at });
    return undefined;
  }

  /** A key or an item below a line that already has a value. */
  #tooDeep(at: number, line: YamlLine, parts: LineParts): TextProblem {
    const previous = this.#lines[this.#last]!;
    const above = partsOf(previous);
    const isWord = above.dashes.length > 0 ? /\s/.test(above.value) : /^[\w-]+$/.test(above.value);
    const isPair = parts.key !== undefined && previous.indent === line.indent && /^[\w-]+\s/.test(above.value);
    const isUnspaced = unspacedPair.test(above.value);
    if (above.key === undefined && (isWord || isPair || isUnspaced)) return missingColon(previous, above.column);
    return (
      this.#besideEmptyKey(line) ??
      this.#oddFirstLine(at, line, previous, above) ??
      this.#outdented(at, line, previous, above) ??
      this.#shifted(at, line, undefined) ??
      problemAt(line, 'This line is indented too deep: the line above already has a value.')
    );
  }

  /** The previous line belongs below the empty key above it, with the indent of this line. */
  #besideEmptyKey(line: YamlLine): TextProblem | undefined {
    const previous = this.#lines[this.#last];
    const owner = this.#lines[this.#beforeLast];
    if (!previous || !owner || previous.indent >= line.indent || owner.indent !== previous.indent) return undefined;
    const above = partsOf(owner);
    const empty = above.key !== undefined && above.value.replace(/#.*$/, '').trim() === '';
    return empty && partsOf(previous).dashes.length === 0 ? badIndent(previous) : undefined;
  }

  /** The first line of a block is wrong if all lines after it have a deeper indent. */
  #oddFirstLine(at: number, line: YamlLine, previous: YamlLine, above: LineParts): TextProblem | undefined {
    if (above.dashes.length > 0 || this.#levels.at(-1)?.line !== this.#last) return undefined;
    return this.#restHasIndent(at, line.indent) || this.#hasDashAt(this.#last, line.indent - 2)
      ? badIndent(previous, ', or `- ` is missing')
      : undefined;
  }

  /** `- name: x` is too far left, and the other lines of its item are not. */
  #outdented(at: number, line: YamlLine, previous: YamlLine, above: LineParts): TextProblem | undefined {
    if (above.dashes.length === 0 || above.key === undefined) return undefined;
    const shift = line.indent - above.column;
    return this.#restHasIndent(at, line.indent) || this.#hasDashAt(this.#last, previous.indent + shift)
      ? badIndent(previous)
      : undefined;
  }

  /** If the previous block starts on a line with a wrong indent or without its dash, that line is the one to correct. */
  #shifted(at: number, line: YamlLine, popped: Level | undefined): TextProblem | undefined {
    const isDash = isDashLine(line);
    const previous = this.#lines[this.#last];
    if (
      isDash &&
      previous &&
      previous.indent === line.indent + 2 &&
      !isDashLine(previous) &&
      partsOf(previous).key === undefined
    ) {
      return missingDash(previous);
    }
    const list = this.#levels.at(-1);
    if (
      isDash &&
      previous &&
      list?.kind === 'list' &&
      list.line === this.#last &&
      previous.indent < line.indent &&
      this.#hasDashAt(at, line.indent)
    ) {
      return badIndent(previous);
    }
    const first = popped && this.#lines[popped.line];
    if (!first || !popped) return undefined;
    const parts = partsOf(first);
    if (isDash && popped.kind === 'list' && popped.line === this.#last && this.#hasDashAt(at, line.indent))
      return badIndent(first);
    if (parts.dashes.length === 0 && isDash && line.indent === popped.indent - 2) return missingDash(first);
    if (parts.dashes.length > 0 && !isDash && popped.line === this.#last && line.indent < parts.column) {
      const shift = parts.column - line.indent;
      if (this.#restHasIndent(at, line.indent) || this.#hasDashAt(popped.line, first.indent - shift)) {
        return badIndent(first);
      }
    }
    return undefined;
  }

  /** Whether the lines after this one, up to the end of the item, have this indent. Looks at three lines at most. */
  #restHasIndent(at: number, indent: number): boolean {
    const indents: number[] = [];
    for (const line of this.#lines.slice(at + 1)) {
      if (isBlankOrComment(line)) continue;
      if (line.indent < this.#lines[at]!.indent || isDashLine(line)) break;
      indents.push(line.indent);
      if (indents.length >= 3) break;
    }
    return indents.length > 0 && indents.every((one) => one === indent);
  }

  /** Whether a nearby item, above or below, has its dash at that indent. */
  #hasDashAt(at: number, indent: number): boolean {
    const matches = (line: YamlLine) => line.indent === indent && isDashLine(line);
    return (
      this.#lines.slice(at + 1, at + 12).some(matches) || this.#lines.slice(Math.max(0, at - 12), at).some(matches)
    );
  }
}

function badIndent(line: YamlLine, alternative = ''): TextProblem {
  return problemAt(line, `This line is indented differently from the lines it belongs to${alternative}.`);
}

function missingDash(line: YamlLine): TextProblem {
  return problemAt(line, 'A `- ` is missing here: the other items of the list have one.');
}

function problemAt(line: YamlLine, message: string): TextProblem {
  return { span: contentSpan(line), ...problemCatalog.yamlBadIndent(message) };
}

/** `key:value`, but not a URL. */
const unspacedPair = /^([\w-]+:)(?!\/\/)\S/;

function missingColon(line: YamlLine, from = line.indent): TextProblem {
  const [, key] = unspacedPair.exec(line.text.slice(from)) ?? [];
  return { span: contentSpan(line, from), ...problemCatalog.yamlMissingColon(key) };
}
