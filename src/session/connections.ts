/**
 * The platforms a person is connected to. A key lives only in the secret store, under the exact address it belongs to,
 * and in the client made from it.
 */

import { raceAbort, throwIfAborted } from '../base/async.ts';
import { UserError } from '../base/errors.ts';
import { type Event, type Observable, Value } from '../base/event.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { normaliseBaseUrl } from './binding.ts';
import type { PlatformSession } from './platformSession.ts';

export type CredentialScheme = 'bearer' | 'api-key';

export interface Credential {
  token: string;
  /** Chosen by the token's prefix when left out. */
  scheme?: CredentialScheme;
}

/** What is remembered of a connection. Holds no secret. */
export interface ConnectionRecord {
  /** The normalised base address, or `emulator`. */
  id: string;
  label: string;
  userName?: string;
}

export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

export interface RecordStore {
  read(): readonly ConnectionRecord[];
  write(records: readonly ConnectionRecord[]): PromiseLike<void>;
}

/** Where a connection's requests go and what they carry; resolved on first use. */
export interface Endpoint {
  baseUrl: string;
  credential: Credential;
  /** An admin's, for the few calls that a person's own key may not make. */
  admin?: Credential;
}

export type OpenPlatform = (endpoint: Endpoint, connection: Connection) => Promise<PlatformSession>;

/** One platform and one credential; its session opens on first use and is made anew after a failure. */
export class Connection implements Disposable {
  readonly record: ConnectionRecord;
  /** Where the credential comes from: a person, the environment of the editor, or the emulator on this machine. */
  readonly origin: 'stored' | 'environment' | 'emulator';
  readonly #endpoint: () => Promise<Endpoint>;
  readonly #openPlatform: OpenPlatform;
  readonly #current = new Value<PlatformSession | undefined>(undefined);
  #session: Promise<PlatformSession> | undefined;

  constructor(
    record: ConnectionRecord,
    origin: 'stored' | 'environment' | 'emulator',
    endpoint: () => Promise<Endpoint>,
    openPlatform: OpenPlatform,
  ) {
    this.record = record;
    this.origin = origin;
    this.#endpoint = endpoint;
    this.#openPlatform = openPlatform;
  }

  get id(): string {
    return this.record.id;
  }

  /** The session, while it is open: for those who show what is loaded and load nothing themselves. */
  get session(): Observable<PlatformSession | undefined> {
    return this.#current;
  }

