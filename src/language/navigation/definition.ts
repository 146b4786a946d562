/** Go to Definition: the cube, view or member that is named here. A member of a view leads to that of its cube. */

import { occurrenceAt } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { linksTo } from '../protocol/links.ts';
import type { LocationLink, Position, UriOf } from '../protocol/protocol.ts';

export function definition(index: ModelIndex, path: string, position: Position, uriOf: UriOf): LocationLink[] {
  const found = occurrenceAt(index, path, position);
  return found ? linksTo(index, found, [found.symbol], uriOf) : [];
}
