/** A connection: one platform and one credential. */

import { type Observable, Value } from '../base/event.ts';
import type { Disposable } from '../base/lifetime.ts';
import type { Credential } from '../platform/credential.ts';
import type { PlatformSession } from './platformSession.ts';
import type { TokenSlot } from './signIn/storedTokens.ts';

/** The stored part of a connection. Contains no secret. */
export interface ConnectionRecord {
  /** The normalised base address, or `emulator`. */
  id: string;
  label: string;
  userName?: string;
  /** Whether the user signed in with a browser. */
  signedIn?: boolean;
  /** The administrator's key is used in place of the user's own. Never stored, so that a window begins with the user's own key. */
  uses?: 'admin';
  /** Whether the user has signed out while its keys may still be stored. */
  removed?: boolean;
}

/** The address of a connection's requests, and their keys. */
export interface Endpoint {
  baseUrl: string;
  credential: Credential | TokenSlot;
  /** An administrator's key, for the few operations that the user's own key may not call. */
  admin?: Credential;
}

export type OpenPlatform = (endpoint: Endpoint, connection: Connection) => Promise<PlatformSession>;

/** `environment`: from the editor's environment variables; `emulator`: the emulator on this machine. */
type ConnectionOrigin = 'stored' | 'environment' | 'emulator';

/** Opens its session on first use, and again after a failure. */
export class Connection implements Disposable {
  readonly record: ConnectionRecord;
  readonly origin: ConnectionOrigin;
  readonly #endpoint: () => Promise<Endpoint>;
  readonly #openPlatform: OpenPlatform;
  readonly #openSession = new Value<PlatformSession | undefined>(undefined);
  #opening: Promise<PlatformSession> | undefined;

  constructor(
    record: ConnectionRecord,
    origin: ConnectionOrigin,
    endpoint: () => Promise<Endpoint>,
    openPlatform: OpenPlatform,
  ) {
    this.record = record;
    this.origin = origin;
    this.#endpoint = endpoint;
    this.#openPlatform = openPlatform;
  }

  /** Whether it has an administrator's key. @throws as `open` does */
  async hasAdminKey(): Promise<boolean> {
    return (await this.#endpoint()).admin !== undefined;
  }

  /**
   * The address and the key, for another process of this user; undefined if the user signed in with a browser: tokens that two
   * processes renew would end each other. @throws as `open` does
   */
  async ownKey(): Promise<{ baseUrl: string; credential: Credential } | undefined> {
    const { baseUrl, credential, admin } = await this.#endpoint();
    if (this.record.uses === 'admin' && admin) return { baseUrl, credential: admin };
    return 'token' in credential ? { baseUrl, credential } : undefined;
  }

  /** The same platform with another of its keys. @param uses undefined: the user's own key */
  withKeyOf(uses: 'admin' | undefined, userName?: string): Connection {
    const { userName: _, uses: __, ...rest } = this.record;
    const record = { ...rest, ...(userName !== undefined && { userName }), ...(uses && { uses }) };
    return new Connection(record, this.origin, this.#endpoint, this.#openPlatform);
  }

  get id(): string {
    return this.record.id;
  }

  /** The session while it is open. Reading it opens nothing. */
  get session(): Observable<PlatformSession | undefined> {
    return this.#openSession;
  }

  /** @throws UserError when the key is missing or the emulator cannot start. */
  open(): Promise<PlatformSession> {
    if (this.#opening) return this.#opening;
    const opening = this.#endpoint()
      .then(({ admin, ...own }) => {
        const credential = this.record.uses === 'admin' && admin ? admin : own.credential;
        return this.#openPlatform({ ...own, credential, ...(admin && { admin }) }, this);
      })
      .then(
        (session) => {
          if (this.#opening === opening) this.#openSession.set(session);
          return session;
        },
        (failure) => {
          if (this.#opening === opening) this.#opening = undefined;
          throw failure;
        },
      );
    this.#opening = opening;
    return opening;
  }

  /** Closes the session, for example when the emulator restarted. The next `open()` creates another one. */
  reset(): void {
    const opening = this.#opening;
    this.#opening = undefined;
    this.#openSession.set(undefined);
    opening?.then(
      (session) => session.dispose(),
      () => {},
    );
  }

  dispose(): void {
    this.reset();
    this.#openSession.dispose();
  }
}
