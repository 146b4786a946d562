/** Rename Symbol: all edits that give a part of the model another name. */

import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { contains, LineIndex } from '../../model/source/range.ts';
import type { ChangeAnnotation, Position, UriOf, WorkspaceEdit } from '../protocol.ts';
import { aliasEdits } from './aliasEdits.ts';
import { type Change, changeOf, definingSpans, ViewNames } from './change.ts';
import { checkNewName } from './checkNewName.ts';
import { type EditGroup, type RenameEdit, referenceEdits } from './referenceEdits.ts';
import { renamableAt } from './renamable.ts';
import { renameLabels } from './renameErrors.ts';
import { savedQueryEdits } from './savedQueryEdits.ts';
import { templateEdits } from './templateEdits.ts';

interface RenameOptions {
  /** Views keep the names of their members where they list them, by an `alias`. Default false: the names follow. */
  keepViewNames?: boolean;
  /** Files outside of the model that name members as `cube.member`. Paths as in the index. */
  savedQueries?: readonly { path: string; text: string }[];
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
  { keepViewNames = false, savedQueries = [] }: RenameOptions = {},
): WorkspaceEdit {
  const { target, name } = renamableAt(index, path, position);
  if (newName === name) return { documentChanges: [], changeAnnotations: {} };
  const change = changeOf(index, { target, from: name, to: newName, path, keepViewNames });
  const names = new ViewNames(index, change);
  checkNewName(index, change, names);
  const edits = editsOf(index, change, names);
  const queries = savedQueries.map((query) => ({ ...query, edits: savedQueryEdits(index, change, names, query.text) }));
  const files = new Map<string, RenameEdit[]>();
  for (const edit of edits) files.set(edit.file, [...(files.get(edit.file) ?? []), edit]);
  const used = new Set(edits.map(({ group }) => group));
  const documents = [...files].map(([file, all]) => ({
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
  const known = new Set<string>();
  const home = new Set([change.path, ...defined.map(({ file }) => file)]);
  return [...aliases, ...defined, ...referenceEdits(index, change, names), ...templateEdits(index, change, names)]
    .filter((edit) => {
      const key = `${edit.file}:${edit.span.start}`;
      const isReplaced = (one: RenameEdit) => one.file === edit.file && contains(one.span, edit.span);
      if (known.has(key) || (!aliases.includes(edit) && aliases.some(isReplaced))) return false;
      known.add(key);
      return true;
    })
    .map((edit) => {
      const isForeignView = edit.definition !== undefined && edit.definition.kind !== 'cube' && !home.has(edit.file);
      return edit.group === 'model' && isForeignView ? { ...edit, group: 'view' as const } : edit;
    });
}
