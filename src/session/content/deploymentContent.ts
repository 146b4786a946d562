/**
 * The workspace of one deployment, as far as the platform lists it: folders, reports, the workbooks of embed tenants, and
 * notifications. Spec: groups E and F.
 */

import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { type Folder, folderOperations } from '../../contract/content/folders.ts';
import { type Notification, notificationOperations } from '../../contract/content/notifications.ts';
import { type Report, reportOperations } from '../../contract/content/reports.ts';
import type { WorkspaceObject } from '../../contract/content/workspace.ts';
import type { ItemOf, ListOperation } from '../../contract/definition/operation.ts';
import { type EmbedTenantWorkbook, embedAccessOperations } from '../../contract/embedding/embedAccess.ts';
import { type EmbedTenant, embedTenantOperations } from '../../contract/embedding/embedTenants.ts';
import type { CallArguments, Reader } from '../../platform/client.ts';
import { sessionErrors } from '../errors.ts';
import { LazyList, type Loaded } from '../lazyList.ts';
import type { PlatformSession } from '../platformSession.ts';

/** The loaded lists. */
export interface ContentSnapshot {
  folders: Loaded<Folder>;
  /** By the id of their folder; `undefined`: all reports. */
  reports: ReadonlyMap<number | undefined, Loaded<Report>>;
  tenants: Loaded<EmbedTenant>;
  /** By the name of the embed tenant. */
  workbooks: ReadonlyMap<string, Loaded<EmbedTenantWorkbook>>;
  /** By the public id of their dashboard. */
  notifications: ReadonlyMap<string, Loaded<Notification>>;
}

type AnyList = Pick<LazyList<unknown>, 'value' | 'load' | 'loadMore' | 'reload'>;

const query = { first: 100 };

export class DeploymentContent implements Disposable {
  readonly platform: PlatformSession;
  readonly folders: LazyList<Folder>;
  /** Fails unless the connection has the key of an administrator, because the platform lists their workbooks to no other user. */
  readonly tenants: LazyList<EmbedTenant>;
  readonly #params: { deploymentId: string };
  readonly #reports = new Map<number | undefined, LazyList<Report>>();
  readonly #workbooks = new Map<string, LazyList<EmbedTenantWorkbook>>();
  readonly #notifications = new Map<string, LazyList<Notification>>();
  readonly #changed = new Emitter<void>();
  readonly #lifetime = new Lifetime();

  constructor(platform: PlatformSession, deploymentId: string) {
    this.platform = platform;
    this.#params = { deploymentId };
    this.folders = this.#list(platform.client, folderOperations.listFolders, { params: this.#params, query });
    this.tenants = this.#list(platform.client, embedTenantOperations.listEmbedTenants, { query }, (signal) =>
      this.#requireWorkbooks(signal),
    );
  }

  /** Fires when `snapshot()` has changed. */
  get onChange(): Event<void> {
    return this.#changed.event;
  }

  /** @param folderId undefined: the reports of all folders and those outside folders */
  reports(folderId?: number): LazyList<Report> {
    const own = { ...query, ...(folderId === undefined ? {} : { folderId }) };
    return memoized(this.#reports, folderId, () =>
      this.#list(this.platform.client, reportOperations.listReports, { params: this.#params, query: own }),
    );
  }

  workbooks(embedTenantName: string): LazyList<EmbedTenantWorkbook> {
    const input = { params: { ...this.#params, embedTenantName }, query };
    return memoized(this.#workbooks, embedTenantName, () =>
      this.#list(this.platform.admin, embedAccessOperations.listEmbedTenantWorkbooks, input),
    );
  }

  notifications(dashboardPublicId: string): LazyList<Notification> {
    return memoized(this.#notifications, dashboardPublicId, () =>
      this.#list(this.platform.client, notificationOperations.listNotifications, { query: { dashboardPublicId } }),
    );
  }

  snapshot(): ContentSnapshot {
    const values = <Key, T>(lists: ReadonlyMap<Key, LazyList<T>>) =>
      new Map([...lists].map(([key, list]) => [key, list.value] as const));
    return {
      folders: this.folders.value,
      reports: values(this.#reports),
      tenants: this.tenants.value,
      workbooks: values(this.#workbooks),
      notifications: values(this.#notifications),
    };
  }

  /** Loads the lists that are loaded again. @param types the items that changed; a folder takes along what it holds */
  async reload(types: readonly WorkspaceObject['type'][] = ['FOLDER']): Promise<void> {
    const lists: AnyList[] = [];
    const changed = (type: WorkspaceObject['type']) => types.includes(type) || types.includes('FOLDER');
    if (types.includes('FOLDER')) lists.push(this.folders);
    if (changed('REPORT')) lists.push(...this.#reports.values());
    if (changed('WORKBOOK')) lists.push(this.tenants, ...this.#workbooks.values(), ...this.#notifications.values());
    await Promise.all(lists.filter(({ value }) => value.phase !== 'idle').map((list) => list.reload()));
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#changed.dispose();
  }

  async #requireWorkbooks(signal: AbortSignal): Promise<void> {
    const { platform } = this;
    const { listEmbedTenantWorkbooks } = embedAccessOperations;
    const refusal = await platform.unavailable(listEmbedTenantWorkbooks, this.#params.deploymentId, signal);
    if (refusal?.code !== 'administrators-only') return;
    throw sessionErrors.error('workbooks-need-admin', [platform.client.host]);
  }

  #list<O extends ListOperation>(
    client: Reader,
    operation: O,
    input: NonNullable<CallArguments<O>[0]>,
    require?: (signal: AbortSignal) => Promise<void>,
  ): LazyList<ItemOf<O>> {
    const { platform } = this;
    const { deploymentId } = this.#params;
    async function* pages(signal: AbortSignal) {
      await platform.require(operation, deploymentId, signal);
      await require?.(signal);
      yield* client.pages(operation, ...([input, { signal }] as unknown as CallArguments<O>));
    }
    const list = this.#lifetime.add(new LazyList<ItemOf<O>>(pages));
    this.#lifetime.add(list.onChange(() => this.#changed.fire()));
    return list;
  }
}

function memoized<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  values.set(key, made);
  return made;
}
