/** The public names of members that an earlier version of a model has and the present one lacks, as far as they can be kept. */

import { keepOldName, type LostName } from '../../language/codeActions/keepOldName.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { isHidden, isPrivate } from '../../model/index/visibility.ts';
import { modelChanges } from '../../review/modelChanges.ts';

const kinds: readonly string[] = ['measure', 'dimension', 'segment'];

export function lostNames(before: ModelIndex, after: ModelIndex): LostName[] {
  const lost = modelChanges(before, after, []).flatMap(({ kind, name, previousName, change }): LostName[] => {
    if (!kinds.includes(kind)) return [];
    if (change === 'removed') return [{ name }];
    return change === 'renamed' && previousName !== undefined ? [{ name: previousName, newName: name }] : [];
  });
  return lost.filter((one) => isPublic(before, one.name) && keepOldName(before, after, one) !== undefined);
}

function isPublic(index: ModelIndex, name: string): boolean {
  const [owner = '', local = ''] = name.split('.');
  const holder = index.cube(owner);
  if (!holder || isPrivate(holder.node)) return false;
  const member = index.members(holder).get(local)?.[0];
  return holder.kind === 'view' || (member !== undefined && !isHidden(member));
}
