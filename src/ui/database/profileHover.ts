/** A link to the profile in the hover of a dimension or measure. Nothing is read before the user follows it. */

import * as vscode from 'vscode';
import type { DatabaseState } from '../../session/database/projectDatabase.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { markdownWithCommands } from '../shell/markdown.ts';
import { memberAt } from './memberAt.ts';

const command = 'dataModel.database.profile';

/** @param stateOf the link is shown if there is a data source */
export function profileHover(
  folder: BoundFolder,
  session: FolderSession,
  stateOf: () => DatabaseState,
): vscode.HoverProvider {
  return {
    provideHover: (document, position) => {
      if (stateOf().description === undefined) return undefined;
      const found = memberAt(folder, session, document, position);
      if (!found) return undefined;
      const { name, kind, start, end } = found;
      const parameters = encodeURIComponent(JSON.stringify([document.uri.toString(), { name, kind }]));
      const link = `$(graph) [${vscode.l10n.t('Profile on the Data')}](command:${command}?${parameters})`;
      return new vscode.Hover(markdownWithCommands(link, [command]), new vscode.Range(start, end));
    },
  };
}
