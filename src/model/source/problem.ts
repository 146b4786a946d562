/** Problems in the sources of a model, as the editor shows them. */

import type { ProblemText } from './problemCatalog.ts';
import type { LineIndex, Range, Span } from './range.ts';

export interface RelatedLocation {
  file: string;
  range: Range;
  message: string;
}

/** How to correct a problem, as far as the check knows it. `language/codeActions` turns it into edits. */
export type Fix =
  /** One of these texts belongs in place of the marked one; a single one is clearly meant. */
  /** As a literal, it also replaces the quotes of the marked one. */
  | { kind: 'replace'; texts: readonly string[]; as?: 'literal' }
  /** The block of keys at `map`, in the problem's file, lacks these keys, or one of them. In the compiler's camelCase. */
  | { kind: 'addKeys'; keys: readonly string[]; needs: 'all' | 'one'; map: Span }
  /** A new test document shows the problem. */
  | { kind: 'newTest'; name: string; text: string }
  /** Query and test documents: these texts are missing at these offsets. */
  | { kind: 'insert'; title: string; edits: readonly { at: number; text: string }[] };

export interface Problem extends ProblemText {
  /** POSIX path relative to the project folder; '' means the project as a whole. */
  file: string;
  range: Range;
  /** `data-model`: found by our own checks; `compiler`, `database`: reported by it. */
  source: 'data-model' | 'compiler' | 'database';
  related?: readonly RelatedLocation[];
  /** Not a problem if the model compiles. */
  unsure?: boolean;
  /** Replaces the message if the compiler reports the problem, too: the message says that it does not. */
  messageIfReported?: string;
  fix?: Fix;
}

/** A problem of one text, before its offsets are converted to lines and columns. */
export interface TextProblem extends ProblemText {
  span: Span;
  fix?: Fix;
}

export const startOfFile: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export function problemsOfText(file: string, lines: LineIndex, problems: readonly TextProblem[]): Problem[] {
  return problems.map(({ span, ...rest }) => ({ ...rest, file, range: lines.rangeOf(span), source: 'data-model' }));
}
