/** One embed tenant of a platform: its users, groups and readable workbooks, loaded on demand. Spec: group E. */

import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { type EmbedTenantWorkbook, embedAccessOperations } from '../../contract/embedding/embedAccess.ts';
import { type EmbedGroup, type EmbedUser, embedTenantOperations } from '../../contract/embedding/embedTenants.ts';
import { PlatformError } from '../../platform/platformError.ts';
import { LazyList, type Loaded, type LoadedPage } from '../lazyList.ts';
import type { PlatformSession } from '../platformSession.ts';
import type { KnownGroups } from './knownGroups.ts';

type OpenPages<T> = (signal: AbortSignal) => AsyncIterable<LoadedPage<T>>;

/** The page of each list. A platform may send everything without a limit. */
export const pageQuery = { first: 100 };

/** The loaded parts of an embed tenant. */
export interface TenantState {
  users: Loaded<EmbedUser>;
  groups: Loaded<EmbedGroup>;
  /** By the id of their group. */
  members: ReadonlyMap<number, Loaded<EmbedUser>>;
  /** By the id of their deployment. */
  workbooks: ReadonlyMap<string, Loaded<EmbedTenantWorkbook>>;
}

/** All calls reject with PlatformError. */
export class EmbedTenant implements Disposable {
  readonly name: string;
  readonly users: LazyList<EmbedUser>;
  /** The platform lists no groups: those of the loaded users, and those that were created or opened here. By name. */
  readonly groups: LazyList<EmbedGroup>;
  readonly #onChange: () => void;
  readonly #platform: PlatformSession;
  readonly #known: KnownGroups;
  readonly #lifetime = new Lifetime();
  readonly #members = new Map<number, LazyList<EmbedUser>>();
  readonly #workbooks = new Map<string, LazyList<EmbedTenantWorkbook>>();

