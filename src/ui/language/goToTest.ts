/** Goes from a cube, view or member to the tests and queries of tests that name it. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { kindOfName } from '../../model/documents/documentKind.ts';

/** Opens the only place, or a list of them. @throws UserError if there is none */
export async function goToTest(): Promise<void> {
  const { window, commands, l10n } = vscode;
  const editor = window.activeTextEditor;
  const at = editor?.selection.active;
  const uri = editor?.document.uri;
  const all = uri
    ? ((await commands.executeCommand('vscode.executeReferenceProvider', uri, at)) as vscode.Location[] | undefined)
    : [];
  const found = (all ?? []).filter((one) => kindOfName(one.uri.path) === 'test');
  const [only] = found;
  if (!uri || !only) {
    throw new UserError(l10n.t('No test names what is at the cursor.'), {
      action: l10n.t('Place the cursor on the name of a cube, view or member, or run “New Test…”.'),
    });
  }
  if (found.length === 1) await window.showTextDocument(only.uri, { selection: only.range });
  else await commands.executeCommand('editor.action.showReferences', uri, at, found);
}
