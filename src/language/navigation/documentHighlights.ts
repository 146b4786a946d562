/** The places of one file that name the symbol at a position. */

import { occurrenceAt, occurrencesOf } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { DocumentHighlight, Position } from '../protocol/protocol.ts';

export function documentHighlights(index: ModelIndex, path: string, position: Position): DocumentHighlight[] {
  const found = occurrenceAt(index, path, position);
  if (!found) return [];
  return occurrencesOf(index, found.symbol, path).map(({ span, role }) => ({
    range: index.rangeOf(path, span),
    kind: role === 'name' || role === 'alias' ? 3 : 2,
  }));
}
