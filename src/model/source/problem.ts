/** What the analyser tells a person about one place of the model. */

import type { Range, Span } from './range.ts';

export type Severity = 'error' | 'warning' | 'information';

export interface RelatedPlace {
  file: string;
  range: Range;
  message: string;
}

export interface Problem {
  /** POSIX path from the project root; '' means the project as a whole. */
  file: string;
  range: Range;
  severity: Severity;
  message: string;
  /** Stable name of the kind of problem, for example `unknown-member`. */
  code: string;
  /** `local`: found by reading the text; `compiler`: reported by the platform's compiler. */
  source: 'local' | 'compiler';
  docs?: string;
  related?: readonly RelatedPlace[];
}

/** A problem of one text, before its place is turned into lines and columns. */
export interface TextProblem {
  span: Span;
  severity: Severity;
  message: string;
  code: string;
}

export const startOfFile: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