  constructor(platform: PlatformSession, name: string, known: KnownGroups, onChange: () => void) {
    this.name = name;
    this.#onChange = onChange;
    this.#platform = platform;
    this.#known = known;
    const input = { params: this.#params, query: pageQuery };
    this.users = this.#listed((signal) =>
      platform.admin.pages(embedTenantOperations.listEmbedUsers, input, { signal }),
    );
    const readGroups = (signal: AbortSignal) => this.#readGroups(signal);
    this.groups = this.#listed(async function* (signal) {
      yield { items: await readGroups(signal), hasNextPage: false };
    });
  }

  state(): TenantState {
    const values = <Key, T>(lists: ReadonlyMap<Key, LazyList<T>>) =>
      new Map([...lists].map(([key, list]) => [key, list.value] as const));
    const { users, groups } = this;
    return {
      users: users.value,
      groups: groups.value,
      members: values(this.#members),
      workbooks: values(this.#workbooks),
    };
  }

  /** Loads again what is loaded. Never rejects. */
  async reload(): Promise<void> {
    const lists = [this.users, ...this.#members.values(), ...this.#workbooks.values()];
    await Promise.all(lists.filter(({ value }) => value.phase !== 'idle').map((list) => list.reload()));
    await this.reloadGroups();
  }

  /** After the users have changed. Never rejects. */
  async reloadGroups(): Promise<void> {
    if (this.groups.value.phase !== 'idle') await this.groups.reload();
  }

  async #readGroups(signal?: AbortSignal): Promise<EmbedGroup[]> {
    await this.users.load();
    const { phase, failure, items } = this.users.value;
    if (phase === 'failed') throw failure;
    const groups = new Map<number, EmbedGroup>();
    for (const group of items.flatMap((user) => user.groups ?? [])) {
      if (typeof group === 'object') groups.set(Number(group.id), group);
    }
    for (const id of this.#known.ids(this.#platform.connectionId, this.name)) {
      const group = groups.get(id) ?? (await this.#groupIfThere(id, signal));
      if (group) groups.set(id, group);
    }
    return [...groups.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The group with this id, which stays listed. */
  async openGroup(id: number, signal?: AbortSignal): Promise<EmbedGroup> {
    const group = await this.#readGroup(id, signal);
    await this.#known.add(this.#platform.connectionId, this.name, id);
    await this.reloadGroups();
    return group;
  }

  members(id: number): LazyList<EmbedUser> {
    const params = { ...this.#params, id };
    return this.#once(this.#members, id, (signal) =>
      this.#platform.admin.pages(embedTenantOperations.listEmbedGroupUsers, { params, query: pageQuery }, { signal }),
    );
  }

  /** The workbooks of a deployment that the users of the tenant may read. */
  workbooks(deploymentId: string): LazyList<EmbedTenantWorkbook> {
    const input = { params: { embedTenantName: this.name, deploymentId }, query: pageQuery };
    return this.#once(this.#workbooks, deploymentId, (signal) =>
      this.#platform.admin.pages(embedAccessOperations.listEmbedTenantWorkbooks, input, { signal }),
    );
  }

  async createGroup(name: string, description: string, signal?: AbortSignal): Promise<EmbedGroup> {
    const group = await this.#platform.admin.call(
      embedTenantOperations.createEmbedGroup,
      { params: this.#params, body: { name, ...(description === '' ? {} : { description }) } },
      { signal },
    );
    await this.#known.add(this.#platform.connectionId, this.name, Number(group.id));
    await this.reloadGroups();
    return group;
  }

  /** The platform refuses to delete a group that has members. */
  async deleteGroup(id: number, signal?: AbortSignal): Promise<void> {
    const params = { ...this.#params, id };
    await this.#platform.admin.call(embedTenantOperations.deleteEmbedGroup, { params }, { signal });
    await this.#known.remove(this.#platform.connectionId, this.name, id);
    await this.reloadGroups();
  }

  async addMembers(id: number, userIds: readonly number[], signal?: AbortSignal): Promise<void> {
    const body = { users: userIds.map((userId) => ({ id: userId })) };
    const params = { ...this.#params, id };
    await this.#platform.admin.call(embedTenantOperations.addEmbedGroupUsers, { params, body }, { signal });
    await this.#reloadMembers(id);
  }

  async removeMembers(id: number, userIds: readonly number[], signal?: AbortSignal): Promise<void> {
    const body = { users: userIds.map((userId) => ({ id: userId })) };
    const params = { ...this.#params, id };
    // A group without members is not among the groups of the users.
    await this.#known.add(this.#platform.connectionId, this.name, id);
    await this.#platform.admin.call(embedTenantOperations.removeEmbedGroupUsers, { params, body }, { signal });
    await this.#reloadMembers(id);
  }

  /** Deletes the tenant with its users, groups, sessions and comments. */
  async delete(signal?: AbortSignal): Promise<void> {
    await this.#platform.admin.call(embedTenantOperations.deleteEmbedTenant, { params: this.#params }, { signal });
    await this.#known.removeAll(this.#platform.connectionId, this.name);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  get #params(): { embedTenantName: string } {
    return { embedTenantName: this.name };
  }

  async #reloadMembers(id: number): Promise<void> {
    await Promise.all([this.members(id).reload(), this.users.reload()]);
    await this.reloadGroups();
  }

  #readGroup(id: number, signal?: AbortSignal): Promise<EmbedGroup> {
    const params = { ...this.#params, id };
    return this.#platform.admin.call(embedTenantOperations.getEmbedGroup, { params }, { signal });
  }

  /** Forgets a group that no longer exists. */
  async #groupIfThere(id: number, signal?: AbortSignal): Promise<EmbedGroup | undefined> {
    try {
      return await this.#readGroup(id, signal);
    } catch (failure) {
      if (!(failure instanceof PlatformError) || failure.kind !== 'not-found') throw failure;
      await this.#known.remove(this.#platform.connectionId, this.name, id);
      return undefined;
    }
  }

  #once<Key, T>(lists: Map<Key, LazyList<T>>, key: Key, open: OpenPages<T>): LazyList<T> {
    const list = lists.get(key) ?? this.#listed(open);
    lists.set(key, list);
    return list;
  }

  #listed<T>(open: OpenPages<T>): LazyList<T> {
    const list = this.#lifetime.add(new LazyList(open));
    this.#lifetime.add(list.onChange(this.#onChange));
    return list;
  }
}
