/** Says where the data of a newly served folder comes from, and what is next. */

import * as vscode from 'vscode';
import type { BoundFolder } from '../../session/folders.ts';
import type { App } from '../shell/app.ts';
import type { RunCommand } from '../shell/commandRunner.ts';
import { showFailure, showInformation, showWarning } from '../shell/notifications.ts';

/** @param data what answers queries; null if nothing names it, undefined if it is not known */
export function showServed(app: App, run: RunCommand, folder: BoundFolder, data: string | null | undefined): void {
  const { l10n } = vscode;
  const offer = (asked: Promise<string | undefined>, label: string, command: () => Promise<unknown>) => {
    asked
      .then((choice) => (choice === label ? command() : undefined))
      .catch((failure: unknown) => showFailure(failure, app));
  };
  if (typeof data === 'string') {
    const preview = l10n.t('Preview Dashboard');
    const message = l10n.t(
      '“{0}” is served on this machine, with the data of {1}. “Query” above a measure shows its values. Branches and commits are those of the emulator; your git repository does not change.',
      folder.name,
      data,
    );
    offer(showInformation(message, preview), preview, () => run('dataModel.dashboard.open'));
  } else if (data === null) {
    const choose = l10n.t('Choose Data Source…');
    const message = l10n.t(
      '“{0}” is served without data: neither its .env file nor a choice of yours names a database. Queries work as soon as you choose one.',
      folder.name,
    );
    const uri = vscode.Uri.file(folder.workspaceFolder);
    offer(showWarning(message, choose), choose, () => run('dataModel.database.choose', uri));
  }
}
