/** Rename Symbol: all edits that give a part of the model another name. */

import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { contains, LineIndex } from '../../model/source/range.ts';
import type { ChangeAnnotation, Position, RenamePlace, UriOf, WorkspaceEdit } from '../protocol/protocol.ts';
import { type DocumentText, type LanguageDocument, languageDocument } from '../queries/document.ts';
import { occurrenceIn } from '../queries/occurrences.ts';
import { aliasEdits } from './aliasEdits.ts';
import { type Change, changeOf, definingSpans, ViewNames } from './change.ts';
import { checkNewName, refuseLambda } from './checkNewName.ts';
import { parameterEdits, programEdits } from './programEdits.ts';
import { type EditGroup, type RenameEdit, referenceEdits, refuseShared } from './referenceEdits.ts';
import { type Renamable, renamableAt, renamableOf } from './renamable.ts';
import { renameErrors, renameLabels } from './renameErrors.ts';
import { savedQueryEdits } from './savedQueryEdits.ts';
import { templateEdits } from './templateEdits.ts';

export interface RenameOptions {
  /** Views keep the names of their members that they list, by an `alias`. Default false: the names follow. */
  keepViewNames?: boolean;
  /** Query and test documents. Paths as in the index. */
  savedQueries?: readonly DocumentText[];
}

/** The text that the user edits. Behind the prefix of a view only: the prefix follows from another name. @throws UserError with the reason if nothing can be renamed */
export function prepareRename(index: ModelIndex, path: string, position: Position): RenamePlace {
  const { name, span } = renamableAt(index, path, position);
  return { range: index.rangeOf(path, span), placeholder: name };
}

/**
 * Edits that are not certain, or that change what users of a view see, ask for confirmation.
 * @throws UserError if nothing can be renamed at the position, or the new name is refused
 */
export function rename(
  index: ModelIndex,
  path: string,
  position: Position,
  newName: string,
  uriOf: UriOf,
  options: RenameOptions = {},
): WorkspaceEdit {
  return renameOf(index, path, renamableAt(index, path, position), newName, uriOf, options);
}

/** `path` is the file in which the rename was requested. @throws UserError if the new name is refused */
function renameOf(
  index: ModelIndex,
  path: string,
  { target, name }: Renamable,
  newName: string,
  uriOf: UriOf,
  { keepViewNames = false, savedQueries = [] }: RenameOptions = {},
): WorkspaceEdit {
  if (newName === name) return { documentChanges: [], changeAnnotations: {} };
  const change = changeOf(index, { target, from: name, to: newName, path, keepViewNames });
  const names = new ViewNames(index, change);
  checkNewName(index, change, names);
  refuseLambda(index, change);
  const edits = editsOf(index, change, names);
  const queries = savedQueries.map((query) => ({ ...query, edits: savedQueryEdits(index, change, names, query) }));
  const used = new Set(edits.map(({ group }) => group));
  const documents = [...byFile(edits)].map(([file, all]) => ({
    textDocument: { uri: uriOf(file), version: null },
    edits: all
      .sort((a, b) => a.span.start - b.span.start)
      .map(({ span, text, group }) => ({ range: index.rangeOf(file, span), newText: text, annotationId: group })),
  }));
  for (const { path: file, text, edits } of queries) {
    if (edits.length === 0) continue;
    used.add('query');
    const lines = new LineIndex(text);
    documents.push({
      textDocument: { uri: uriOf(file), version: null },
      edits: edits.map((one) => ({
        range: lines.rangeOf(one.span),
        newText: one.text,
        annotationId: 'query' as const,
      })),
    });
  }
  return { documentChanges: documents, changeAnnotations: Object.fromEntries([...used].map(annotationOf)) };
}

function annotationOf(group: EditGroup): [EditGroup, ChangeAnnotation] {
  const { message: label, action: description = '' } = renameLabels.texts[group];
  return [group, { label, description, needsConfirmation: group !== 'model' }];
}

/** One edit for each place. The first one counts. */
function editsOf(index: ModelIndex, change: Change, names: ViewNames): RenameEdit[] {
  const aliases = change.keepViewNames ? aliasEdits(index, names) : [];
  const defined = definingSpans(change).map(
    ({ file, span }): RenameEdit => ({ file, span, text: change.to, group: 'model' }),
  );
  const home = new Set([change.path, ...defined.map(({ file }) => file)]);
  const aliasesIn = byFile(aliases);
  const written = [
    ...referenceEdits(index, change, names),
    ...templateEdits(index, change, names),
    ...programEdits(index, change, names),
  ];
  refuseShared(index, change, names, written);
  const others = [...defined, ...written, ...parameterEdits(index, written)].filter(
    ({ file, span }) => !aliasesIn.get(file)?.some((alias) => contains(alias.span, span)),
  );
  const found = new Map<string, RenameEdit>();
  for (const edit of [...aliases, ...others]) {
    const key = `${edit.file}:${edit.span.start}`;
    const isForeignView = edit.definition !== undefined && edit.definition.kind !== 'cube' && !home.has(edit.file);
    const group = edit.group === 'model' && isForeignView ? 'view' : edit.group;
    if (!found.has(key)) found.set(key, { ...edit, group });
  }
  return [...found.values()];
}

function byFile(edits: readonly RenameEdit[]): Map<string, RenameEdit[]> {
  const files = new Map<string, RenameEdit[]>();
  for (const edit of edits) {
    const same = files.get(edit.file);
    if (same) same.push(edit);
    else files.set(edit.file, [edit]);
  }
  return files;
}

/** At a member that a query or test document names. @throws UserError with the reason if nothing can be renamed */
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
