/**
 * What the platform lets us do with one embedded surface: mint sessions and allow embedding with an admin's key, speak as the
 * viewer with a session's token. Ids and tokens live in variables only, and only as long as they are of use.
 */

import { UserError } from '../../base/errors.ts';
import type { Disposable } from '../../base/lifetime.ts';
import { operations } from '../../contract/operations.ts';
import type { Client } from '../../platform/client.ts';
import { PlatformError } from '../../platform/platformError.ts';
import type { PlatformSession } from '../platformSession.ts';
import type { EmbedSubject } from './embedAddress.ts';

export interface EmbedAccessOptions {
  /** Embed tenant the sessions belong to; none by default. */
  embedTenant?: string | undefined;
}

/** A viewer's token is used no longer than this, in milliseconds; the platform takes it for about 23 hours. */
const viewerMs = 60 * 60_000;

export class EmbedAccess implements Disposable {
  readonly platform: PlatformSession;
  readonly subject: EmbedSubject;
  readonly #embedTenant: string | undefined;
  #allowed = true;
  #viewer: { client: Promise<Client>; until: number } | undefined;

  constructor(platform: PlatformSession, subject: EmbedSubject, { embedTenant }: EmbedAccessOptions) {
    this.platform = platform;
    this.subject = subject;
    this.#embedTenant = embedTenant;
  }

  /** Sessions belong to an embed tenant: comments need one. */
  get hasTenant(): boolean {
    return this.#embedTenant !== undefined;
  }

  /**
   * A fresh session id: single use, five minutes. @param branch undefined or null: production.
   * @throws UserError that explains a 403, PlatformError, CancelledError
   */
  async mint(branch: string | null, signal?: AbortSignal): Promise<string> {
    const { deploymentId, publicId } = this.subject;
    try {
      const { sessionId } = await this.platform.admin.call(
        operations.generateEmbedSession,
        {
          body: {
            deploymentId,
            externalId: (await this.platform.userName()) ?? 'editor',
            ...(this.#embedTenant === undefined ? {} : { embedTenantName: this.#embedTenant }),
            ...(branch === null ? {} : { branchName: branch }),
            ...(publicId === undefined ? {} : { publicDashboardId: publicId }),
          },
        },
        { signal },
      );
      this.#allowed = true;
      return sessionId;
    } catch (failure) {
      const refused = failure instanceof PlatformError && failure.status === 400;
      if (refused && /embed/i.test(failure.serverMessage ?? '')) this.#allowed = false;
      throw failure instanceof PlatformError && failure.kind === 'forbidden' ? explained(failure) : failure;
    }
  }

  /** The platform as the viewer of a signed session sees it. @throws as `mint` does. */
  viewer(signal?: AbortSignal): Promise<Client> {
    if (this.#viewer && performance.now() < this.#viewer.until) return this.#viewer.client;
    this.forgetViewer();
    const client = this.#enter(signal);
    const viewer = { client, until: performance.now() + viewerMs };
    this.#viewer = viewer;
    client.catch(() => {
      if (this.#viewer === viewer) this.#viewer = undefined;
    });
    return client;
  }

  /**
   * Whether the dashboard may be embedded, as far as minting and changing it told; null where this is no dashboard or no
   * admin's key is known.
   */
  get embedding(): boolean | null {
    return this.subject.publicId !== undefined && this.platform.hasAdmin ? this.#allowed : null;
  }

  /** Opts the dashboard in to embedding, or out of it. @throws PlatformError */
  async setEmbedding(allow: boolean, signal?: AbortSignal): Promise<boolean> {
    const answer = await this.platform.admin.call(
      operations.setDashboardEmbedding,
      { params: { publicId: this.subject.publicId ?? '' }, body: { allowEmbed: allow } },
      { signal },
    );
    this.#allowed = answer?.allowEmbed ?? allow;
    return this.#allowed;
  }

  forgetViewer(): void {
    this.#viewer?.client.then((client) => client.dispose()).catch(() => {});
    this.#viewer = undefined;
  }

  dispose(): void {
    this.forgetViewer();
  }

  async #enter(signal?: AbortSignal): Promise<Client> {
    const sessionId = await this.mint(null, signal);
    const body = { sessionId };
    const { token } = await this.platform.client.call(operations.exchangeEmbedSession, { body }, { signal });
    return this.platform.clientWith({ token, scheme: 'bearer' });
  }
}

function explained({ host, serverMessage, ...details }: PlatformError): UserError {
  const message = `This key may not create embed sessions on ${host}: only an admin’s key may.`;
  return Object.assign(
    new UserError(message, {
      ...(details.where === undefined ? {} : { where: details.where }),
      action:
        'Enter an admin’s key for embedding, show the dashboard in private mode, or export it as a picture, which your own key may.',
      cause: serverMessage,
    }),
    { kind: details.kind },
  );
}
