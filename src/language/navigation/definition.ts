/** Go to Definition, Go to Type Definition and Go to Implementations. */

import { extending, type ModelSymbol, type Occurrence, occurrenceAt } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { linksTo } from '../protocol/links.ts';
import type { LocationLink, Position, UriOf } from '../protocol/protocol.ts';

/** The cube, view or member that is named here. A member of a view leads to that of its cube. */
export function definition(index: ModelIndex, path: string, position: Position, uriOf: UriOf): LocationLink[] {
  const found = occurrenceAt(index, path, position);
  return found ? linksTo(index, found, [found.symbol], uriOf) : [];
}

/** The cube of a member, and the cube or view that another one extends. */
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

/** The definitions that extend a cube or view, the members that override a member, the cube's member behind that of a view. */
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
