/**
 * The connections as accounts of the editor: listed in the Accounts menu, added and signed out there.
 *
 * The key is not handed over as access token. Any extension may ask the editor for a session, and a person who says yes to
 * that question is not told that this key writes to production; nobody needs it, because everything that talks to the
 * platform is in here. The token of a session is therefore empty; the key stays in the secret storage.
 */

import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import type { Connection } from '../../session/connection.ts';
import type { App } from '../shell/app.ts';
import { authenticationProviderId } from '../shell/ids.ts';
import { connectToPlatform } from './connectToPlatform.ts';

export class Authentication implements vscode.AuthenticationProvider, vscode.Disposable {
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  readonly #changed = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  #known: readonly vscode.AuthenticationSession[];

  constructor(app: App) {
    this.#app = app;
    this.#known = sessionsOf(app);
    this.#lifetime.add(this.#changed);
    this.#lifetime.add(app.connections.onChange(() => this.#tell()));
    this.#lifetime.add(
      vscode.authentication.registerAuthenticationProvider(
        authenticationProviderId,
        vscode.l10n.t('Data Model platform'),
        this,
        { supportsMultipleAccounts: true },
      ),
    );
  }

  get onDidChangeSessions(): vscode.Event<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent> {
    return this.#changed.event;
  }

  async getSessions(
    _scopes: readonly string[] | undefined,
    options: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession[]> {
    const { account } = options;
    return sessionsOf(this.#app).filter((session) => account === undefined || session.account.id === account.id);
  }

  async createSession(): Promise<vscode.AuthenticationSession> {
    return sessionOf(await connectToPlatform(this.#app));
  }

  async removeSession(id: string): Promise<void> {
    await this.#app.connections.remove(id);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #tell(): void {
    const before = this.#known;
    const after = sessionsOf(this.#app);
    this.#known = after;
    const missingIn = (list: readonly vscode.AuthenticationSession[]) => (session: vscode.AuthenticationSession) =>
      !list.some(({ id }) => id === session.id);
    const added = after.filter(missingIn(before));
    const removed = before.filter(missingIn(after));
    if (added.length + removed.length > 0) this.#changed.fire({ added, removed, changed: [] });
  }
}

/** The emulator on this machine is nobody's account. */
function sessionsOf({ connections }: App): vscode.AuthenticationSession[] {
  return connections.list.value.filter(({ origin }) => origin !== 'emulator').map(sessionOf);
}

function sessionOf({ id, record: { label, userName } }: Connection): vscode.AuthenticationSession {
  return { id, accessToken: '', account: { id, label: userName ? `${userName} (${label})` : label }, scopes: [] };
}
