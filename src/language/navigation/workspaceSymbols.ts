/** Cubes, views and members of the whole model by a part of their name. */

import { definitionsIn, type ModelSymbol, placeOf } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { isDeprecated } from '../../model/lint/deprecation.ts';
import { locationOf } from '../protocol/links.ts';
import type { UriOf, WorkspaceSymbol } from '../protocol/protocol.ts';
import { symbolKinds } from '../protocol/symbolKinds.ts';

const maxResults = 1000;

interface Found {
  symbol: Extract<ModelSymbol, { definition: unknown } | { member: unknown }>;
  name: string;
  container?: string;
  rank: number;
}

/** The letters of the query must occur in the name, or in `cube.name`, in this order. The best results come first. */
export function workspaceSymbols(index: ModelIndex, query: string, uriOf: UriOf): WorkspaceSymbol[] {
  return found(index, query.replace(/\s/g, '').toLowerCase())
    .sort((a, b) => a.rank - b.rank || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    .slice(0, maxResults)
    .map(({ symbol, name, container }) => {
      const { file, nameSpan } = placeOf(symbol);
      return {
        name,
        kind: symbolKinds['member' in symbol ? symbol.member.kind : symbol.definition.kind],
        ...(container === undefined ? {} : { containerName: container }),
        ...(isDeprecated(symbol) ? { tags: [1] } : {}),
        location: locationOf(index, { file, span: nameSpan }, uriOf),
      };
    });
}

function found(index: ModelIndex, wanted: string): Found[] {
  const all: Found[] = [];
  for (const file of index.files) {
    for (const definition of definitionsIn(file)) {
      const container = definition.name.toLowerCase();
      const own = rankOf(wanted, container);
      if (own !== undefined) all.push({ symbol: { definition }, name: definition.name, rank: own });
      for (const member of definition.members) {
        const rank = rankOf(wanted, member.name.toLowerCase(), container);
        if (rank !== undefined) all.push({ symbol: { member }, name: member.name, container: definition.name, rank });
      }
    }
  }
  return all;
}

/** 0 is best; undefined is not a match. */
function rankOf(wanted: string, name: string, container?: string): number | undefined {
  if (name === wanted) return 0;
  const at = name.indexOf(wanted);
  if (at >= 0) return at === 0 ? 1 : /[^a-z0-9]/.test(name[at - 1]!) ? 2 : 3;
  const whole = container === undefined ? name : `${container}.${name}`;
  if (whole.includes(wanted)) return 4;
  return hasInOrder(name, wanted) ? 5 : hasInOrder(whole, wanted) ? 6 : undefined;
}

function hasInOrder(text: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}