  /** @throws UserError when the key is gone or the emulator cannot start. */
  open(): Promise<PlatformSession> {
    if (this.#session) return this.#session;
    const opening = this.#endpoint()
      .then((endpoint) => this.#openPlatform(endpoint, this))
      .then(
        (session) => {
          if (this.#session === opening) this.#current.set(session);
          return session;
        },
        (failure) => {
          if (this.#session === opening) this.#session = undefined;
          throw failure;
        },
      );
    this.#session = opening;
    return opening;
  }

  /** Drops the session (its emulator restarted, its key changed); the next `open()` makes a new one. */
  reset(): void {
    const session = this.#session;
    this.#session = undefined;
    this.#current.set(undefined);
    session?.then(
      (open) => open.dispose(),
      () => {},
    );
  }

  dispose(): void {
    this.reset();
    this.#current.dispose();
  }
}

export interface ConnectionsOptions {
  secrets: SecretStore;
  records: RecordStore;
  openPlatform: OpenPlatform;
  log: Log;
  /** `DATA_MODEL_URL` and `DATA_MODEL_API_KEY` (and `DATA_MODEL_ADMIN_API_KEY`) make a connection that is never stored. */
  environment?: { url?: string | undefined; apiKey?: string | undefined; adminApiKey?: string | undefined };
}

export class Connections implements Disposable {
  readonly #options: ConnectionsOptions;
  readonly #list = new Value<readonly Connection[]>([]);
  readonly #lifetime = new Lifetime();

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    const { url, apiKey, adminApiKey } = options.environment ?? {};
    const list: Connection[] = [];
    if (url && apiKey) {
      try {
        const baseUrl = normaliseBaseUrl(url);
        const endpoint = async () => ({
          baseUrl,
          credential: { token: apiKey },
          ...(adminApiKey ? { admin: { token: adminApiKey } } : {}),
        });
        list.push(
          new Connection({ id: baseUrl, label: hostOf(baseUrl) }, 'environment', endpoint, options.openPlatform),
        );
      } catch (failure) {
        options.log.warn(`DATA_MODEL_URL is ignored: ${failure instanceof Error ? failure.message : failure}`);
      }
    }
    for (const record of options.records.read()) {
      if (!list.some((other) => other.id === record.id)) list.push(this.#stored(record));
    }
    this.#list.set(list);
  }

  get list(): Observable<readonly Connection[]> {
    return this.#list;
  }

  get onChange(): Event<readonly Connection[]> {
    return this.#list.onChange;
  }

  get(id: string): Connection | undefined {
    return this.#list.value.find((connection) => connection.id === id);
  }

  /**
   * Checks the key with `users/me`, then stores it under the address it was checked against.
   * @throws UserError (PlatformError) when the platform does not take it, CancelledError; nothing is stored then.
   */
  async add(address: string, credential: Credential, signal?: AbortSignal): Promise<Connection> {
    const baseUrl = normaliseBaseUrl(address);
    const token = credential.token.trim();
    if (token === '') throw new UserError('The key is empty.', { action: 'Paste the key the platform gave you.' });
    const checked: Credential = credential.scheme ? { token, scheme: credential.scheme } : { token };
    const trial = new Connection(
      { id: baseUrl, label: hostOf(baseUrl) },
      'stored',
      async () => ({ baseUrl, credential: checked }),
      this.#options.openPlatform,
    );
    const end = () => trial.dispose();
    signal?.addEventListener('abort', end, { once: true });
    let userName: string | undefined;
    try {
      throwIfAborted(signal);
      userName = await raceAbort(
        trial.open().then((session) => session.userName()),
        signal,
      );
    } finally {
      signal?.removeEventListener('abort', end);
      trial.dispose();
    }
    await this.#options.secrets.store(secretKey(baseUrl), JSON.stringify(checked));
    const connection = this.#stored({ id: baseUrl, label: hostOf(baseUrl), ...(userName ? { userName } : {}) });
    await this.#replace(connection);
    return connection;
  }

  /**
   * Gives a connection an admin's key beside its own; kept under the same address, or only in memory where the connection
   * itself is not stored. @throws UserError (PlatformError) when the platform does not take it, CancelledError.
   */
  async addAdminKey(id: string, key: string, signal?: AbortSignal): Promise<void> {
    const connection = this.get(id);
    const token = key.trim();
    if (!connection || token === '') {
      throw new UserError('The key is empty.', { action: 'Paste the key the platform gave you.' });
    }
    const session = await connection.open();
    await session.useAdmin({ token }, signal);
    if (connection.origin === 'stored') await this.#options.secrets.store(adminKey(id), JSON.stringify({ token }));
  }

  /** Adds a connection whose endpoint somebody else provides: the emulator on this machine. Never stored. */
  adopt(record: ConnectionRecord, endpoint: () => Promise<Endpoint>): Connection {
    const existing = this.get(record.id);
    if (existing) return existing;
    const connection = new Connection(record, 'emulator', endpoint, this.#options.openPlatform);
    this.#list.update((list) => [...list, connection]);
    return connection;
  }

  /** Forgets a connection and its key. */
  async remove(id: string): Promise<void> {
    const connection = this.get(id);
    if (!connection) return;
    this.#list.update((list) => list.filter((other) => other !== connection));
    connection.dispose();
    if (connection.origin === 'stored') {
      await this.#options.secrets.delete(secretKey(id));
      await this.#options.secrets.delete(adminKey(id));
    }
    await this.#remember();
  }

  dispose(): void {
    this.#lifetime.dispose();
    for (const connection of this.#list.value) connection.dispose();
    this.#list.dispose();
  }

  #stored(record: ConnectionRecord): Connection {
    return new Connection(record, 'stored', () => this.#endpointOf(record), this.#options.openPlatform);
  }

  async #endpointOf(record: ConnectionRecord): Promise<Endpoint> {
    const secret = await this.#options.secrets.get(secretKey(record.id));
    const credential = secret === undefined ? undefined : parseCredential(secret);
    if (!credential) {
      throw new UserError(`The key for ${record.label} is not stored on this machine.`, {
        where: record.id,
        action: 'Connect to the platform again.',
      });
    }
    const admin = parseCredential((await this.#options.secrets.get(adminKey(record.id))) ?? '');
    return { baseUrl: record.id, credential, ...(admin ? { admin } : {}) };
  }

  async #replace(connection: Connection): Promise<void> {
    this.get(connection.id)?.dispose();
    this.#list.update((list) => [...list.filter((other) => other.id !== connection.id), connection]);
    await this.#remember();
  }

  async #remember(): Promise<void> {
    const stored = this.#list.value.filter((connection) => connection.origin === 'stored');
    await this.#options.records.write(stored.map((connection) => connection.record));
  }
}

function secretKey(id: string): string {
  return `dataModel.connection:${id}`;
}

function adminKey(id: string): string {
  return `dataModel.admin:${id}`;
}

function hostOf(baseUrl: string): string {
  return new URL(baseUrl).host;
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
