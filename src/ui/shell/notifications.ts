/** Messages and progress. Success shows no message; an error says what happened, where, and what to do. */

import * as vscode from 'vscode';
import { CancelledError, isCancellation, messageOf, stackOf, UserError } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { foldedError } from './errorText.ts';
import { plainLabel, plainText } from './outsideText.ts';

/** A button of an error message. */
interface Remedy {
  label: string;
  /** Whether the log would not help. */
  replacesLog?: boolean;
  run(): Promise<unknown>;
}

/** The remedy of a failure; undefined if there is none. */
export type RemedyOf = (failure: unknown) => Remedy | undefined;

/** A dialog instead of a notification. */
interface Dialog {
  modal: true;
  detail: string;
}

type ShowMessage = (
  message: string,
  options: vscode.MessageOptions,
  ...buttons: string[]
) => Thenable<string | undefined>;

/** Every message of the extension is shown by one of these, because an editor makes links of a part of its text. */
function shownBy(show: ShowMessage) {
  return async (message: string, ...rest: readonly (Dialog | string)[]): Promise<string | undefined> => {
    const dialog = rest.find((one) => typeof one === 'object');
    const buttons = rest.filter((one) => typeof one === 'string');
    return show(plainText(message), dialog ? { modal: true, detail: plainText(dialog.detail) } : {}, ...buttons);
  };
}

export const showError = shownBy((message, ...rest) => vscode.window.showErrorMessage(message, ...rest));
export const showWarning = shownBy((message, ...rest) => vscode.window.showWarningMessage(message, ...rest));
export const showInformation = shownBy((message, ...rest) => vscode.window.showInformationMessage(message, ...rest));

/** The parts of the application that show a failure. */
export interface FailureShell {
  log: Log;
  remedyOf: RemedyOf;
}

/** Shows an error with its remedy and logs it. Ignores cancellation. Unexpected errors are logged with their stack. */
export async function showFailure(failure: unknown, shell: FailureShell): Promise<void> {
  const { log, remedyOf } = shell;
  if (isCancellation(failure)) return;
  const expected = failure instanceof UserError;
  log.error(expected ? messageOf(failure) : stackOf(failure));
  const { text, details } = expected
    ? foldedError(failure, vscode.l10n)
    : { text: vscode.l10n.t('Internal error in Data Model Workbench: {0}', messageOf(failure)), details: undefined };
  const showLog = vscode.l10n.t('Show Log');
  const remedy = remedyOf(failure);
  const showDetails = vscode.l10n.t('Details');
  const buttons = [
    ...(remedy ? [remedy.label] : []),
    ...(details === undefined ? [] : [showDetails]),
    ...(remedy?.replacesLog ? [] : [showLog]),
  ];
  const choice = await showError(text, ...buttons);
  if (remedy && choice === remedy.label) {
    await remedy.run().catch((next: unknown) => showFailure(next, shell));
  } else if (details !== undefined && choice === showDetails) await showErrorDetails(text, details);
  else if (choice === showLog && 'show' in log && typeof log.show === 'function') log.show();
}

async function showErrorDetails(text: string, details: string): Promise<void> {
  const copy = vscode.l10n.t('Copy Details');
  if ((await showError(text, { modal: true, detail: details }, copy)) === copy) {
    await vscode.env.clipboard.writeText(details);
  }
}

export async function confirm(message: string, detail: string, action: string): Promise<boolean> {
  return (await showWarning(message, { modal: true, detail }, action)) === action;
}

/** Shows a result in the status bar for a short time, for results that are visible nowhere else. */
export function showStatus(message: string, icon: 'check' | 'info' = 'check'): void {
  vscode.window.setStatusBarMessage(`$(${icon}) ${plainLabel(message)}`, 5_000);
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
  return vscode.window.withProgress(
    { location, title: plainText(title), cancellable: true },
    async (progress, token) => {
      const abort = new AbortController();
      const subscription = token.onCancellationRequested(() => abort.abort(new CancelledError()));
      try {
        return await work(abort.signal, (message) => progress.report({ message: plainText(message) }));
      } finally {
        subscription.dispose();
      }
    },
  );
}
