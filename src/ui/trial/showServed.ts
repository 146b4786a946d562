/** Says where the data of a newly served folder comes from, and what is next. */

import path from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../shell/app.ts';
import { showFailure, showInformation, showWarning } from '../shell/notifications.ts';

/** @param data what answers queries; null if nothing names it, undefined if it is not known */
export function showServed(app: App, folder: string, projectFolder: string, data: string | null | undefined): void {
  const { l10n } = vscode;
  if (typeof data === 'string') {
    const message = l10n.t(
      '“{0}” is served on this machine, with the data of {1}. “Query” above a measure shows its values. Branches and commits are those of the emulator; your git repository does not change.',
      folder,
      data,
    );
    void showInformation(message);
  } else if (data === null) {
    const open = l10n.t('Open .env');
    const message = l10n.t(
      '“{0}” is served without data: no .env file names its database. Queries work as soon as one does.',
      folder,
    );
    showWarning(message, open)
      .then((choice) => (choice === open ? openEnvFile(projectFolder) : undefined))
      .catch((failure: unknown) => showFailure(failure, app));
  }
}

const newEnvFile = `# The database of this project. Do not commit this file with a password.
CUBEJS_DB_TYPE=postgres
CUBEJS_DB_HOST=localhost
CUBEJS_DB_NAME=
CUBEJS_DB_USER=
CUBEJS_DB_PASS=
# Or a folder of CSV, Parquet or JSON files, or a DuckDB file:
# CUBEJS_DB_TYPE=duckdb
# CUBEJS_DB_DUCKDB_DATABASE_PATH=data
`;

/** A file that does not exist is created when it is saved. */
async function openEnvFile(projectFolder: string): Promise<void> {
  const file = vscode.Uri.file(path.join(projectFolder, '.env'));
  const exists = await vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
  const uri = exists ? file : file.with({ scheme: 'untitled' });
  const editor = await vscode.window.showTextDocument(uri, { preview: false });
  if (!exists && editor.document.getText() === '') {
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), newEnvFile));
  }
}
