/** Why the same query has another result with another version of the model: the definitions it uses that differ. */

import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { membersNamed, withSources } from '../../model/lint/usedMembers.ts';
import { changesBetween } from '../tests/affected.ts';
import type { Line, Place } from './explanation.ts';
import { namesIn, placeOfMember, placeOfSpan, type Query } from './queryParts.ts';
import { whyTexts } from './whyTexts.ts';

export interface Base {
  /** The branch or commit. */
  name: string;
  index: ModelIndex;
}

export function changedDefinitions(query: Query, index: ModelIndex, base: Base): { causes: Line[]; notes: Line[] } {
  const changes = changesBetween(base.index, index);
  if (changes === 'unknown') return { causes: [], notes: [{ text: whyTexts.message('may-change', [base.name]) }] };
  const used = new Set([index, base.index].flatMap((one) => usedIn(query, one)));
  const changed = [...changes].filter((name) => used.has(name)).sort();
  if (changed.length === 0) return { causes: [], notes: [{ text: whyTexts.message('nothing-changed', [base.name]) }] };
  const causes = changed.map((name): Line => {
    const [now, before] = [index, base.index].map((one) => placeIn(one, name));
    const code = !before ? 'new-part' : !now ? 'gone-part' : 'changed';
    return { text: whyTexts.message(code, [name, base.name]), place: now };
  });
  return { causes, notes: [] };
}

/** Members, what they are made of, and their cubes and views. */
function usedIn(query: Query, index: ModelIndex): string[] {
  const names = namesIn(query);
  const members = [...withSources(index, membersNamed(index, names))];
  const made = members.map(({ name, definition }) => `${definition.name}.${name}`);
  return [...names, ...made].flatMap((name) => [name, name.split('.', 1)[0]!]);
}

function placeIn(index: ModelIndex, name: string): Place | undefined {
  if (name.includes('.')) return placeOfMember(index, name);
  const cube = index.cube(name);
  return cube && placeOfSpan(index, cube.file, cube.nameSpan);
}
