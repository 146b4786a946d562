/** The code lenses of a file: how often each cube, view and member is used, and what can be queried. */

import type { Definition, Member } from '../../model/index/definitions.ts';
import { extending, type ModelSymbol, occurrenceAt, placeOf, viewsOf } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { counted, noDocuments, usageOf, usageText } from '../hover/usage.ts';
import { locationOf } from '../protocol/links.ts';
import type { CodeLens, Location, Position, UriOf } from '../protocol/protocol.ts';

interface UsageLens extends CodeLens {
  title: string;
  /** The model or a document names it, or a view includes it by `*`. */
  isUsed: boolean;
  /** The names that content of the platform has for it: `orders.count`, and those of views and of cubes that extend its cube. */
  names: readonly string[];
}

/**
 * One for each definition and member, at its name, with the text of its usage in the model and in query and test documents:
 * `used 7 times, 1 in tests · in 2 views, 1 by *`. A name that is known only at run time has none.
 */
export function usageLenses(index: ModelIndex, path: string, documents = noDocuments): UsageLens[] {
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
    const isUsed = usage.uses.length + usage.documentUses.length + usage.byStar.length > 0;
    const names = [...new Set(publicNames(index, symbol))];
    return [{ range: file.lines.rangeOf(nameSpan), title: usageText(usage), isUsed, names }];
  });
}

function publicNames(index: ModelIndex, symbol: ModelSymbol): string[] {
  if ('member' in symbol) return memberNames(index, symbol.member);
  if (!('definition' in symbol)) return [];
  const { definition } = symbol;
  return [definition.name, ...definition.members.flatMap((member) => memberNames(index, member))];
}

function memberNames(index: ModelIndex, member: Member): string[] {
  const nameIn = ({ name }: Definition) => `${name}.${member.name}`;
  const inherited = extending(index, member.definition).filter(
    (child) => index.member(child, member.name, [member.kind]) === member,
  );
  const included = viewsOf(index, member).map(({ view, name }) => `${view.name}.${name}`);
  return [nameIn(member.definition), ...inherited.map(nameIn), ...included];
}

const contentKinds = ['report', 'dashboard', 'notification'] as const;

/** The text of a lens with the content of the platform that has one of its names: `… · in 2 reports, 1 dashboard` */
export function withContent(title: string, kinds: readonly (typeof contentKinds)[number][]): string {
  const counts = contentKinds.flatMap((kind) => {
    const { length } = kinds.filter((one) => one === kind);
    return length === 0 ? [] : [counted(length, kind)];
  });
  return counts.length === 0 ? title : `${title} · in ${counts.join(', ')}`;
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
  const { uses, documentUses, byStar } = usageOf(index, found.symbol, documents);
  // Views that extend others share the `*`.
  const stars = new Map(byStar.map((one) => [`${one.file}:${one.span.start}`, one]));
  const inModel = [...uses, ...stars.values()].map((one) => locationOf(index, one, uriOf));
  return [...inModel, ...documentUses.map(({ location }) => location)];
}
