/** How often each cube, view and member of a file is used. The places are counted only for the lenses that are shown. */

import { occurrenceAt } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { locationOf } from '../links.ts';
import type { CodeLens, Location, Position, UriOf } from '../protocol.ts';
import { usageOf, usageText } from '../usage.ts';

/** One for each definition and member, at its name. A name that is known only at run time has none. */
export function codeLenses(index: ModelIndex, path: string): CodeLens[] {
  const file = index.file(path);
  if (!file) return [];
  const spans = file.definitions.flatMap((definition) => [definition, ...definition.members]);
  const starts = new Set<number>();
  return spans.flatMap(({ nameSpan }) => {
    // A YAML alias repeats members at the place of its anchor.
    if (starts.has(nameSpan.start)) return [];
    starts.add(nameSpan.start);
    return [{ range: file.lines.rangeOf(nameSpan) }];
  });
}

/** The text of the lens at a position, and the places it opens; undefined if nothing is defined there any more. */
export function resolveCodeLens(
  index: ModelIndex,
  path: string,
  position: Position,
  uriOf: UriOf,
): { title: string; locations: Location[] } | undefined {
  const found = occurrenceAt(index, path, position);
  if (found?.role !== 'name') return undefined;
  const usage = usageOf(index, found.symbol);
  return { title: usageText(usage), locations: usage.uses.map((one) => locationOf(index, one, uriOf)) };
}
