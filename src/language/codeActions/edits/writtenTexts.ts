/** Confirms by reading the edited text again that its values are those that an edit means. */

import type { Definition } from '../../../model/index/definitions.ts';
import type { IndexedFile, ModelIndex } from '../../../model/index/modelIndex.ts';
import { scalarText } from '../../../model/index/scalarText.ts';
import type { ScalarNode, ValueNode } from '../../../model/source/tree.ts';
import { type Change, changed } from './action.ts';
import { sqlNodes } from './treePlaces.ts';

/** The texts of SQL in a node, some of them replaced. */
export function textsAfter(file: IndexedFile, node: ValueNode, texts: ReadonlyMap<ScalarNode, string>): string[] {
  return [...sqlNodes(node)].map((one) => texts.get(one) ?? scalarText(file, one) ?? String(one.value));
}

/** Whether members have these texts of SQL after changes of their file. */
export function isWritten(
  index: ModelIndex,
  { file: path, name }: Definition,
  changes: readonly Change[],
  expected: ReadonlyMap<string, readonly string[]>,
): boolean {
  const after = index.withText(path, changed(index.file(path)?.text ?? '', changes)).file(path);
  const definition = after?.definitions.find((one) => one.name === name);
  if (!after || after.source.broken || !definition) return false;
  return [...expected].every(([member, texts]) => {
    const found = definition.members.find((one) => one.name === member);
    const own = found ? textsAfter(after, found.node, new Map()) : [];
    return own.length === texts.length && own.every((one, i) => one.trim() === texts[i]!.trim());
  });
}
