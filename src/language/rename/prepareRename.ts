/** Whether the name at a position can be renamed, and which text the user edits. */

import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Position, RenamePlace } from '../protocol/protocol.ts';
import { renamableAt } from './renamable.ts';

/** Behind the prefix of a view only: the prefix follows from another name. @throws UserError with the reason if nothing can be renamed */
export function prepareRename(index: ModelIndex, path: string, position: Position): RenamePlace {
  const { name, span } = renamableAt(index, path, position);
  return { range: index.rangeOf(path, span), placeholder: name };
}
