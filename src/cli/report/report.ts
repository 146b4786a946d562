/** What a command found, in a form that each format can be written from. */

import { indented, printableName } from '../../base/terminal.ts';
import type { Range } from '../../model/source/range.ts';
import type { TestResult } from '../../query/tests/testResult.ts';

/** Lines and columns from 1, columns in UTF-16 units; the end is exclusive. */
export interface FindingPlace {
  /** Relative to the project folder, with `/`. */
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

export function placeIn(file: string, { start, end }: Range): FindingPlace {
  return {
    file,
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

export interface Finding {
  /** The kind, for example `unknown-member`. */
  code: string;
  severity: 'error' | 'warning' | 'information';
  message: string;
  /** Undefined: it belongs to no line of the project. */
  place?: FindingPlace | undefined;
}

export interface Report {
  /** As in `data-model check`. */
  command: string;
  findings: readonly Finding[];
  /** The object of the format `json`. */
  object: object;
  text: string;
  markdown: string;
  /** Undefined: the findings are the tests. */
  tests?: readonly TestResult[];
}

/** `file:line:column severity message`; the lines of a longer message are indented. */
export function findingLine({ severity, message, place }: Finding): string {
  const where = place ? `${printableName(place.file)}:${place.line}:${place.column} ` : '';
  return `${where}${severity} ${indented(message.trimEnd())}`;
}
