/** Go to Type Definition: the cube of a member, and the cube or view that another one extends. */

import { type ModelSymbol, occurrenceAt } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { linksTo } from '../protocol/links.ts';
import type { LocationLink, Position, UriOf } from '../protocol/protocol.ts';

export function typeDefinition(index: ModelIndex, path: string, position: Position, uriOf: UriOf): LocationLink[] {
  const found = occurrenceAt(index, path, position);
  const type = found && typeOf(index, found.symbol);
  return type ? linksTo(index, found, [type], uriOf) : [];
}

function typeOf(index: ModelIndex, symbol: ModelSymbol): ModelSymbol | undefined {
  if ('member' in symbol) return { definition: symbol.member.definition };
  if ('granularity' in symbol) return { member: symbol.dimension };
  if ('template' in symbol) return undefined;
  const parent = index.parentOf(symbol.definition);
  return parent && { definition: parent };
}
