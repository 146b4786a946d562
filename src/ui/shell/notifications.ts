/** The one door to messages and progress. Success is silent; a failure says what happened, where, and what to do next. */

import * as vscode from 'vscode';
import { CancelledError, isCancellation, messageOf, stackOf, UserError } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { errorText } from './errorText.ts';

/** Shows a failure once. What a person cancelled is not a failure; what nobody expected goes to the log whole. */
export async function showFailure(failure: unknown, log: Log): Promise<void> {
  if (isCancellation(failure)) return;
  const expected = failure instanceof UserError;
  log.error(expected ? messageOf(failure) : stackOf(failure));
  const text = expected
    ? errorText(failure, vscode.l10n)
    : vscode.l10n.t('Internal error in Data Model Workbench: {0}', messageOf(failure));
  const showLog = vscode.l10n.t('Show Log');
  const choice = await vscode.window.showErrorMessage(text, showLog);
  if (choice === showLog && 'show' in log && typeof log.show === 'function') log.show();
}

export async function confirm(message: string, detail: string, action: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, action)) === action;
}

/** A quiet one-line note; only for what a person asked for and cannot see otherwise. */
export function showStatus(message: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${message}`, 5_000);
}

export interface ProgressOptions {
  /** Default: a notification. */
  location?: vscode.ProgressLocation | { viewId: string };
}

/** Runs work with a progress that can be cancelled; its signal reaches the socket. @throws CancelledError when cancelled. */
export async function withProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
  options: ProgressOptions = {},
): Promise<T> {
  const location = options.location ?? vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
    const abort = new AbortController();
    const subscription = token.onCancellationRequested(() => abort.abort(new CancelledError()));
    try {
      return await work(abort.signal, (message) => progress.report({ message }));
    } finally {
      subscription.dispose();
    }
  });
}
