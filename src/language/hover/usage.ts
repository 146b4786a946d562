/** How often a symbol is used in the model, in saved queries and in tests, and by which views. */

import type { DocumentKind } from '../../model/documents/documentKind.ts';
import type { Definition } from '../../model/index/definitions.ts';
import {
  type IncludedIn,
  type ModelSymbol,
  type Occurrence,
  occurrencesOf,
  viewsOf,
} from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Span } from '../../model/source/range.ts';
import type { Location } from '../protocol/protocol.ts';

/** One place in a query or test document. */
export interface DocumentUse {
  kind: DocumentKind;
  location: Location;
}

/** The uses in query and test documents. */
export interface DocumentUses {
  of(symbol: ModelSymbol): readonly DocumentUse[];
  /** Whether a test uses a member, perhaps only through others that are made of it. */
  isTested(symbol: ModelSymbol): boolean;
}

export const noDocuments: DocumentUses = { of: () => [], isTested: () => false };

interface Usage {
  /** The places that name it, without its definition, its other names in views, and `CUBE`. */
  uses: readonly Occurrence[];
  documentUses: readonly DocumentUse[];
  /** The names of the views that include the member or a part of the cube. */
  views: readonly string[];
  /** The `"*"` by which views include the member, one for each such view. */
  byStar: readonly { file: string; span: Span }[];
  /** A test uses it only through members that are made of it. */
  isTestedThroughOthers: boolean;
}

export function usageOf(index: ModelIndex, symbol: ModelSymbol, documents: DocumentUses): Usage {
  const uses = occurrencesOf(index, symbol).filter(({ role }) => role === 'reference');
  const included = 'member' in symbol ? viewsOf(index, symbol.member) : [];
  const views = 'definition' in symbol ? viewsOver(index, symbol.definition) : namesOfViews(included);
  const named = new Set(included.filter(({ item }) => item.includes !== '*').map(({ view }) => view));
  const stars = new Map(included.filter(({ view }) => !named.has(view)).map(({ view, item }) => [view, item]));
  const byStar = [...stars.values()].map((item) => ({ file: item.definition.file, span: item.includesSpan }));
  const documentUses = documents.of(symbol);
  const isTestedThroughOthers = !documentUses.some(({ kind }) => kind === 'test') && documents.isTested(symbol);
  return { uses, documentUses, views, byStar, isTestedThroughOthers };
}

/** `used 7 times, 1 in queries, 2 in tests · in 2 views, 1 by *` */
export function usageText({ uses, documentUses, views, byStar, isTestedThroughOthers }: Usage): string {
  const all = uses.length + documentUses.length;
  const inDocuments = (['query', 'test'] as const).flatMap((kind) => {
    const { length } = documentUses.filter((one) => one.kind === kind);
    return length === 0 ? [] : [`${length} in ${kind === 'query' ? 'queries' : 'tests'}`];
  });
  const times = all === 0 ? [] : [[`used ${counted(all, 'time')}`, ...inDocuments].join(', ')];
  const tested = isTestedThroughOthers ? ['tested through other members'] : [];
  const stars = byStar.length === 0 ? '' : byStar.length === views.length ? ' by *' : `, ${byStar.length} by *`;
  const inViews = views.length === 0 ? [] : [`in ${counted(views.length, 'view')}${stars}`];
  const isUsed = all + views.length > 0;
  return [...(isUsed ? times : ['not used by name']), ...tested, ...inViews].join(' · ');
}

export function counted(number: number, noun: string): string {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${number} ${number === 1 ? noun : plural}`;
}

function namesOfViews(included: readonly IncludedIn[]): string[] {
  return [...new Set(included.map(({ view }) => view.name))];
}

function viewsOver(index: ModelIndex, cube: Definition): string[] {
  return index.definitions
    .filter((one) => one.kind === 'view' && one !== cube)
    .filter((view) =>
      index
        .references(view)
        .byName.get(cube.name)
        ?.some(({ role }) => role === 'joinPath'),
    )
    .map(({ name }) => name);
}
