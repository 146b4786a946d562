/** Reads what the data says about a dimension or measure, on request, and shows it in a panel. */

import * as vscode from 'vscode';
import { CancelledError, UserError } from '../../base/errors.ts';
import type { ProfiledMember } from '../../local/profile/profileMember.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { profilePanelType } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import { withProgress } from '../shell/notifications.ts';
import { type PickItem, pickItem } from '../shell/quickInput.ts';
import { timeText } from '../shell/timeText.ts';
import { showContent } from '../shell/webviewPage.ts';
import { memberAt } from './memberAt.ts';
import { profileHtml } from './profilePage.ts';
import type { ProjectDatabases } from './projectDatabases.ts';
import { runOnData } from './runOnData.ts';

/** One panel, which shows the last profile. */
let shown: vscode.WebviewPanel | undefined;

/** @param argument the URI of a link. @param member of it; undefined: that at the cursor, or one that the user selects. @throws UserError, CancelledError */
export async function profile(
  { context, log }: App,
  databases: ProjectDatabases,
  argument?: unknown,
  member?: ProfiledMember,
): Promise<void> {
  const { l10n } = vscode;
  const project = await databases.choose(typeof argument === 'string' ? vscode.Uri.parse(argument) : argument);
  const { folder, database } = project;
  const session = await folder.open();
  await session.loadModel();
  // The remedy is offered before the user selects anything.
  await database.requireSources();
  const { activeTextEditor: editor } = vscode.window;
  const chosen =
    member ??
    (editor && memberAt(folder, session, editor.document, editor.selection.active)) ??
    (await pickMember(session.model.project.saved));
  const asked: ProfiledMember = { name: chosen.name, kind: chosen.kind };
  const { description = '', catalogs } = database.state.value;
  const { answer } = await withProgress(l10n.t('Reading a profile of {0}', asked.name), (signal) =>
    runOnData('profile', project, { member: asked }, { log, signal, onProgress: () => {} }, catalogs),
  );
  shown ??= newPanel();
  shown.title = l10n.t('Profile of {0}', asked.name);
  const reading = { source: description, time: timeText(Date.now()) };
  showContent(shown, context.extensionUri, 'profile', profileHtml(answer, reading, vscode.env.language, l10n));
  shown.reveal(shown.viewColumn, true);
}

function newPanel(): vscode.WebviewPanel {
  const panel = vscode.window.createWebviewPanel(
    profilePanelType,
    '',
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    { enableFindWidget: true },
  );
  panel.onDidDispose(() => {
    shown = undefined;
  });
  return panel;
}

async function pickMember(index: ModelIndex): Promise<ProfiledMember> {
  const { l10n } = vscode;
  const kinds = { dimension: l10n.t('dimension'), measure: l10n.t('measure') };
  const items = index.definitions
    .filter(({ kind }) => kind === 'cube')
    .flatMap((cube) =>
      [...index.members(cube)].flatMap(([name, [member]]): (PickItem & { member: ProfiledMember })[] => {
        if (member?.kind !== 'dimension' && member?.kind !== 'measure') return [];
        const { kind } = member;
        const icon = kind === 'measure' ? 'symbol-number' : 'symbol-field';
        const path = `${cube.name}.${name}`;
        return [{ icon, label: path, description: kinds[kind], member: { name: path, kind } }];
      }),
    );
  if (items.length === 0) throw new UserError(l10n.t('The model has no dimensions and measures.'));
  const picked = await pickItem(items, {
    title: l10n.t('Profile Member'),
    placeHolder: l10n.t('Select a dimension or measure'),
  });
  if (!picked) throw new CancelledError();
  return picked.member;
}
