/** Signs in with a browser if the platform offers it: shows the code, opens the page, and waits for the user's decision. */

import * as vscode from 'vscode';
import { CancelledError, messageOf, UserError } from '../../base/errors.ts';
import type { TokenPair } from '../../platform/signIn/tokenPair.ts';
import { beginSignIn, type PendingSignIn } from '../../session/signIn/openSignIn.ts';
import type { App } from '../shell/app.ts';
import { showStatus, withProgress } from '../shell/notifications.ts';
import { createPick, shownItem } from '../shell/quickInput.ts';
import { readNetwork } from '../shell/settings.ts';
import { type SignInRow, signInRows } from './signInRows.ts';

/**
 * @returns undefined if the platform offers no such sign-in or the user prefers a key
 * @throws UserError when the sign-in fails or is denied, CancelledError
 */
export async function signInWithBrowser({ log }: App, baseUrl: string): Promise<TokenPair | undefined> {
  const title = vscode.l10n.t('Connecting to {0}', new URL(baseUrl).host);
  let pending: PendingSignIn;
  try {
    pending = await withProgress(title, (signal) => beginSignIn(baseUrl, { ...readNetwork(), log }, signal));
  } catch (failure) {
    if (!(failure instanceof UserError)) throw failure;
    log.info(messageOf(failure));
    return undefined;
  }
  try {
    return await askForApproval(pending);
  } finally {
    pending.dispose();
  }
}

function askForApproval(pending: PendingSignIn): Promise<TokenPair | undefined> {
  const { userCode, verificationUri, openUri, expiresAt } = pending;
  const until = new Date(expiresAt).toLocaleTimeString(vscode.env.language, { hour: '2-digit', minute: '2-digit' });
  const pick = createPick<SignInRow>();
  pick.title = vscode.l10n.t('Connect to a Platform (2 of 2)');
  pick.placeholder = vscode.l10n.t('Select how to sign in');
  pick.ignoreFocusOut = true;
  pick.items = signInRows({ userCode, verificationUri, until }, vscode.l10n).map(shownItem);
  const waiting = new AbortController();
  return new Promise<TokenPair | undefined>((resolve, reject) => {
    pick.onDidAccept(async () => {
      const [row] = pick.selectedItems;
      if (row?.action === 'enterKey') return resolve(undefined);
      await vscode.env.clipboard.writeText(userCode);
      if (row?.action === 'copy') return showStatus(vscode.l10n.t('Copied the code {0}', userCode));
      pick.placeholder = vscode.l10n.t('Waiting for the approval of the code {0}', userCode);
      pick.busy = true;
      await vscode.env.openExternal(vscode.Uri.parse(openUri, true));
    });
    pick.onDidHide(() => reject(new CancelledError()));
    pending.tokens(waiting.signal).then(resolve, reject);
    pick.show();
  }).finally(() => {
    waiting.abort();
    pick.dispose();
  });
}
