/** The groups of embed tenants that were created or opened here, by number. The platform lists no groups. */

import type { Memory } from '../dashboard/recentPreviewStates.ts';

const memoryKey = 'dataModel.embedGroups';

export class KnownGroups {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  ids(connectionId: string, tenant: string): number[] {
    const ids = this.#all()[keyOf(connectionId, tenant)];
    return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)) : [];
  }

  async add(connectionId: string, tenant: string, id: number): Promise<void> {
    const ids = this.ids(connectionId, tenant);
    if (!ids.includes(id)) await this.#write(connectionId, tenant, [...ids, id]);
  }

  async remove(connectionId: string, tenant: string, id: number): Promise<void> {
    const ids = this.ids(connectionId, tenant);
    if (ids.includes(id))
      await this.#write(
        connectionId,
        tenant,
        ids.filter((each) => each !== id),
      );
  }

  async removeAll(connectionId: string, tenant: string): Promise<void> {
    await this.#write(connectionId, tenant, []);
  }

  async #write(connectionId: string, tenant: string, ids: readonly number[]): Promise<void> {
    const { [keyOf(connectionId, tenant)]: _, ...others } = this.#all();
    await this.#memory.update(memoryKey, ids.length > 0 ? { ...others, [keyOf(connectionId, tenant)]: ids } : others);
  }

  #all(): Record<string, unknown> {
    const stored = this.#memory.get(memoryKey);
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  }
}

function keyOf(connectionId: string, tenant: string): string {
  return JSON.stringify([connectionId, tenant]);
}
