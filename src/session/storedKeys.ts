/** Keys in the editor's secret store, each under the id of its connection. */

import type { Credential } from '../platform/credential.ts';

export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/** `user`: the user's own key; `admin`: the administrator's key beside it. */
type KeyOwner = 'user' | 'admin';

export class StoredKeys {
  readonly #secrets: SecretStore;

  constructor(secrets: SecretStore) {
    this.#secrets = secrets;
  }

  async read(connectionId: string, owner: KeyOwner): Promise<Credential | undefined> {
    const secret = await this.#secrets.get(nameOf(connectionId, owner));
    return secret === undefined ? undefined : parseCredential(secret);
  }

  async write(connectionId: string, owner: KeyOwner, credential: Credential): Promise<void> {
    await this.#secrets.store(nameOf(connectionId, owner), JSON.stringify(credential));
  }

  async delete(connectionId: string): Promise<void> {
    await this.#secrets.delete(nameOf(connectionId, 'user'));
    await this.#secrets.delete(nameOf(connectionId, 'admin'));
  }
}

function nameOf(connectionId: string, owner: KeyOwner): string {
  return `dataModel.${owner === 'admin' ? 'admin' : 'connection'}:${connectionId}`;
}

function parseCredential(text: string): Credential | undefined {
  try {
    const { token, scheme } = JSON.parse(text) as Partial<Credential>;
    if (typeof token !== 'string' || token === '') return undefined;
    return scheme === 'bearer' || scheme === 'api-key' ? { token, scheme } : { token };
  } catch {
    return undefined;
  }
}
