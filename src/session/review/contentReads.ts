/** The content of each deployment that was read last, with the names that it has. Kept in memory until the window closes. */

import type { CatalogMessage } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifetime.ts';

interface ContentUser {
  kind: 'report' | 'dashboard' | 'notification';
  id: string;
  name: string;
  /** What may be names of the model, among them all that it uses. */
  names: ReadonlySet<string>;
}

export interface SearchedContent {
  users: readonly ContentUser[];
  /** What was not searched, and why. */
  notRead: readonly CatalogMessage[];
  /** When it was read, in milliseconds. */
  readAt: number;
}

interface Deployment {
  connectionId: string;
  deploymentId: string;
}

export class ContentReads implements Disposable {
  readonly #read = new Map<string, SearchedContent>();
  readonly #changed = new Emitter<void>();

  get onChange(): Event<void> {
    return this.#changed.event;
  }

  /** Undefined: not read since the window opened. */
  of(deployment: Deployment): SearchedContent | undefined {
    return this.#read.get(keyOf(deployment));
  }

  set(deployment: Deployment, content: SearchedContent): void {
    this.#read.set(keyOf(deployment), content);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function keyOf({ connectionId, deploymentId }: Deployment): string {
  return `${connectionId}\n${deploymentId}`;
}
