/** Shared by the probes of one run. Each part is requested once, by the first probe that needs it. */

import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { type Deployment, deploymentOperations } from '../../contract/deployments/deployments.ts';
import { meOperations, type User } from '../../contract/users/me.ts';
import { Transport, type TransportOptions } from '../../platform/http/transport.ts';
import type { WireResponse } from '../../platform/http/wire.ts';
import { reach } from '../../platform/reach.ts';
import type { Connection } from '../connection.ts';
import type { PlatformSession } from '../platformSession.ts';
import { healthErrors } from './healthTexts.ts';

export interface HealthTarget {
  connection: Pick<Connection, 'id' | 'origin' | 'open'>;
  /** Undefined: the first one of the list. */
  deploymentId: string | undefined;
  network: TransportOptions;
  /** The operations that this version knows. */
  operations: readonly { id: string; method: string; path: string }[];
  /** Whether the origin of the pages around a preview is not known, as in an editor in a browser. */
  isWebEditor: boolean;
}

/** Milliseconds for one answer. */
const answerMs = 10_000;

interface Reached {
  baseUrl: string;
  response: WireResponse;
  /** When the response arrived, in milliseconds since the epoch. */
  at: number;
}

export class HealthRun implements Disposable {
  readonly target: HealthTarget;
  readonly #signal: AbortSignal;
  readonly #lifetime = new Lifetime();
  readonly #shared = new Map<string, Promise<unknown>>();

  constructor(target: HealthTarget, signal: AbortSignal) {
    this.target = target;
    this.#signal = signal;
  }

  /** An answer to a request without credential, whatever its status below 500. @throws PlatformError; UserError of the emulator */
  reached(): Promise<Reached> {
    return this.#once('reached', async () => {
      const { connection, network } = this.target;
      const baseUrl = connection.origin === 'emulator' ? (await connection.open()).client.baseUrl : connection.id;
      const transport = this.#lifetime.add(new Transport(network));
      const response = await reach(baseUrl, transport, this.#signal);
      return { baseUrl, response, at: Date.now() };
    });
  }

  /** Like `reached`, for probes that need nothing else. @throws UserError `not-reached` */
  answered(): Promise<Reached> {
    return this.reached().catch((cause: unknown) => {
      throw healthErrors.error('not-reached', [], { cause });
    });
  }

  /** @throws UserError `not-reached`, or what opening the connection throws */
  async session(): Promise<PlatformSession> {
    await this.answered();
    return this.target.connection.open();
  }

  /** The user of the credential. @throws UserError, PlatformError */
  user(): Promise<User> {
    return this.#once('user', async () => {
      const { client } = await this.session();
      return client.call(meOperations.getMe, {}, this.options());
    });
  }

  /** The session with a credential that works. @throws UserError `not-reached`, `not-accepted` */
  async accepted(): Promise<PlatformSession> {
    const session = await this.session();
    await this.user().catch((cause: unknown) => {
      throw healthErrors.error('not-accepted', [], { cause });
    });
    return session;
  }

  /** @throws UserError `no-deployment`, as `accepted` does; PlatformError */
  deployment(): Promise<Deployment> {
    return this.#once('deployment', async () => {
      const { client } = await this.accepted();
      const { deploymentId } = this.target;
      if (deploymentId !== undefined) {
        return client.call(deploymentOperations.getDeployment, { params: { deploymentId } }, this.options());
      }
      const pages = client.pages(deploymentOperations.listDeployments, {}, this.options());
      const { value: page } = await pages.next();
      const [first] = page?.items ?? [];
      if (!first) throw healthErrors.error('no-deployment');
      return first;
    });
  }

  options(): { signal: AbortSignal; deadlineMs: number } {
    return { signal: this.#signal, deadlineMs: answerMs };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #once<T>(name: string, read: () => Promise<T>): Promise<T> {
    let promise = this.#shared.get(name) as Promise<T> | undefined;
    if (!promise) {
      promise = read();
      // The probe that needs it reports the failure.
      promise.catch(() => {});
      this.#shared.set(name, promise);
    }
    return promise;
  }
}
