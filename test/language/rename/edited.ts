/** Applies the edits of a rename to the texts of a model. */

import assert from 'node:assert/strict';
import type { WorkspaceEdit } from '../../../src/language/protocol/protocol.ts';
import { rename } from '../../../src/language/rename/rename.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { LineIndex } from '../../../src/model/source/range.ts';
import type { Texts } from '../../model/models.ts';
import { type Place, uriOf } from '../places.ts';

type Options = Parameters<typeof rename>[5];

export function renameAt({ index, path, position }: Place, newName: string, options?: Options): WorkspaceEdit {
  return rename(index, path, position, newName, uriOf, options);
}

function textsOf(index: ModelIndex): Texts {
  return Object.fromEntries([...index.files].map(({ path, text }) => [path.replace('model/', ''), text]));
}

export function edited(texts: Texts, edit: WorkspaceEdit): Texts {
  const changed = { ...texts };
  for (const { textDocument, edits } of edit.documentChanges) {
    const file = textDocument.uri.replace('test:/', '').replace(/^model\//, '');
    const text = changed[file] ?? assert.fail(`no file ${file}`);
    const lines = new LineIndex(text);
    let done = 0;
    const pieces = edits.flatMap(({ range, newText }) => {
      const start = lines.offsetAt(range.start);
      assert.ok(start >= done, `edits of ${file} overlap or are not in order`);
      const before = text.slice(done, start);
      done = lines.offsetAt(range.end);
      return [before, newText];
    });
    changed[file] = pieces.join('') + text.slice(done);
  }
  return changed;
}

/** `cubes/orders.yml: - name: count → - name: number`, for each line that changes. Lines that are added follow a `+`. */
export function changedLines(place: Place, newName: string, options?: Options): string[] {
  const texts = textsOf(place.index);
  for (const { path, text } of options?.savedQueries ?? []) texts[path] = text;
  const after = edited(texts, renameAt(place, newName, options));
  return Object.entries(texts).flatMap(([file, text]) => {
    const [before, now] = [text, after[file]!].map((one) => one.split(/\r\n|\n/)) as [string[], string[]];
    const lines: string[] = [];
    for (let i = 0, k = 0; k < now.length; k += 1) {
      if (before[i] === now[k]) i += 1;
      else if (now.length > before.length && before[i] === now[k + 1]) lines.push(`${file}: + ${now[k]!.trim()}`);
      else lines.push(`${file}: ${before[i++]!.trim()} → ${now[k]!.trim()}`);
    }
    return lines;
  });
}

/** The labels of the groups of edits, with a `?` if the user has to confirm them. */
export function groups({ changeAnnotations }: WorkspaceEdit): string[] {
  return Object.values(changeAnnotations).map(
    ({ label, needsConfirmation }) => `${label}${needsConfirmation ? '?' : ''}`,
  );
}
