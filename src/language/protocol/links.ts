/** Turns symbols of the model into locations of the protocol. */

import { type ModelSymbol, type Occurrence, placeOf } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { contains } from '../../model/source/range.ts';
import type { Location, LocationLink, UriOf } from './protocol.ts';

export function locationOf(
  index: ModelIndex,
  { file, span }: Pick<Occurrence, 'file' | 'span'>,
  uriOf: UriOf,
): Location {
  return { uri: uriOf(file), range: index.rangeOf(file, span) };
}

/** Links from an occurrence to the definitions of symbols, each once. */
export function linksTo(
  index: ModelIndex,
  origin: Occurrence,
  symbols: readonly ModelSymbol[],
  uriOf: UriOf,
  originSelectionRange = index.rangeOf(origin.file, origin.span),
): LocationLink[] {
  return symbols.map((symbol) => {
    const { file, span, nameSpan } = placeOf(symbol);
    return {
      originSelectionRange,
      targetUri: uriOf(file),
      targetRange: index.rangeOf(file, contains(span, nameSpan) ? span : nameSpan),
      targetSelectionRange: index.rangeOf(file, nameSpan),
    };
  });
}
