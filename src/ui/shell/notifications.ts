/** Messages and progress. Success shows no message; an error says what happened, where, and what to do. */

import * as vscode from 'vscode';
import { CancelledError, isCancellation, messageOf, stackOf, UserError } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { errorText } from './errorText.ts';

/** A button of an error message. */
interface Remedy {
  label: string;
  run(): Promise<unknown>;
}

/** The remedy of a failure; undefined if there is none. */
export type RemedyOf = (failure: unknown) => Remedy | undefined;

/** Shows an error and logs it. Ignores cancellation. Unexpected errors are logged with their stack. */
export async function showFailure(failure: unknown, log: Log, remedyOf?: RemedyOf): Promise<void> {
  if (isCancellation(failure)) return;
  const expected = failure instanceof UserError;
  log.error(expected ? messageOf(failure) : stackOf(failure));
  const text = expected
    ? errorText(failure, vscode.l10n)
    : vscode.l10n.t('Internal error in Data Model Workbench: {0}', messageOf(failure));
  const showLog = vscode.l10n.t('Show Log');
  const remedy = remedyOf?.(failure);
  const choice = await vscode.window.showErrorMessage(text, ...(remedy ? [remedy.label] : []), showLog);
  if (remedy && choice === remedy.label) {
    await remedy.run().catch((next: unknown) => showFailure(next, log, remedyOf));
  } else if (choice === showLog && 'show' in log && typeof log.show === 'function') log.show();
}

export async function confirm(message: string, detail: string, action: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, action)) === action;
}

/** Shows a result in the status bar for a short time, for results that are visible nowhere else. */
export function showStatus(message: string): void {
  vscode.window.setStatusBarMessage(`$(check) ${message}`, 5_000);
}

export interface ProgressOptions {
  /** Default: a notification. */
  location?: vscode.ProgressLocation | { viewId: string };
}

/** Shows progress with a cancel button. Cancelling aborts the signal that `work` gets. @throws CancelledError */
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
