/** Says once for each git branch of a served folder that its emulator has another one. */

import path from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../../base/lifetime.ts';
import { servedConnectionId } from '../../session/binding.ts';
import type { Checkout, ServedFolders } from '../connections/servedFolders.ts';
import type { App } from '../shell/app.ts';
import type { RunCommand } from '../shell/commandRunner.ts';
import { showFailure, showInformation } from '../shell/notifications.ts';

export function noticeCheckouts(app: App, served: ServedFolders, run: RunCommand): Disposable {
  const { workspaceState } = app.context;
  const tell = async ({ projectFolder, branch, production }: Checkout) => {
    const key = `dataModel.toldCheckout:${projectFolder}`;
    const told = branch === production ? undefined : branch;
    if (workspaceState.get<string>(key) === told) return;
    await workspaceState.update(key, told);
    if (told === undefined) return;
    const { l10n } = vscode;
    const again = l10n.t('Start Over…');
    const message = l10n.t(
      '“{0}” is on the git branch {1} now. The emulator still compares with {2}, as it was when the folder was first served. Files that the checkout changed are changes to push.',
      path.basename(projectFolder),
      branch,
      production,
    );
    const target = { connectionId: servedConnectionId(projectFolder) };
    if ((await showInformation(message, again)) === again) await run('dataModel.emulator.startOver', { target });
  };
  return served.onDidCheckOut((checkout) => {
    tell(checkout).catch((failure: unknown) => showFailure(failure, app));
  });
}
