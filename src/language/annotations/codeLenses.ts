/** The code lenses of a file: how often each cube, view and member is used, and what can be queried. */

import { type ModelSymbol, occurrenceAt, placeOf } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { noDocuments, usageOf, usageText } from '../hover/usage.ts';
import { locationOf } from '../protocol/links.ts';
import type { CodeLens, Location, Position, UriOf } from '../protocol/protocol.ts';

/**
 * One for each definition and member, at its name, with the text of its usage in the model and in query and test documents:
 * `used 7 times, 1 in tests · in 2 views`. A name that is known only at run time has none.
 */
export function usageLenses(
  index: ModelIndex,
  path: string,
  documents = noDocuments,
): (CodeLens & { title: string; isUsed: boolean })[] {
  const file = index.file(path);
  if (!file) return [];
  const symbols = file.definitions.flatMap((definition): ModelSymbol[] => [
    { definition },
    ...definition.members.map((member) => ({ member })),
  ]);
  const starts = new Set<number>();
  return symbols.flatMap((symbol) => {
    const { nameSpan } = placeOf(symbol);
    // A YAML alias repeats members at the place of its anchor.
    if (starts.has(nameSpan.start)) return [];
    starts.add(nameSpan.start);
    const usage = usageOf(index, symbol, documents);
    const isUsed = usage.uses.length + usage.documentUses.length > 0;
    return [{ range: file.lines.rangeOf(nameSpan), title: usageText(usage), isUsed }];
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

/** The places that the lens at a position counts; none if nothing is defined there any more. */
export function usesAt(
  index: ModelIndex,
  path: string,
  position: Position,
  uriOf: UriOf,
  documents = noDocuments,
): Location[] {
  const found = occurrenceAt(index, path, position);
  if (found?.role !== 'name') return [];
  const { uses, documentUses } = usageOf(index, found.symbol, documents);
  return [...uses.map((one) => locationOf(index, one, uriOf)), ...documentUses.map(({ location }) => location)];
}
