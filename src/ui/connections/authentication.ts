/**
 * Shows the connections in the Accounts menu of the editor, where the user can add and remove them.
 *
 * The sessions contain no access token. Any extension can request a session, and the consent dialog does not say that the key
 * allows writing to production. The key stays in the secret storage, because only this extension uses it.
 */

import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import type { Connection } from '../../session/connection.ts';
import { authenticationProviderId } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
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
    this.#lifetime.add(app.connections.list.onChange(() => this.#fireChanges()));
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

  #fireChanges(): void {
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

/** All connections except the local emulator, which has no account. */
function sessionsOf({ connections }: App): vscode.AuthenticationSession[] {
  return connections.list.value.filter(({ origin }) => origin !== 'emulator').map(sessionOf);
}

function sessionOf({ id, record: { label, userName } }: Connection): vscode.AuthenticationSession {
  return { id, accessToken: '', account: { id, label: userName ? `${userName} (${label})` : label }, scopes: [] };
}
