/** Asks the user for the URL of a platform and for a sign-in or a key. Each mistake is said in its box, and the key is never shown. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { normaliseBaseUrl } from '../../platform/baseUrl.ts';
import type { Connection } from '../../session/connection.ts';
import type { PendingSignIn } from '../../session/signIn/openSignIn.ts';
import type { App } from '../shell/app.ts';
import { askUntilAccepted, goneBack } from '../shell/checkedInput.ts';
import { errorText } from '../shell/errorText.ts';
import { showStatus, withProgress } from '../shell/notifications.ts';
import { readNetwork } from '../shell/settings.ts';

export interface ConnectRequest {
  /** The address with which the box begins. */
  url?: string | undefined;
  /** The user has chosen the address before, so that it is not asked for if a platform answers there. */
  isKnown?: boolean;
}

/** Where a platform answers. */
interface Reached {
  url: string;
  /** Undefined if it offers no sign-in with a browser. */
  pending: PendingSignIn | undefined;
}

/** Asks until the platform accepts a sign-in or key. @throws CancelledError; UserError of a sign-in */
export async function connectToPlatform(app: App, request: ConnectRequest = {}): Promise<Connection> {
  let { url = '', isKnown = false } = request;
  for (;;) {
    const reached = await askUrl(app, url, isKnown);
    const connection = await signIn(app, reached);
    if (connection) return connection;
    url = reached.url;
    isKnown = false;
  }
}

export function showConnected({ record: { label, userName } }: Connection): void {
  showStatus(
    userName ? vscode.l10n.t('Connected to {0} as {1}', label, userName) : vscode.l10n.t('Connected to {0}', label),
  );
}

/** Offers to sign in, or asks for keys until one is accepted. @returns undefined if the user goes back to the address */
async function signIn(app: App, { url, pending }: Reached): Promise<Connection | undefined> {
  try {
    if (pending) {
      const { approve } = await import('./signInWithBrowser.ts');
      const tokens = await approve(pending);
      if (tokens === goneBack) return undefined;
      if (tokens) {
        const title = vscode.l10n.t('Connecting to {0}', new URL(url).host);
        return await withProgress(title, (signal) => app.connections.add(url, tokens, signal));
      }
    }
    const connection = await askKey(app, url);
    return connection === goneBack ? undefined : connection;
  } finally {
    pending?.dispose();
  }
}

/** @throws PlatformError if no platform answers at the address, CancelledError */
async function reach({ log }: App, url: string, signal: AbortSignal): Promise<Reached> {
  const { beginSignIn } = await import('../../session/signIn/openSignIn.ts');
  return { url, pending: await beginSignIn(url, { ...readNetwork(), log }, signal) };
}

async function askUrl(app: App, value: string, isKnown: boolean): Promise<Reached> {
  const reached = await askUntilAccepted({
    title: vscode.l10n.t('Connect to a Platform (1 of 2)'),
    prompt: vscode.l10n.t('Base URL of the platform'),
    placeholder: 'https://acme.example.com',
    value,
    isSubmitted: isKnown,
    problemOf: urlProblem,
    accept: (text, signal) => reach(app, normaliseBaseUrl(text), signal),
  });
  if (reached === goneBack) throw new CancelledError();
  return reached;
}

function urlProblem(text: string): string | undefined {
  if (text === '') return undefined;
  try {
    normaliseBaseUrl(text);
    return undefined;
  } catch (failure) {
    return errorText(failure, vscode.l10n);
  }
}

function askKey(app: App, url: string): Promise<Connection | typeof goneBack> {
  return askUntilAccepted({
    title: vscode.l10n.t('Connect to a Platform (2 of 2)'),
    prompt: vscode.l10n.t(
      'Key for {0}. It is stored in the secret storage of the editor and sent only to this host.',
      new URL(url).host,
    ),
    placeholder: vscode.l10n.t('API key or access token'),
    password: true,
    canGoBack: true,
    accept: (token, signal) => app.connections.add(url, { token }, signal),
  });
}
