/** The deployments that a view shows: those of the bound folders, and another one that the user chose. */

import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Connections } from '../../session/connections.ts';
import type { Folders } from '../../session/folders.ts';
import type { ViewId } from '../manifest/ids.ts';
import { type RowTarget, rowId } from './row.ts';

export interface DeploymentTarget extends RowTarget {
  deploymentId: string;
}

interface Memory {
  get<T>(key: string): T | undefined;
  update(key: string, value: unknown): Thenable<void>;
}

interface Sources {
  connections: Connections;
  folders: Folders;
  /** The state that the workspace remembers. */
  memory: Memory;
}

export class ShownDeployments implements Disposable {
  readonly #sources: Sources;
  readonly #viewId: ViewId;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());

  constructor(viewId: ViewId, sources: Sources) {
    this.#sources = sources;
    this.#viewId = viewId;
    this.#lifetime.add(sources.connections.list.onChange(() => this.#changed.fire()));
    this.#lifetime.add(sources.folders.list.onChange(() => this.#changed.fire()));
  }

  /** Fires when `targets` may have changed. */
  get onChange(): Event<void> {
    return this.#changed.event;
  }

  get targets(): DeploymentTarget[] {
    return shownTargets(this.#viewId, this.#sources);
  }

  /** Shows another deployment next to the bound ones, in place of the last chosen one. */
  async choose({ connectionId, deploymentId, deploymentName }: DeploymentTarget): Promise<void> {
    await this.#sources.memory.update(keyOf(this.#viewId), { connectionId, deploymentId, deploymentName });
    this.#changed.fire();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

/** Each deployment of a view once, with its name as far as it is known. */
export function shownTargets(viewId: ViewId, { connections, folders, memory }: Sources): DeploymentTarget[] {
  const chosen = memory.get<DeploymentTarget>(keyOf(viewId));
  const all = [...folders.list.value.map(({ binding }) => binding), ...(chosen ? [chosen] : [])];
  const different = new Map<string, DeploymentTarget>();
  for (const { connectionId, deploymentId } of all) {
    const connection = connections.get(connectionId);
    if (!connection) continue;
    const listed = connection.session.value?.deployments.value.items.find(({ id }) => String(id) === deploymentId);
    const target = { connectionId, deploymentId };
    const isChosen = chosen !== undefined && rowId(chosen) === rowId(target);
    const deploymentName = listed?.name ?? (isChosen ? chosen.deploymentName : undefined);
    different.set(rowId(target), { ...target, ...(deploymentName !== undefined && { deploymentName }) });
  }
  return [...different.values()];
}

function keyOf(viewId: ViewId): string {
  return `${viewId}.deployment`;
}
