/** The parts of every code action: the place it is asked for, changes of texts, and the action around them. */

import type { IndexedFile, ModelIndex } from '../../../model/index/modelIndex.ts';
import type { Problem } from '../../../model/source/problem.ts';
import type { Span } from '../../../model/source/range.ts';
import type { CodeAction, CodeActionKind, TextDocumentEdit, UriOf } from '../../protocol/protocol.ts';

/** The place for which an editor asks for actions. */
export interface ActionPlace {
  index: ModelIndex;
  file: IndexedFile;
  /** The selection; empty for a cursor. */
  span: Span;
  uriOf: UriOf;
}

/** A problem, with its marked text as the span. */
export interface MarkedProblem extends ActionPlace {
  problem: Problem;
}

/** A replacement in one file. */
export interface Change extends Span {
  file: string;
  text: string;
}

/** A way to correct a problem. */
export interface Correction {
  title: string;
  changes: readonly Change[];
  /** It is most likely right, if it makes the model better. */
  isPreferred?: boolean;
  /** One of several readings of the marked text: it is preferred if it alone leaves the fewest problems. */
  isMeant?: boolean;
}

/** Changes as edits of the files' documents. */
function editsOf({ index, uriOf }: ActionPlace, changes: readonly Change[]): TextDocumentEdit[] {
  const files = [...new Set(changes.map(({ file }) => file))];
  return files.map((path) => ({
    textDocument: { uri: uriOf(path), version: null },
    edits: changes
      .filter(({ file }) => file === path)
      .map((change) => ({ range: index.rangeOf(path, change), newText: change.text })),
  }));
}

export function actionOf(
  place: ActionPlace,
  title: string,
  kind: CodeActionKind,
  changes: readonly Change[],
): CodeAction {
  return { title, kind, edit: { documentChanges: editsOf(place, changes) } };
}

/** A text with changes that do not overlap. */
export function changed(text: string, changes: readonly Omit<Change, 'file'>[]): string {
  let result = text;
  for (const { start, end, text: by } of changes.toSorted((a, b) => b.start - a.start))
    result = result.slice(0, start) + by + result.slice(end);
  return result;
}
