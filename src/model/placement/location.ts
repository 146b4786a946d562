/** Where a compiler message points, as far as its words tell. */

import type { Definition } from '../index/definitions.ts';
import type { ModelFile, ModelIndex } from '../index/modelIndex.ts';
import type { Span } from '../source/range.ts';

export interface Spot {
  file: string;
  span: Span;
  /** In plain words; the message itself when missing. */
  message?: string;
  /** Only the best guess: a local finding nearby knows better. */
  vague?: boolean;
}

export interface Clues {
  index: ModelIndex;
  /** What the message says it is about. */
  definition: Definition | undefined;
  file: ModelFile | undefined;
}

export function spotOf(definition: Definition, span: Span, vague = false): Spot {
  return { file: definition.file, span, ...(vague ? { vague } : {}) };
}
