/** Signs in with a browser: shows the code, opens the page, and waits for the user's decision. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { TokenPair } from '../../platform/signIn/tokenPair.ts';
import type { PendingSignIn } from '../../session/signIn/openSignIn.ts';
import { goneBack } from '../shell/checkedInput.ts';
import { showStatus } from '../shell/notifications.ts';
import { createPick, shownItem } from '../shell/quickInput.ts';
import { type SignInRow, signInRows } from './signInRows.ts';

/**
 * @returns undefined if the user prefers a key
 * @throws UserError when the sign-in fails or is denied, CancelledError
 */
export function approve(pending: PendingSignIn): Promise<TokenPair | undefined | typeof goneBack> {
  const { userCode, verificationUri, openUri, expiresAt } = pending;
  const until = new Date(expiresAt).toLocaleTimeString(vscode.env.language, { hour: '2-digit', minute: '2-digit' });
  const pick = createPick<SignInRow>();
  pick.title = vscode.l10n.t('Connect to a Platform (2 of 2)');
  pick.placeholder = vscode.l10n.t('Select how to sign in');
  pick.ignoreFocusOut = true;
  pick.buttons = [vscode.QuickInputButtons.Back];
  pick.items = signInRows({ userCode, verificationUri, until }, vscode.l10n).map(shownItem);
  const waiting = new AbortController();
  return new Promise<TokenPair | undefined | typeof goneBack>((resolve, reject) => {
    pick.onDidAccept(async () => {
      const [row] = pick.selectedItems;
      if (row?.action === 'enterKey') return resolve(undefined);
      await vscode.env.clipboard.writeText(userCode);
      if (row?.action === 'copy') return showStatus(vscode.l10n.t('Copied the code {0}', userCode));
      pick.placeholder = vscode.l10n.t('Waiting for the approval of the code {0}', userCode);
      pick.busy = true;
      await vscode.env.openExternal(vscode.Uri.parse(openUri, true));
    });
    pick.onDidTriggerButton(() => resolve(goneBack));
    pick.onDidHide(() => reject(new CancelledError()));
    pending.tokens(waiting.signal).then(resolve, reject);
    pick.show();
  }).finally(() => {
    waiting.abort();
    pick.dispose();
  });
}
