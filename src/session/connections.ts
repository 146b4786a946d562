/** The platforms the user is connected to. Keys are kept in the secret store and in the clients made from them, nowhere else. */

import { Limit, raceAbort, throwIfAborted } from '../base/async.ts';
import { messageOf } from '../base/errors.ts';
import { type Observable, Value } from '../base/event.ts';
import type { Disposable } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { normaliseBaseUrl } from '../platform/baseUrl.ts';
import { type Credential, readCredential } from '../platform/credential.ts';
import type { TokenPair } from '../platform/signIn/tokenPair.ts';
import { noConnection } from './binding.ts';
import { Connection, type ConnectionRecord, type Endpoint, type OpenPlatform } from './connection.ts';
import { sessionErrors } from './errors.ts';
import type { TokenSlot } from './signIn/storedTokens.ts';
import { type SecretStore, StoredKeys } from './storedKeys.ts';

interface RecordStore {
  read(): readonly ConnectionRecord[];
  write(records: readonly ConnectionRecord[]): PromiseLike<void>;
}

interface ConnectionsOptions {
  secrets: SecretStore;
  records: RecordStore;
  openPlatform: OpenPlatform;
  log: Log;
  /** `DATA_MODEL_URL`, `DATA_MODEL_API_KEY` and `DATA_MODEL_ADMIN_API_KEY`. They make a connection that is never stored. */
  environment?: { url?: string | undefined; apiKey?: string | undefined; adminApiKey?: string | undefined };
}

