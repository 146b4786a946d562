/** Positions in a text. The analyser works with offsets; problems have lines and columns. */

/** 0-based line, 0-based UTF-16 column. */
export interface Position {
  line: number;
  character: number;
}

/** End exclusive. */
export interface Range {
  start: Position;
  end: Position;
}

/** UTF-16 offsets into one text, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Converts between offsets and positions. Lines end with `\n`, `\r\n` or `\r`. A byte order mark has no column, as in editors. */
export class LineIndex {
  readonly #starts: number[];
  readonly #text: string;

  constructor(text: string) {
    this.#starts = [text.charCodeAt(0) === 0xfeff ? 1 : 0];
    this.#text = text;
    for (const ending = text.includes('\r') ? /\r\n?|\n/g : /\n/g; ending.test(text); ) {
      this.#starts.push(ending.lastIndex);
    }
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /** Offsets outside the text are clamped to it, and those inside a line ending to its start. */
  positionAt(offset: number): Position {
    const wanted = this.#beforeEnding(Math.max(this.#starts[0]!, Math.min(offset, this.#text.length)));
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= wanted) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: wanted - this.#starts[low]! };
  }

  rangeOf(span: Span): Range {
    return { start: this.positionAt(span.start), end: this.positionAt(span.end) };
  }

  /** Positions outside the text are clamped to it. */
  offsetAt(position: Position): number {
    const line = Math.max(0, Math.min(position.line, this.#starts.length - 1));
    const start = this.#starts[line]!;
    const end = line + 1 < this.#starts.length ? this.#beforeEnding(this.#starts[line + 1]! - 1) : this.#text.length;
    return Math.max(start, Math.min(start + Math.max(0, position.character), end));
  }

  /** Between `\r` and `\n` is not a position. */
  #beforeEnding(offset: number): number {
    return this.#text.charCodeAt(offset) === 10 && this.#text.charCodeAt(offset - 1) === 13 ? offset - 1 : offset;
  }
}

export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
