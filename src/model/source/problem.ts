/** Problems in the sources of a model, as the editor shows them. */

import type { Range, Span } from './range.ts';

export type Severity = 'error' | 'warning' | 'information';

export interface RelatedLocation {
  file: string;
  range: Range;
  message: string;
}

export interface Problem {
  /** POSIX path relative to the project folder; '' means the project as a whole. */
  file: string;
  range: Range;
  severity: Severity;
  message: string;
  /** Stable name of the kind of problem, for example `unknown-member`. */
  code: string;
  /** `data-model`: found by our own checks; `compiler`: reported by the compiler. */
  source: 'data-model' | 'compiler';
  docs?: string;
  related?: readonly RelatedLocation[];
  /** Not a problem if the model compiles. */
  unsure?: boolean;
}

/** A problem of one text, before its offsets are converted to lines and columns. */
export interface TextProblem {
  span: Span;
  severity: Severity;
  message: string;
  code: string;
}

export const startOfFile: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
