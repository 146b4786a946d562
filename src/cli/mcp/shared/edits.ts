/** Edits of the language features as texts of files. */

import type { CodeActionEdit, WorkspaceEdit } from '../../../language/protocol/protocol.ts';
import { LineIndex } from '../../../model/source/range.ts';
import type { ProjectState } from './projectState.ts';
import type { ProposedFile } from './proposals.ts';

/** The files that an edit changes, without those whose text stays the same. */
export function changedFiles(state: ProjectState, { documentChanges }: CodeActionEdit | WorkspaceEdit): ProposedFile[] {
  const after = new Map<string, string | undefined>();
  const textOf = (path: string) => (after.has(path) ? after.get(path) : state.textOf(path));
  for (const change of documentChanges) {
    if ('kind' in change) {
      after.set(change.uri, change.kind === 'create' ? (textOf(change.uri) ?? '') : undefined);
      continue;
    }
    const path = change.textDocument.uri;
    let text = textOf(path) ?? '';
    const lines = new LineIndex(text);
    const spans = change.edits.map(({ range, newText }) => ({
      start: lines.offsetAt(range.start),
      end: lines.offsetAt(range.end),
      newText,
    }));
    // From the end, so that the offsets before stay true. Insertions at one place keep their order.
    for (const { start, end, newText } of spans.reverse().sort((a, b) => b.start - a.start))
      text = text.slice(0, start) + newText + text.slice(end);
    after.set(path, text);
  }
  return [...after]
    .map(([path, text]) => ({ path, before: state.textOf(path), after: text }))
    .filter(({ before, after: text }) => before !== text);
}
