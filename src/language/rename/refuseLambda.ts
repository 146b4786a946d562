/** A lambda rollup takes rows from several rollups, whose members must have the same names. */

import type { Member } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { resolve } from '../../model/index/resolve.ts';
import { textOf, valueAt } from '../../model/source/tree.ts';
import type { Change } from './change.ts';
import { renameErrors } from './renameErrors.ts';

const lambdaType = /^rollup_?lambda$/i;
const listed = /\.(?:measures|dimensions|timeDimension|timeDimensions\.\d+\.dimension|\w+References?)$/;

/** @throws UserError if a member of another rollup would keep the name */
export function refuseLambda(index: ModelIndex, { members, from }: Change): void {
  if (members.size === 0) return;
  for (const { name: cube, members: all } of index.definitions) {
    for (const lambda of all) {
      if (lambda.kind !== 'preAggregation' || !lambdaType.test(textOf(valueAt(lambda.node, 'type')) ?? '')) continue;
      const rollups = targetsIn(index, lambda, (path, role) => role === 'rollup' && path !== '');
      const used = [lambda, ...rollups].flatMap((one) =>
        targetsIn(index, one, (path, role) => role === 'member' && listed.test(path)),
      );
      const other = used.find((one) => one.name === from && !members.has(one));
      if (other && used.some((one) => members.has(one)))
        throw renameErrors.error('lambda', [from, `${cube}.${lambda.name}`, `${other.definition.name}.${other.name}`]);
    }
  }
}

function targetsIn(index: ModelIndex, owner: Member, isWanted: (path: string, role: string) => boolean): Member[] {
  const { references } = index.references(owner.definition);
  return references.flatMap((reference) => {
    if (reference.member !== owner || !isWanted(reference.path, reference.role)) return [];
    const target = resolve(index, reference).targets.at(-1);
    return target && 'member' in target ? [target.member] : [];
  });
}
