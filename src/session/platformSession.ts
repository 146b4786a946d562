/** One platform with one credential: its user and its deployments. */

import { raceAbort } from '../base/async.ts';
import { messageOf, type UserError } from '../base/errors.ts';
import { type Observable, Value } from '../base/event.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import type { Operation } from '../contract/definition/operation.ts';
import type { Deployment } from '../contract/deployments/deployments.ts';
import { deploymentOperations } from '../contract/deployments/deployments.ts';
import type { User } from '../contract/users/me.ts';
import { meOperations } from '../contract/users/me.ts';
import { apiErrors } from '../platform/api/errors.ts';
import { type ApiDocument, hasRoute } from '../platform/api/openApi.ts';
import { hasUncertainNames, tenantNames } from '../platform/api/parameterNames.ts';
import { readTenantDocument } from '../platform/api/tenantDocument.ts';
import type { Client, Reader, ResourceWriter } from '../platform/client.ts';
import type { Credential } from '../platform/credential.ts';
import { isAdministrator } from './administrator.ts';
import { DeploymentSession } from './deploymentSession.ts';
import { sessionErrors } from './errors.ts';
import { LazyList } from './lazyList.ts';
import { LazyValue } from './lazyValue.ts';
import { refusalFor } from './userPermissions.ts';

const noNames: ReadonlyMap<string, string> = new Map();

export class PlatformSession implements Disposable {
  readonly client: Reader;
  /** For changes of the platform's resources; changes of branches are methods of `DeploymentSession`. */
  readonly writer: ResourceWriter;
  /** The connection's id: a base address, or `emulator`. */
  readonly connectionId: string;
  readonly deployments: LazyList<Deployment>;
  readonly me: LazyValue<User>;
  /** The platform's own API document; null if it has none. */
  readonly apiDocument: LazyValue<ApiDocument | null>;
  readonly #deploymentSessions = new Map<string, DeploymentSession>();
  readonly #reachable: Value<boolean>;
  readonly #lifetime = new Lifetime();
  readonly #log: Log;
  readonly #clientWith: ((credential: Credential) => Client) | undefined;
  readonly #whole: Client;
  #admin: Client | undefined;
  #firstDocument: Promise<unknown> | undefined;

  constructor(client: Client, connectionId: string, log: Log, clientWith?: (credential: Credential) => Client) {
    this.client = client;
    this.writer = client;
    this.#whole = client;
    this.#clientWith = clientWith && ((credential) => this.#withNames(clientWith(credential)));
    this.connectionId = connectionId;
    this.#log = log;
    this.deployments = this.#lifetime.add(
      new LazyList((signal) => client.pages(deploymentOperations.listDeployments, {}, { signal })),
    );
    this.me = this.#lifetime.add(new LazyValue((signal) => client.call(meOperations.getMe, {}, { signal })));
    this.apiDocument = this.#lifetime.add(new LazyValue((signal) => readTenantDocument(client, signal, log)));
    this.#reachable = this.#lifetime.add(new Value(true));
    client.onReached = (reached) => this.#reachable.set(reached);
    this.#withNames(client);
    this.#lifetime.onDispose(() => {
      client.dispose();
      this.#admin?.dispose();
    });
  }

  /** The name of the user on the platform. @throws PlatformError when the credential is not accepted. */
  async userName(): Promise<string | undefined> {
    const { username, email, firstName, lastName } = await this.me.load();
    return email ?? username ?? ([firstName, lastName].filter(Boolean).join(' ') || undefined);
  }

  /** Whether the last call reached the platform. */
  get reachable(): Observable<boolean> {
    return this.#reachable;
  }

  /** The client with an administrator's key if there is one, else with the user's own key. */
  get admin(): ResourceWriter {
    return this.#admin ?? this.#whole;
  }

  /** Whether there is an administrator's key. */
  get hasAdmin(): boolean {
    return this.#admin !== undefined;
  }

  /** A client of the same platform with another credential. The caller disposes it. */
  clientWith(credential: Credential): ResourceWriter {
    return this.#open(credential);
  }

  #open(credential: Credential): Client {
    if (!this.#clientWith) throw sessionErrors.error('no-other-key');
    return this.#clientWith(credential);
  }

  /**
   * Sets the credential of `admin`. With a signal, the platform checks it first.
   * @throws UserError `no-admin-key` if its user is not an administrator; PlatformError, CancelledError
   */
  async useAdmin(credential: Credential, signal?: AbortSignal): Promise<void> {
    const client = this.#open(credential);
    try {
      const user = signal && (await client.call(meOperations.getMe, {}, { signal }));
      if (user && !isAdministrator(user)) throw sessionErrors.error('no-admin-key', [client.host]);
    } catch (failure) {
      client.dispose();
      throw failure;
    }
    this.#admin?.dispose();
    this.#admin = client;
  }

  /**
   * Why the user cannot use an operation: the platform does not have it, or the user's policies do not allow it. Undefined if
   * they can, or if the platform does not say. Without a deployment: whether they can use it in any.
   * The first call reads the API document and the user; after an outage the next call reads them again.
   * @throws CancelledError when `signal` aborts
   */
  async unavailable(operation: Operation, deploymentId?: string, signal?: AbortSignal): Promise<UserError | undefined> {
    const { access, permission } = operation;
    const reading = Promise.all([
      this.#known(this.apiDocument, operation),
      access === 'admin' || permission ? this.#known(this.me, operation) : undefined,
    ]);
    const [api, user] = await raceAbort(reading, signal);
    if (api && !hasRoute(api, operation)) {
      return apiErrors.error('no-route', [`${operation.method} ${operation.path}`], { where: this.client.host });
    }
    return user && refusalFor(user, operation, { deploymentId, hasAdmin: this.hasAdmin, host: this.client.host });
  }

  /** @throws the reason why the user cannot use an operation, as in `unavailable`; CancelledError */
  async require(operation: Operation, deploymentId?: string, signal?: AbortSignal): Promise<void> {
    const refusal = await this.unavailable(operation, deploymentId, signal);
    if (refusal) throw refusal;
  }

  /** Reads again what is known of the user and of the platform's operations. Never rejects. */
  async reloadAccount(): Promise<void> {
    const known = [this.me, this.apiDocument].filter(({ value }) => value !== undefined);
    await Promise.allSettled(known.map((value) => value.reload()));
  }

  /** The session of a deployment; the same object for the same id. */
  deployment(id: string | number): DeploymentSession {
    const key = String(id);
    let session = this.#deploymentSessions.get(key);
    if (!session) {
      session = this.#lifetime.add(new DeploymentSession(this.#whole, this.connectionId, key, this.#log));
      this.#deploymentSessions.set(key, session);
    }
    return session;
  }

  /** Waits for the API document, once, if a wrong name would select the wrong branch. */
  #withNames(client: Client): Client {
    client.parameterNames = async (operation, query, signal) => {
      if (!hasUncertainNames(query)) return noNames;
      this.#firstDocument ??= this.#known(this.apiDocument, operation);
      await raceAbort(this.#firstDocument, signal);
      const { value } = this.apiDocument;
      return value ? tenantNames(value, operation) : noNames;
    };
    return client;
  }

  /** Undefined in an outage. */
  #known<T>(value: LazyValue<T>, { id }: Operation): Promise<T | undefined> {
    return value.load().catch((failure: unknown) => {
      this.#log.debug(`${id} is assumed to be as in the contract: ${messageOf(failure)}`);
      return undefined;
    });
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#deploymentSessions.clear();
  }
}
