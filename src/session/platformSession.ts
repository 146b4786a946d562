/** One platform through one credential: who we are there, and its deployments. Loaded on first use with the client it needs. */

import type { Disposable } from '../base/lifetime.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import type { Deployment } from '../contract/deployments.ts';
import { operations } from '../contract/operations.ts';
import type { User } from '../contract/users.ts';
import type { Client } from '../platform/client.ts';
import { DeploymentSession } from './deploymentSession.ts';
import { LazyList, LazyValue } from './loadable.ts';

export class PlatformSession implements Disposable {
  readonly client: Client;
  /** The connection's id: a base address, or `emulator`. */
  readonly connectionId: string;
  readonly deployments: LazyList<Deployment>;
  readonly me: LazyValue<User>;
  readonly #opened = new Map<string, DeploymentSession>();
  readonly #lifetime = new Lifetime();
  readonly #log: Log;

  constructor(client: Client, connectionId: string, log: Log) {
    this.client = client;
    this.connectionId = connectionId;
    this.#log = log;
    this.deployments = this.#lifetime.add(
      new LazyList((signal) => client.pages(operations.listDeployments, {}, { signal })),
    );
    this.me = this.#lifetime.add(new LazyValue((signal) => client.call(operations.getMe, {}, { signal })));
    this.#lifetime.onDispose(() => client.dispose());
  }

  /** How the person is called on the platform. @throws PlatformError when the credential is not accepted. */
  async userName(): Promise<string | undefined> {
    const { username, email, firstName, lastName } = await this.me.load();
    return email ?? username ?? ([firstName, lastName].filter(Boolean).join(' ') || undefined);
  }

  /** The session of one deployment; the same object for the same id. */
  deployment(id: string | number): DeploymentSession {
    const key = String(id);
    let session = this.#opened.get(key);
    if (!session) {
      session = this.#lifetime.add(new DeploymentSession(this.client, this.connectionId, key, this.#log));
      this.#opened.set(key, session);
    }
    return session;
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#opened.clear();
  }
}
