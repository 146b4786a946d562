/** Rename Symbol, with the reason where a name cannot be changed. */

import * as vscode from 'vscode';
import { prepareRename } from '../../language/rename/prepareRename.ts';
import { rename } from '../../language/rename/rename.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { errorText } from '../shell/errorText.ts';
import { toRange } from '../shell/ranges.ts';
import { readSetting } from '../shell/settings.ts';
import { toWorkspaceEdit } from './convert.ts';
import { readDocuments } from './documents.ts';
import type { AskDocument } from './openSources.ts';

export function renameProvider(folder: BoundFolder, ask: AskDocument): vscode.RenameProvider {
  return {
    prepareRename: (document, position) =>
      withReason(async () => {
        const place = await ask(document, (index, path) => prepareRename(index, path, position));
        return place && { range: toRange(place.range), placeholder: place.placeholder };
      }),
    provideRenameEdits: (document, position, newName) =>
      withReason(async () => {
        const savedQueries = await readDocuments(folder);
        const keepViewNames = readSetting('dataModel.rename.keepViewNames', document.uri);
        const options = { savedQueries, keepViewNames };
        const edit = await ask(document, (index, path, uriOf) =>
          rename(index, path, position, newName, uriOf, options),
        );
        return edit && toWorkspaceEdit(edit, vscode.l10n);
      }),
  };
}

/** The editor shows the message of an error. */
export async function withReason<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (failure) {
    throw new Error(errorText(failure, vscode.l10n));
  }
}
