/** Asks the user for the URL of a platform and for a sign-in or a key. Inputs are kept after an error, and the key is never shown. */

import * as vscode from 'vscode';
import { CancelledError, describeError, messageOf, UserError } from '../../base/errors.ts';
import { normaliseBaseUrl } from '../../platform/baseUrl.ts';
import type { Connection } from '../../session/connection.ts';
import type { App } from '../shell/app.ts';
import { errorParts, errorText } from '../shell/errorText.ts';
import { showStatus, withProgress } from '../shell/notifications.ts';
import { askText } from '../shell/quickInput.ts';

/** Asks until the platform accepts a sign-in or key; for the URL, unless there is one. @throws CancelledError; UserError of a sign-in */
export async function connectToPlatform(app: App, known?: string): Promise<Connection> {
  let url = known ?? '';
  let problem: string | undefined;
  for (let isKnown = known !== undefined; ; isKnown = false) {
    if (!isKnown) url = await askUrl(url, problem);
    const result = await connectTo(app, url);
    if (result.connection) return result.connection;
    problem = result.problem;
  }
}

export function showConnected({ record: { label, userName } }: Connection): void {
  showStatus(
    userName ? vscode.l10n.t('Connected to {0} as {1}', label, userName) : vscode.l10n.t('Connected to {0}', label),
  );
}

/** Offers to sign in, or asks for keys until one is accepted. Returns the problem if the URL seems wrong. */
async function connectTo(
  app: App,
  url: string,
): Promise<{ connection: Connection; problem?: never } | { connection?: never; problem: string }> {
  const host = new URL(url).host;
  const title = vscode.l10n.t('Connecting to {0}', host);
  const { signInWithBrowser } = await import('./signInWithBrowser.ts');
  const tokens = await signInWithBrowser(app, url);
  if (tokens) return { connection: await withProgress(title, (signal) => app.connections.add(url, tokens, signal)) };
  let token = '';
  let problem: string | undefined;
  for (;;) {
    token = await askKey(host, token, problem);
    try {
      return { connection: await withProgress(title, (signal) => app.connections.add(url, { token }, signal)) };
    } catch (failure) {
      if (!(failure instanceof UserError)) throw failure;
      app.log.warn(messageOf(failure));
      problem = describeError({ ...errorParts(failure, vscode.l10n), where: undefined });
      if (!isKeyProblem(failure)) return { problem };
    }
  }
}

/** Reads `kind` without importing `PlatformError`, which would load the client. */
function isKeyProblem(failure: UserError): boolean {
  const { kind } = failure as { kind?: unknown };
  return kind === undefined || kind === 'unauthorized' || kind === 'forbidden' || kind === 'invalid-request';
}

async function askUrl(value: string, problem: string | undefined): Promise<string> {
  const text = await askText({
    title: vscode.l10n.t('Connect to a Platform (1 of 2)'),
    prompt: vscode.l10n.t('Base URL of the platform'),
    placeHolder: 'https://acme.example.com',
    value,
    ignoreFocusOut: true,
    validateInput: (typed) => {
      if (problem !== undefined && typed === value) return asWarning(problem);
      if (typed.trim() === '') return undefined;
      return urlProblem(typed);
    },
  });
  if (text === undefined || text.trim() === '') throw new CancelledError();
  return normaliseBaseUrl(text);
}

function urlProblem(text: string): string | undefined {
  try {
    normaliseBaseUrl(text);
    return undefined;
  } catch (failure) {
    return errorText(failure, vscode.l10n);
  }
}

async function askKey(host: string, value: string, problem: string | undefined): Promise<string> {
  const text = await askText({
    title: vscode.l10n.t('Connect to a Platform (2 of 2)'),
    prompt: vscode.l10n.t(
      'Key for {0}. It is stored in the secret storage of the editor and sent only to this host.',
      host,
    ),
    placeHolder: vscode.l10n.t('API key or access token'),
    password: true,
    value,
    ignoreFocusOut: true,
    validateInput: (typed) => (problem !== undefined && typed === value ? asWarning(problem) : undefined),
  });
  if (text === undefined || text.trim() === '') throw new CancelledError();
  return text.trim();
}

/** A warning, so that the user can submit the same value again after a network problem. */
function asWarning(message: string): vscode.InputBoxValidationMessage {
  return { message, severity: vscode.InputBoxValidationSeverity.Warning };
}
