/**
 * Access to one embedded page: mints sessions and allows embedding with an admin key, and acts as the viewer with a session's
 * token. Session ids and tokens stay in memory, and only while they are needed.
 */

import type { UserError } from '../../base/errors.ts';
import type { Disposable } from '../../base/lifetime.ts';
import { embedAccessOperations } from '../../contract/embedding/embedAccess.ts';
import { embedSessionOperations } from '../../contract/embedding/embedSessions.ts';
import type { ResourceWriter } from '../../platform/client.ts';
import { PlatformError } from '../../platform/platformError.ts';
import type { PlatformSession } from '../platformSession.ts';
import { dashboardErrors } from './dashboardErrors.ts';
import type { EmbedSubject } from './embedAddress.ts';
import type { PreviewProfile } from './previewProfiles.ts';

/** Milliseconds that a viewer's token is used. The platform accepts it for about 23 hours. */
const viewerMs = 60 * 60_000;

export class EmbedAccess implements Disposable {
  readonly platform: PlatformSession;
  readonly subject: EmbedSubject;
  readonly #profile: () => PreviewProfile;
  #allowed = true;
  #viewer: { client: Promise<ResourceWriter>; until: number; profile: string } | undefined;

  /** @param profile of the next session; may throw a UserError */
  constructor(platform: PlatformSession, subject: EmbedSubject, profile: () => PreviewProfile) {
    this.platform = platform;
    this.subject = subject;
    this.#profile = profile;
  }

  /** Comments need a session of an embed tenant. False for a profile that is not valid. */
  get hasTenant(): boolean {
    try {
      return this.#profile().embedTenantName !== undefined;
    } catch {
      return false;
    }
  }

  /** The profile with its user. @throws UserError for a profile that is not valid; PlatformError */
  async profile(): Promise<PreviewProfile> {
    const profile = this.#profile();
    if (profile.externalId !== undefined || profile.internalId !== undefined) return profile;
    return { ...profile, externalId: (await this.platform.userName()) ?? 'editor' };
  }

  /**
   * Creates a session id that is valid for one use within five minutes.
   * @param branch null for production
   * @throws UserError for a 403 and for a profile that is not valid, PlatformError, CancelledError
   */
  async mint(branch: string | null, signal?: AbortSignal): Promise<string> {
    const { deploymentId, publicId } = this.subject;
    try {
      const { sessionId } = await this.platform.admin.call(
        embedSessionOperations.generateEmbedSession,
        {
          body: {
            ...(await this.profile()),
            deploymentId,
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
      throw failure instanceof PlatformError && failure.kind === 'forbidden' ? adminKeyRequired(failure) : failure;
    }
  }

  /** A client that acts as the viewer of a signed session. @throws as `mint` does */
  async viewer(signal?: AbortSignal): Promise<ResourceWriter> {
    const profile = JSON.stringify(this.#profile());
    const { until = 0, profile: earlier } = this.#viewer ?? {};
    if (this.#viewer && earlier === profile && performance.now() < until) return this.#viewer.client;
    this.resetViewer();
    const client = this.#openViewer(null, signal);
    const viewer = { client, until: performance.now() + viewerMs, profile };
    this.#viewer = viewer;
    client.catch(() => {
      if (this.#viewer === viewer) this.#viewer = undefined;
    });
    return client;
  }

  /** Calls the platform as the viewer of a new session on a branch; null: production. @throws as `mint` does, and as `work` does */
  async onceAsViewer<T>(
    branch: string | null,
    work: (client: ResourceWriter) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const client = await this.#openViewer(branch, signal);
    try {
      return await work(client);
    } finally {
      client.dispose();
    }
  }

  /**
   * Whether the dashboard may be embedded, by the last answer of the platform; null for other surfaces and without an
   * admin key.
   */
  get embedding(): boolean | null {
    return this.subject.publicId !== undefined && this.platform.hasAdmin ? this.#allowed : null;
  }

  /** Allows or forbids embedding of the dashboard. @throws PlatformError */
  async setEmbedding(allow: boolean, signal?: AbortSignal): Promise<boolean> {
    const answer = await this.platform.admin.call(
      embedAccessOperations.setDashboardEmbedding,
      { params: { publicId: this.subject.publicId ?? '' }, body: { allowEmbed: allow } },
      { signal },
    );
    this.#allowed = answer?.allowEmbed ?? allow;
    return this.#allowed;
  }

  resetViewer(): void {
    this.#viewer?.client.then((client) => client.dispose()).catch(() => {});
    this.#viewer = undefined;
  }

  dispose(): void {
    this.resetViewer();
  }

  async #openViewer(branch: string | null, signal?: AbortSignal): Promise<ResourceWriter> {
    const sessionId = await this.mint(branch, signal);
    const body = { sessionId };
    const { token } = await this.platform.client.call(
      embedSessionOperations.exchangeEmbedSession,
      { body },
      { signal },
    );
    return this.platform.clientWith({ token, scheme: 'bearer' });
  }
}

function adminKeyRequired({ host, where, serverMessage, kind }: PlatformError): UserError {
  const error = dashboardErrors.error('admin-key-required', [host], { where, cause: serverMessage });
  return Object.assign(error, { kind });
}
