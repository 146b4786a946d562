/** Reads the content of the platform, so that the lenses and the lineage show what uses the names of the model. */

import * as vscode from 'vscode';
import { readContent } from '../../session/review/readContent.ts';
import { searchContent } from '../../session/review/searchContent.ts';
import { chooseFolder } from '../folders/folderChoice.ts';
import type { App } from '../shell/app.ts';
import { messageText } from '../shell/errorText.ts';
import { showStatus, showWarning, withProgress } from '../shell/notifications.ts';

const deadlineMs = 60_000;

/** @param argument a menu's file. @throws UserError, CancelledError */
export async function countUsesOnPlatform(app: App, argument?: unknown): Promise<void> {
  const { l10n } = vscode;
  const folder = await chooseFolder(app, argument);
  const { binding } = folder;
  const { client, id: deploymentId } = await (await folder.open()).deployment();
  const connection = app.connections.get(binding.connectionId)!;
  const read = await withProgress(l10n.t('Reading reports, dashboards and notifications'), async (signal) => {
    const { admin } = await connection.open();
    return readContent({ client, admin, deploymentId, deadlineMs }, signal);
  });
  const searched = searchContent(read, Date.now());
  app.contentReads.set(binding, searched);
  if (read.failed) {
    await showWarning(searched.notRead.map((one) => messageText(one, l10n)).join(' '));
    return;
  }
  const counts = (['report', 'dashboard', 'notification'] as const).map(
    (kind) => searched.users.filter((one) => one.kind === kind).length,
  );
  showStatus(l10n.t('Searched for uses: {0} reports, {1} dashboards, {2} notifications', ...counts));
}
