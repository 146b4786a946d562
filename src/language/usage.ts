/** How often a symbol is used, and by which views. */

import type { Definition, Member } from '../model/index/definitions.ts';
import { type ModelSymbol, type Occurrence, occurrencesOf, viewsOf } from '../model/index/lookup.ts';
import type { ModelIndex } from '../model/index/modelIndex.ts';

interface Usage {
  /** The places that name it, without its definition, its other names in views, and `CUBE`. */
  uses: readonly Occurrence[];
  /** The names of the views that include the member or a part of the cube. */
  views: readonly string[];
}

export function usageOf(index: ModelIndex, symbol: ModelSymbol): Usage {
  const uses = occurrencesOf(index, symbol).filter(({ role }) => role === 'reference');
  const views =
    'member' in symbol
      ? includingViews(index, symbol.member)
      : 'definition' in symbol
        ? viewsOver(index, symbol.definition)
        : [];
  return { uses, views };
}

/** `used 7 times · in 2 views` */
export function usageText({ uses, views }: Usage): string {
  const times = uses.length === 0 ? 'not used by name' : `used ${counted(uses.length, 'time')}`;
  return views.length === 0 ? times : `${times} · in ${counted(views.length, 'view')}`;
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
