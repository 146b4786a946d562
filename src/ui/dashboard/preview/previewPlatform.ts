/** The connection of one preview to its platform, opened on first use. */

import * as vscode from 'vscode';
import { UserError } from '../../../base/errors.ts';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';
import type { Connection } from '../../../session/connection.ts';
import type { Connections } from '../../../session/connections.ts';
import { EmbedAccess } from '../../../session/dashboard/embedAccess.ts';
import type { EmbedSubject } from '../../../session/dashboard/embedAddress.ts';
import type { PreviewProfile } from '../../../session/dashboard/previewProfiles.ts';
import type { DeploymentSession } from '../../../session/deploymentSession.ts';
import type { PlatformSession } from '../../../session/platformSession.ts';
import { reachableUrl } from './reachableUrl.ts';

export interface Opened {
  readonly connection: Connection;
  readonly platform: PlatformSession;
  readonly deployment: DeploymentSession;
  readonly access: EmbedAccess;
  /** The platform's URL as the editor's window reaches it. */
  readonly address: URL;
}

export class PreviewPlatform implements Disposable {
  readonly #connections: Connections;
  readonly #connectionId: string;
  readonly #subject: EmbedSubject;
  readonly #profile: () => PreviewProfile;
  readonly #lifetime = new Lifetime();
  #opening: Promise<Opened> | undefined;

  /** @param profile of the next session; may throw a UserError */
  constructor(connections: Connections, connectionId: string, subject: EmbedSubject, profile: () => PreviewProfile) {
    this.#connections = connections;
    this.#connectionId = connectionId;
    this.#subject = subject;
    this.#profile = profile;
    this.#lifetime.onDispose(() => this.#reset());
  }

  /** @throws UserError without the connection, PlatformError */
  open(): Promise<Opened> {
    this.#opening ??= this.#connect().catch((failure: unknown) => {
      this.#opening = undefined;
      throw failure;
    });
    return this.#opening;
  }

  async deploymentName(): Promise<string> {
    const { platform, deployment } = await this.open();
    const { deployments } = platform;
    await deployments.load();
    return deployments.value.items.find(({ id }) => String(id) === deployment.id)?.name ?? deployment.id;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #connect(): Promise<Opened> {
    const connection = this.#connections.get(this.#connectionId);
    if (!connection) {
      throw new UserError(vscode.l10n.t('There is no connection to {0}.', this.#connectionId), {
        action: vscode.l10n.t('Connect to the platform first.'),
      });
    }
    const platform = await connection.open();
    // A restarted connection, such as one to a restarted emulator, has another client.
    this.#lifetime.add(connection.session.onChange((session) => session !== platform && this.#reset()));
    return {
      connection,
      platform,
      deployment: platform.deployment(this.#subject.deploymentId),
      access: new EmbedAccess(platform, this.#subject, this.#profile),
      address: await reachableUrl(platform.client.baseUrl),
    };
  }

  #reset(): void {
    void this.#opening?.then(({ access }) => access.dispose()).catch(() => {});
    this.#opening = undefined;
  }
}
