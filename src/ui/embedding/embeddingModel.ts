/** The state of the Embedding view. Loads the content of a row when the row is expanded. Loaded when the view is first shown. */

import { Emitter, type Event } from '../../base/event.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { noConnection } from '../../session/binding.ts';
import type { Connections } from '../../session/connections.ts';
import type { EmbedTenant } from '../../session/embedding/embedTenant.ts';
import { EmbedTenants } from '../../session/embedding/embedTenants.ts';
import type { KnownGroups } from '../../session/embedding/knownGroups.ts';
import type { LazyList } from '../../session/lazyList.ts';
import type { Localizer } from '../shell/localizer.ts';
import { forEachItem } from '../shell/observe.ts';
import { shownConnection } from '../tree/connectionRow.ts';
import { LoadFailures, loadOnce } from '../tree/loads.ts';
import type { RowSource, TextFilter } from '../tree/tree.ts';
import { type EmbeddingRow, type EmbeddingState, type EmbeddingTarget, embeddingRows } from './embeddingRows.ts';

type ListRow = Pick<EmbeddingRow, 'list' | 'target'>;

export class EmbeddingModel implements RowSource<EmbeddingRow> {
  readonly textFilter: TextFilter;
  readonly #connections: Connections;
  readonly #groups: KnownGroups;
  readonly #l10n: Localizer;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  /** By the connection's id. */
  readonly #opened = new Map<string, EmbedTenants>();
  readonly #failures = new LoadFailures(() => this.#changed.fire());

  constructor(connections: Connections, groups: KnownGroups, l10n: Localizer) {
    this.#connections = connections;
    this.#groups = groups;
    this.#l10n = l10n;
    this.textFilter = {
      kinds: new Set(['tenant', 'user', 'group', 'member', 'deployment', 'workbook']),
      placeholder: l10n.t('Name of an embed tenant, user, group, or workbook; no text shows all'),
      limits: () => l10n.t('Only what was expanded and loaded is searched.'),
    };
    this.#lifetime.add(connections.list.onChange(() => this.#changed.fire()));
    this.#lifetime.add(
      forEachItem(connections.list, ({ id, session }, lifetime) => {
        lifetime.add(session.onChange(() => this.#forget(id)));
        lifetime.onDispose(() => this.#forget(id));
      }),
    );
  }

  get onChange(): Event<void> {
    return this.#changed.event;
  }

  rows(): EmbeddingRow[] {
    return embeddingRows(this.state(), this.#l10n);
  }

  state(): EmbeddingState[] {
    return this.#connections.list.value.map((connection) => {
      const opened = this.#opened.get(connection.id);
      return {
        ...shownConnection(connection, this.#failures.get(connection.id)),
        tenants: opened?.list.value,
        deployments: opened?.platform.deployments.value,
        opened: opened?.states() ?? new Map(),
      };
    });
  }

  async load(row: ListRow | undefined): Promise<void> {
    if (row?.list) await this.#attempt(row, (list) => loadOnce(list));
  }

  async loadMore(row: ListRow): Promise<void> {
    await this.#attempt(row, (list) => list.loadMore());
    if (row.list === 'users') await (await this.tenantOf(row.target)).reloadGroups();
  }

  async reload(row: ListRow | undefined): Promise<void> {
    if (row) {
      this.#failures.delete(row.target.connectionId);
      await this.#attempt(row, (list) => list.reload());
      if (row.list === 'users') await (await this.tenantOf(row.target)).reloadGroups();
    } else {
      this.#failures.clear();
      const opened = [...this.#opened.values()];
      await Promise.all(opened.flatMap((tenants) => [tenants.platform.reloadAccount(), tenants.reload()]));
    }
    this.#changed.fire();
  }

  /** The embed tenants of a platform. @throws UserError without the connection, PlatformError */
  async tenantsOf({ connectionId }: EmbeddingTarget): Promise<EmbedTenants> {
    const connection = this.#connections.get(connectionId);
    if (!connection) throw noConnection(connectionId);
    const platform = await connection.open();
    const known = this.#opened.get(connectionId);
    // A restarted connection, such as one to a restarted emulator, has another session.
    if (known?.platform === platform) return known;
    known?.dispose();
    const tenants = new EmbedTenants(platform, this.#groups);
    tenants.onChange(() => this.#changed.fire());
    this.#opened.set(connectionId, tenants);
    return tenants;
  }

  /** @throws as `tenantsOf` does */
  async tenantOf(target: EmbeddingTarget): Promise<EmbedTenant> {
    return (await this.tenantsOf(target)).tenant(target.tenant ?? '');
  }

  dispose(): void {
    this.#lifetime.dispose();
    for (const tenants of this.#opened.values()) tenants.dispose();
    this.#opened.clear();
  }

  async #attempt(row: ListRow, work: (list: AnyList) => Promise<void>): Promise<void> {
    await this.#failures.attempt(row.target.connectionId, async () =>
      work(listOf(await this.tenantsOf(row.target), row)),
    );
  }

  /** The session of a connection closed, or another one opened. */
  #forget(connectionId: string): void {
    const opened = this.#opened.get(connectionId);
    const session = this.#connections.get(connectionId)?.session.value;
    if (opened && opened.platform !== session) {
      opened.dispose();
      this.#opened.delete(connectionId);
    }
    this.#failures.delete(connectionId);
    this.#changed.fire();
  }
}

type AnyList = Pick<LazyList<unknown>, 'value' | 'load' | 'loadMore' | 'reload'>;

function listOf(tenants: EmbedTenants, { list, target }: ListRow): AnyList {
  const tenant = () => tenants.tenant(target.tenant ?? '');
  switch (list) {
    case 'users':
      return tenant().users;
    case 'groups':
      return tenant().groups;
    case 'members':
      return tenant().members(target.group?.id ?? 0);
    case 'deployments':
      return tenants.platform.deployments;
    case 'workbooks':
      return tenant().workbooks(target.deploymentId ?? '');
    default:
      return tenants.list;
  }
}
