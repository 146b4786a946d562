/** Keys and tokens in the editor's secret store, each under the id of its connection. */

import type { Credential } from '../platform/credential.ts';
import type { TokenPair } from '../platform/signIn/tokenPair.ts';

export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/** `user`: the user's own key; `admin`: the administrator's key next to it. */
type KeyOwner = 'user' | 'admin';

/** A key, or the tokens of a sign-in. */
type StoredSecret = Credential | TokenPair;

export class StoredKeys {
  readonly #secrets: SecretStore;

  constructor(secrets: SecretStore) {
    this.#secrets = secrets;
  }

  async read(connectionId: string, owner: KeyOwner): Promise<StoredSecret | undefined> {
    const secret = await this.#secrets.get(nameOf(connectionId, owner));
    return secret === undefined ? undefined : parseSecret(secret);
  }

  async write(connectionId: string, owner: KeyOwner, credential: StoredSecret): Promise<void> {
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

function parseSecret(text: string): StoredSecret | undefined {
  try {
    const { token, scheme, ...pair } = JSON.parse(text) as Partial<Credential & TokenPair>;
    if (isText(token)) return scheme === 'bearer' || scheme === 'api-key' ? { token, scheme } : { token };
    const { accessToken, refreshToken, expiresAt } = pair;
    if (!isText(accessToken) || typeof expiresAt !== 'number') return undefined;
    return { accessToken, refreshToken: isText(refreshToken) ? refreshToken : undefined, expiresAt };
  } catch {
    return undefined;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