export class Connections implements Disposable {
  readonly #options: ConnectionsOptions;
  readonly #keys: StoredKeys;
  readonly #list = new Value<readonly Connection[]>([]);
  /** One change of the stores at a time. */
  readonly #storing = new Limit(1);

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#keys = new StoredKeys(options.secrets);
    const fromEnvironment = this.#fromEnvironment();
    const records = options.records.read();
    const stored = records.filter(({ id, removed }) => !removed && id !== fromEnvironment?.id);
    this.#list.set([...(fromEnvironment ? [fromEnvironment] : []), ...stored.map((record) => this.#stored(record))]);
    for (const { id, removed } of records) if (removed) void this.#finishRemoval(id);
  }

  get list(): Observable<readonly Connection[]> {
    return this.#list;
  }

  get(id: string): Connection | undefined {
    return this.#list.value.find((connection) => connection.id === id);
  }

  /**
   * Checks a key or the tokens of a sign-in with `users/me`, then stores it under the address it was checked against.
   * @throws UserError (PlatformError) when the platform does not accept it, CancelledError; nothing is stored then.
   */
  async add(address: string, secret: Credential | TokenPair, signal?: AbortSignal): Promise<Connection> {
    const baseUrl = normaliseBaseUrl(address);
    const record = recordOf(baseUrl);
    const signedIn = 'accessToken' in secret;
    const stored = signedIn ? secret : { ...secret, ...readKey(secret.token) };
    const credential: Credential = 'token' in stored ? stored : { token: stored.accessToken, scheme: 'bearer' };
    const userName = await this.#userNameOf(record, { baseUrl, credential }, signal);
    const connection = this.#stored({ ...record, ...(userName && { userName }), ...(signedIn && { signedIn }) });
    await this.#storing.run(async () => {
      await this.#keys.write(baseUrl, 'user', stored);
      await this.#writeRecord(baseUrl, connection.record);
    });
    this.get(baseUrl)?.dispose();
    this.#list.update((list) => [...list.filter(({ id }) => id !== baseUrl), connection]);
    return connection;
  }

  /**
   * Adds an administrator's key to a connection. It is stored under the same address, or kept in memory only if the connection
   * is not stored. @throws UserError (PlatformError) when the platform does not accept it, CancelledError.
   */
  async addAdminKey(id: string, key: string, signal?: AbortSignal): Promise<void> {
    const connection = this.get(id);
    const credential = readKey(key);
    if (!connection) throw noConnection(id);
    const session = await connection.open();
    await session.useAdmin(credential, signal);
    if (connection.origin === 'stored') await this.#keys.write(id, 'admin', credential);
  }

  /**
   * Continues with another key of a connection: the administrator's, or the user's own.
   * @throws UserError (PlatformError) when there is none or the platform does not accept it, CancelledError; nothing changes then
   */
  async useKeyOf(id: string, uses: 'admin' | undefined, signal?: AbortSignal): Promise<Connection> {
    const before = this.get(id);
    if (!before) throw noConnection(id);
    if (uses === 'admin' && !(await before.hasAdminKey()))
      throw sessionErrors.error('admin-key-not-known', [before.record.label]);
    const trial = before.withKeyOf(uses);
    let userName: string | undefined;
    try {
      userName = await raceAbort(
        trial.open().then((session) => session.userName()),
        signal,
      );
    } finally {
      trial.dispose();
    }
    const after = before.withKeyOf(uses, userName);
    before.dispose();
    this.#list.update((list) => list.map((other) => (other === before ? after : other)));
    return after;
  }

  /** Adds the emulator on this machine. Never stored. */
  addEmulator(record: ConnectionRecord, endpoint: () => Promise<Endpoint>): Connection {
    const existing = this.get(record.id);
    if (existing) return existing;
    const connection = new Connection(record, 'emulator', endpoint, this.#options.openPlatform);
    this.#list.update((list) => [...list, connection]);
    return connection;
  }

  /** Removes a connection with its keys and tokens. If that is interrupted, the next start of the editor completes it. */
  async remove(id: string): Promise<void> {
    const connection = this.get(id);
    if (!connection) return;
    this.#list.update((list) => list.filter((other) => other !== connection));
    connection.dispose();
    if (connection.origin !== 'stored') return;
    await this.#storing.run(async () => {
      await this.#writeRecord(id, { ...connection.record, removed: true });
      await this.#deleteStored(id);
    });
  }

  dispose(): void {
    for (const connection of this.#list.value) connection.dispose();
    this.#list.dispose();
  }

  #fromEnvironment(): Connection | undefined {
    const { environment: { url, apiKey, adminApiKey } = {}, openPlatform, log } = this.#options;
    if (!url || !apiKey) return undefined;
    try {
      const baseUrl = normaliseBaseUrl(url);
      const endpoint: Endpoint = {
        baseUrl,
        credential: readCredential(apiKey),
        ...(adminApiKey ? { admin: readCredential(adminApiKey) } : {}),
      };
      return new Connection(recordOf(baseUrl), 'environment', async () => endpoint, openPlatform);
    } catch (failure) {
      log.warn(`DATA_MODEL_URL is ignored: ${messageOf(failure)}`);
      return undefined;
    }
  }

  async #userNameOf(record: ConnectionRecord, endpoint: Endpoint, signal?: AbortSignal): Promise<string | undefined> {
    const trial = new Connection(record, 'stored', async () => endpoint, this.#options.openPlatform);
    try {
      throwIfAborted(signal);
      return await raceAbort(
        trial.open().then((session) => session.userName()),
        signal,
      );
    } finally {
      trial.dispose();
    }
  }

  #stored(record: ConnectionRecord): Connection {
    return new Connection(record, 'stored', () => this.#endpointOf(record), this.#options.openPlatform);
  }

  async #endpointOf({ id, label }: ConnectionRecord): Promise<Endpoint> {
    const missing = () => sessionErrors.error('key-not-stored', [label], { where: id });
    const own = await this.#keys.read(id, 'user');
    if (!own) throw missing();
    const admin = await this.#keys.read(id, 'admin');
    const credential = 'token' in own ? own : this.#tokensOf(id, missing);
    return { baseUrl: id, credential, ...(admin && 'token' in admin ? { admin } : {}) };
  }

  #tokensOf(id: string, missing: () => Error): TokenSlot {
    return {
      read: async () => {
        const pair = await this.#keys.read(id, 'user');
        if (pair && 'accessToken' in pair) return pair;
        throw missing();
      },
      write: async (pair) => {
        // A refresh that ends after the user has signed out must leave no tokens.
        if (await this.#keys.read(id, 'user')) await this.#keys.write(id, 'user', pair);
      },
    };
  }

  async #finishRemoval(id: string): Promise<void> {
    try {
      await this.#storing.run(async () => {
        // The user may have connected again since the start.
        if (this.#options.records.read().some((record) => record.id === id && record.removed))
          await this.#deleteStored(id);
      });
    } catch (failure) {
      this.#options.log.warn(`The keys of ${id} are not deleted yet: ${messageOf(failure)}`);
    }
  }

  async #deleteStored(id: string): Promise<void> {
    await this.#keys.delete(id);
    await this.#writeRecord(id);
  }

  /** Replaces or deletes one record and keeps those that other windows have written. */
  async #writeRecord(id: string, record?: ConnectionRecord): Promise<void> {
    const { records } = this.#options;
    await records.write([...records.read().filter((other) => other.id !== id), ...(record ? [record] : [])]);
  }
}

function readKey(text: string): Credential {
  const credential = readCredential(text);
  if (credential.token === '') throw sessionErrors.error('empty-key');
  return credential;
}

function recordOf(baseUrl: string): ConnectionRecord {
  return { id: baseUrl, label: new URL(baseUrl).host };
}
