/** Where a compiler message points, as far as its words tell. */

import type { Definition } from '../index/definitions.ts';
import type { ModelFile, ModelIndex } from '../index/modelIndex.ts';
import type { Span } from '../source/range.ts';

export interface Location {
  file: string;
  span: Span;
  /** In plain words; the message itself when missing. */
  message?: string;
  /** Only the best guess: a local finding nearby knows better. */
  vague?: boolean;
}

export interface ReportContext {
  index: ModelIndex;
  /** What the message says it is about. */
  definition: Definition | undefined;
  file: ModelFile | undefined;
}

export function locationIn(definition: Definition, span: Span, vague = false): Location {
  return { file: definition.file, span, ...(vague ? { vague } : {}) };
}
