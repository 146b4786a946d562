/** The code lenses of a file: how often each cube, view and member is used, counted only for the lenses that are shown, and what can be queried. */

import { occurrenceAt } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { locationOf } from '../links.ts';
import type { CodeLens, Location, Position, UriOf } from '../protocol.ts';
import { usageOf, usageText } from '../usage.ts';

/** One of usage for each definition and member, at its name. A name that is known only at run time has none. */
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

/** One for each cube, view, measure and dimension, with its name: `orders` or `orders.count`. */
export function queryLenses(index: ModelIndex, path: string): (CodeLens & { subject: string })[] {
  const file = index.file(path);
  const starts = new Set<number>();
  return (file?.definitions ?? []).flatMap((definition) => {
    if (definition.kind === 'view_group') return [];
    const members = definition.members.filter(({ kind }) => kind === 'measure' || kind === 'dimension');
    const named = members.map(({ name, nameSpan }) => ({ nameSpan, subject: `${definition.name}.${name}` }));
    return [{ nameSpan: definition.nameSpan, subject: definition.name }, ...named].flatMap(({ nameSpan, subject }) => {
      if (starts.has(nameSpan.start)) return [];
      starts.add(nameSpan.start);
      return [{ range: file!.lines.rangeOf(nameSpan), subject }];
    });
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
