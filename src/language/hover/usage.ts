/** How often a symbol is used in the model, in saved queries and in tests, and by which views. */

import type { DocumentKind } from '../../model/documents/documentKind.ts';
import type { Definition, Member } from '../../model/index/definitions.ts';
import { type ModelSymbol, type Occurrence, occurrencesOf, viewsOf } from '../../model/index/lookup.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
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
  /** A test uses it only through members that are made of it. */
  isTestedThroughOthers: boolean;
}

export function usageOf(index: ModelIndex, symbol: ModelSymbol, documents: DocumentUses): Usage {
  const uses = occurrencesOf(index, symbol).filter(({ role }) => role === 'reference');
  const views =
    'member' in symbol
      ? includingViews(index, symbol.member)
      : 'definition' in symbol
        ? viewsOver(index, symbol.definition)
        : [];
  const documentUses = documents.of(symbol);
  const isTestedThroughOthers = !documentUses.some(({ kind }) => kind === 'test') && documents.isTested(symbol);
  return { uses, documentUses, views, isTestedThroughOthers };
}

/** `used 7 times, 1 in queries, 2 in tests · in 2 views` */
export function usageText({ uses, documentUses, views, isTestedThroughOthers }: Usage): string {
  const all = uses.length + documentUses.length;
  const inDocuments = (['query', 'test'] as const).flatMap((kind) => {
    const { length } = documentUses.filter((one) => one.kind === kind);
    return length === 0 ? [] : [`${length} in ${kind === 'query' ? 'queries' : 'tests'}`];
  });
  const times = all === 0 ? 'not used by name' : [`used ${counted(all, 'time')}`, ...inDocuments].join(', ');
  const tested = isTestedThroughOthers ? ['tested through other members'] : [];
  return [times, ...tested, ...(views.length === 0 ? [] : [`in ${counted(views.length, 'view')}`])].join(' · ');
}

export function counted(number: number, noun: string): string {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${number} ${number === 1 ? noun : plural}`;
}

function includingViews(index: ModelIndex, member: Member): string[] {
  return [...new Set(viewsOf(index, member).map(({ view }) => view.name))];
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
