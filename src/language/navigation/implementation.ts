/** Go to Implementations: the definitions that extend a cube or view, the members that override a member, the cube's member behind that of a view. */

import { extending, type ModelSymbol, type Occurrence, occurrenceAt } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { linksTo } from '../protocol/links.ts';
import type { LocationLink, Position, UriOf } from '../protocol/protocol.ts';

export function implementation(index: ModelIndex, path: string, position: Position, uriOf: UriOf): LocationLink[] {
  const found = occurrenceAt(index, path, position);
  return found ? linksTo(index, found, implementationsOf(index, found), uriOf) : [];
}

function implementationsOf(index: ModelIndex, { symbol, role, view }: Occurrence): ModelSymbol[] {
  if ('granularity' in symbol || 'template' in symbol) return [symbol];
  if ('definition' in symbol) return extending(index, symbol.definition).map((definition) => ({ definition }));
  const { member } = symbol;
  const overriding = extending(index, member.definition).flatMap(({ members }) =>
    members.filter(({ name, kind }) => name === member.name && kind === member.kind),
  );
  const own = view || role === 'alias' || overriding.length === 0 ? [member] : [];
  return [...own, ...overriding].map((one) => ({ member: one }));
}
