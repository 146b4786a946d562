/** Rename Symbol at a member that a query or test document names. */

import type { ModelIndex } from '../../model/index/modelIndex.ts';
import type { Position, RenamePlace, UriOf, WorkspaceEdit } from '../protocol/protocol.ts';
import { type DocumentText, type LanguageDocument, languageDocument } from '../queries/document.ts';
import { occurrenceIn } from '../queries/occurrences.ts';
import { type Renamable, renamableOf } from './renamable.ts';
import { type RenameOptions, renameOf } from './rename.ts';
import { renameErrors } from './renameErrors.ts';

/** @throws UserError with the reason if nothing can be renamed */
export function prepareDocumentRename(index: ModelIndex, source: DocumentText, position: Position): RenamePlace {
  const { document, renamable } = renamableIn(index, source, position);
  return { range: document.rangeOf(renamable.span), placeholder: renamable.name };
}

/** `options.savedQueries` must contain the document, which the edits include only then. @throws UserError as `rename` */
export function documentRename(
  index: ModelIndex,
  source: DocumentText,
  position: Position,
  newName: string,
  uriOf: UriOf,
  options: RenameOptions,
): WorkspaceEdit {
  const { renamable } = renamableIn(index, source, position);
  return renameOf(index, source.path, renamable, newName, uriOf, options);
}

function renamableIn(
  index: ModelIndex,
  source: DocumentText,
  position: Position,
): { document: LanguageDocument; renamable: Renamable } {
  const document = languageDocument(source);
  const found = document && occurrenceIn(index, document, document.offsetAt(position));
  if (!document || !found) throw renameErrors.error('nothing');
  return { document, renamable: renamableOf(index, found) };
}
