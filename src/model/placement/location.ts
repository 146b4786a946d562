/** Locations that a compiler message refers to, and the context for finding them. */

import type { Definition } from '../index/definitions.ts';
import type { IndexedFile, ModelIndex } from '../index/modelIndex.ts';
import type { Span } from '../source/range.ts';

export interface Location {
  file: string;
  span: Span;
  /** Replaces the message of the compiler. */
  message?: string;
  /** The definition that should have the member at this location. */
  holder?: Definition;
  /** A guess: a syntax error elsewhere in the file is more likely the cause. */
  vague?: boolean;
}

export interface ReportContext {
  index: ModelIndex;
  /** The cube, view or view group that the message names. */
  definition: Definition | undefined;
  /** The file that the report names. */
  file: IndexedFile | undefined;
}

/** Finds the locations that a message refers to; `match` is the match of its pattern. */
export type Locator = (context: ReportContext, match: RegExpExecArray) => Location[];

export function locationIn(definition: Definition, span: Span): Location {
  return { file: definition.file, span };
}
