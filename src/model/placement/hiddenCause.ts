/** Finds why the compiler misses a name that our checks could not check. */

import type { Definition } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import type { Problem } from '../source/problem.ts';
import { contains } from '../source/range.ts';
import { errorsIn, neededBy } from './consequences.ts';
import type { Location } from './location.ts';

/** An error in a part of the model that declares unknown names, and that a reference or a definition needs. */
export function hiddenCause(
  index: ModelIndex,
  known: readonly Problem[],
  locations: readonly Location[],
): Problem | undefined {
  for (const location of locations) {
    const definition = index.file(location.file)?.definitions.find((one) => contains(one.span, location.span));
    if (!definition || !isUse(index, definition, location)) continue;
    for (const needed of neededBy(index, definition)) {
      const errors = needed.open ? errorsIn(index, known, needed) : [];
      // The place of a compiler's message may be a guess.
      const error = errors.find(({ source }) => source === 'data-model');
      if (error) return error;
    }
  }
  return undefined;
}

/** Whether the location is a reference, or the name of the definition, for messages about all of it. */
function isUse(index: ModelIndex, definition: Definition, { span }: Location): boolean {
  if (definition.nameSpan.start === span.start) return true;
  const { references } = index.references(definition);
  return references.some(({ chain }) => chain.parts.some(({ start }) => start === span.start));
}
