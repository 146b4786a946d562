/** Names of members in saved queries: `cube.member` anywhere in their text. */

import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Span } from '../../model/source/range.ts';
import { memberPath } from '../modelGraph/savedQuery.ts';
import type { Change, ViewNames } from './change.ts';

export function savedQueryEdits(
  index: ModelIndex,
  change: Change,
  names: ViewNames,
  text: string,
): { span: Span; text: string }[] {
  return [...text.matchAll(memberPath)].flatMap(({ 1: cubeName, 2: name, index: start }) => {
    const cube = index.cube(cubeName!);
    const newCube = cube ? (cube === change.definition ? change.to : cubeName) : names.splitViews.get(cubeName!);
    const isOwn =
      cube &&
      index
        .members(cube)
        .get(name!)
        ?.some((one) => change.members.has(one));
    const newName = isOwn ? change.to : cube?.kind === 'view' ? names.of(cube).get(name!) : undefined;
    const dot = start + cubeName!.length;
    return [
      ...(newCube === undefined || newCube === cubeName ? [] : [{ span: { start, end: dot }, text: newCube }]),
      ...(newName === undefined ? [] : [{ span: { start: dot + 1, end: dot + 1 + name!.length }, text: newName }]),
    ];
  });
}
