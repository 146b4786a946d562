/** The state of the Resources view. Requests only what is expanded. Loaded when the view is first shown. */

import { Emitter, type Event } from '../../base/event.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Operation } from '../../contract/definition/operation.ts';
import type { ApiDocument } from '../../platform/api/openApi.ts';
import { ResourceAccess } from '../../platform/api/resourceAccess.ts';
import { PlatformError } from '../../platform/platformError.ts';
import { noConnection } from '../../session/binding.ts';
import type { Connection } from '../../session/connection.ts';
import type { Connections } from '../../session/connections.ts';
import { LazyList } from '../../session/lazyList.ts';
import type { PlatformSession } from '../../session/platformSession.ts';
import type { Localizer } from '../shell/localizer.ts';
import { forEachItem } from '../shell/observe.ts';
import { shownConnection } from '../tree/connectionRow.ts';
import { LoadFailures, loadOnce } from '../tree/loads.ts';
import type { RowSource, TextFilter } from '../tree/tree.ts';
import { type ResourceKind, resourceKinds } from './resourceKinds.ts';
import {
  type AddressOf,
  type ListedResource,
  type LoadedByRow,
  type ResourceRow,
  type ResourcesState,
  resourceRows,
} from './resourceRows.ts';

interface ResourcesModelOptions {
  connections: Pick<Connections, 'list' | 'get'>;
  /** The API document of a platform. @throws PlatformError, UserError */
  apiOf: (connection: Connection) => Promise<ApiDocument>;
  addressOf: AddressOf;
  l10n: Localizer;
}

type ListRow = Pick<ResourceRow, 'id' | 'list' | 'target'>;

export class ResourcesModel implements RowSource<ResourceRow> {
  readonly textFilter: TextFilter;
  readonly #options: ResourcesModelOptions;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  /** By the connection's id. */
  readonly #opened = new Map<string, Promise<OpenedPlatform>>();
  readonly #states = new Map<string, OpenedPlatform>();
  readonly #failures = new LoadFailures(() => this.#changed.fire());

  constructor(options: ResourcesModelOptions) {
    this.#options = options;
    const { connections, l10n } = options;
    this.textFilter = {
      kinds: new Set(['deployment', 'resource', 'list']),
      placeholder: l10n.t('Name of a resource; no text shows all'),
      limits: () => l10n.t('Only what was expanded and loaded is searched.'),
    };
    this.#lifetime.add(connections.list.onChange(() => this.#changed.fire()));
    this.#lifetime.add(
      forEachItem(connections.list, ({ id, session }, lifetime) => {
        lifetime.add(session.onChange((current) => this.#forget(id, current)));
        lifetime.onDispose(() => this.#forget(id, undefined));
      }),
    );
  }

  get onChange(): Event<void> {
    return this.#changed.event;
  }

  rows(): ResourceRow[] {
    return resourceRows(this.state(), this.#options.l10n, this.#options.addressOf);
  }

  state(): ResourcesState[] {
    return this.#options.connections.list.value.map((connection) => {
      const opened = this.#states.get(connection.id);
      return {
        ...shownConnection(connection, this.#failures.get(connection.id)),
        deployments: opened?.session.deployments.value,
        refusals: opened?.refusals ?? new Map(),
        lists: opened?.listStates() ?? new Map(),
      };
    });
  }

  async load(row: ListRow | undefined): Promise<void> {
    if (row?.list) await this.#attempt(row, (opened, list) => opened.load(row, list));
  }

  async loadMore(row: ListRow): Promise<void> {
    await this.#attempt(row, (opened, list) => opened.loadMore(row, list));
  }

  async reload(row: ListRow | undefined): Promise<void> {
    if (row) {
      this.#failures.delete(row.target.connectionId);
      await this.#attempt(row, (opened, list) => opened.reload(row, list));
    } else {
      this.#failures.clear();
      await Promise.all([...this.#states.values()].map((opened) => opened.reloadAll()));
    }
    this.#changed.fire();
  }

  /** Lists only the resources that contain a text; without a text, all. */
  async search(row: ListRow, text: string | undefined): Promise<void> {
    await this.#attempt(row, (opened, list) => opened.search(row, list, text));
  }

  /** Loads the list of a kind of the account again, if it is loaded. */
  async reloadKind(connectionId: string, kindId: string): Promise<void> {
    await this.#states.get(connectionId)?.reloadList(`${connectionId}/${kindId}`);
  }

  searchText({ list, id, target }: ListRow): string | undefined {
    return list && this.#states.get(target.connectionId)?.searchText(headingId(id));
  }

  dispose(): void {
    this.#lifetime.dispose();
    for (const opened of this.#states.values()) opened.dispose();
    this.#states.clear();
  }

  async #attempt(
    { list = { name: 'deployments' }, target: { connectionId } }: ListRow,
    work: (opened: OpenedPlatform, list: LoadedByRow) => Promise<void>,
  ): Promise<void> {
    await this.#failures.attempt(connectionId, async () => work(await this.#open(connectionId), list));
  }

  async #open(connectionId: string): Promise<OpenedPlatform> {
    const connection = this.#options.connections.get(connectionId);
    if (!connection) throw noConnection(connectionId);
    const session = await connection.open();
    const known = await this.#opened.get(connectionId);
    if (known?.session === session) return known;
    const opening = (async () => {
      const access = new ResourceAccess(session, await this.#options.apiOf(connection));
      const opened = new OpenedPlatform(session, access, this.#options.l10n, () => this.#changed.fire());
      this.#states.get(connectionId)?.dispose();
      this.#states.set(connectionId, opened);
      return opened;
    })();
    this.#opened.set(connectionId, opening);
    opening.catch(() => this.#opened.delete(connectionId));
    return opening;
  }

  /** The session of a connection closed, or another one opened. */
  #forget(connectionId: string, session: PlatformSession | undefined): void {
    const opened = this.#states.get(connectionId);
    if (opened && opened.session !== session) {
      opened.dispose();
      this.#states.delete(connectionId);
      this.#opened.delete(connectionId);
    }
    this.#failures.delete(connectionId);
    this.#changed.fire();
  }
}

/** The id of the row that loads a list, of it or of a row below it such as its search. */
function headingId(id: string): string {
  return id.replace(/\/(search|more|failure|empty)$/, '');
}

/** The loaded parts of one platform. */
class OpenedPlatform {
  readonly session: PlatformSession;
  /** Why each kind cannot be read, by the id of the deployment; `undefined`: those of the account. */
  readonly refusals = new Map<string | undefined, ReadonlyMap<string, unknown>>();
  readonly #access: ResourceAccess;
  readonly #l10n: Localizer;
  readonly #onChange: () => void;
  readonly #lifetime = new Lifetime();
  readonly #lists = new Map<
    string,
    { list: LazyList<ListedResource>; search: string | undefined; canSearch: boolean }
  >();

  constructor(session: PlatformSession, access: ResourceAccess, l10n: Localizer, onChange: () => void) {
    this.session = session;
    this.#access = access;
    this.#l10n = l10n;
    this.#onChange = onChange;
    this.#lifetime.add(session.deployments.onChange(() => onChange()));
  }

  listStates(): ResourcesState['lists'] {
    return new Map([...this.#lists].map(([id, { list, ...rest }]) => [id, { ...rest, loaded: list.value }]));
  }

  searchText(id: string): string | undefined {
    return this.#lists.get(id)?.search;
  }

  async load(row: ListRow, by: LoadedByRow): Promise<void> {
    if (by.name === 'resources') return loadOnce(this.#list(row, by));
    if (by.name === 'deployments') await loadOnce(this.session.deployments);
    if (!this.refusals.has(row.target.deploymentId)) await this.#readKinds(row.target.deploymentId);
  }

  async loadMore(row: ListRow, by: LoadedByRow): Promise<void> {
    if (by.name === 'deployments') await this.session.deployments.loadMore();
    else if (by.name === 'resources') await this.#list(row, by).loadMore();
  }

  async reload(row: ListRow, by: LoadedByRow): Promise<void> {
    if (by.name === 'resources') return this.#list(row, by).reload();
    if (by.name === 'deployments') await this.session.deployments.reload();
    await this.#readKinds(row.target.deploymentId);
  }

  async reloadAll(): Promise<void> {
    await this.session.reloadAccount();
    const lists = [this.session.deployments, ...[...this.#lists.values()].map(({ list }) => list)];
    await Promise.all([
      ...lists.filter(({ value }) => value.phase !== 'idle').map((list) => list.reload()),
      ...[...this.refusals.keys()].map((deploymentId) => this.#readKinds(deploymentId)),
    ]);
  }

  async reloadList(id: string): Promise<void> {
    await this.#lists.get(id)?.list.reload();
  }

  async search(row: ListRow, by: LoadedByRow, text: string | undefined): Promise<void> {
    if (by.name !== 'resources') return;
    const list = this.#list(row, by);
    Object.assign(this.#lists.get(headingId(row.id))!, { search: text });
    await list.reload();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #list(row: ListRow, { kind, operation, keys }: LoadedByRow & { name: 'resources' }): LazyList<ListedResource> {
    const id = headingId(row.id);
    const known = this.#lists.get(id);
    if (known) return known.list;
    const access = this.#access;
    const described = operation === kind.within?.list ? kind.within : kind;
    const state = { search: undefined as string | undefined, canSearch: access.canSearch(operation) };
    const l10n = this.#l10n;
    const pages = (signal: AbortSignal) =>
      access.pages(operation, keysFor(operation, keys), { search: this.searchText(id) }, { signal });
    const list = this.#lifetime.add(
      new LazyList(async function* (signal) {
        const related = await relatedItems(access, described, signal);
        for await (const { items, hasNextPage } of pages(signal)) {
          yield { items: items.map((item) => listed(item, described, related, l10n)), hasNextPage };
        }
      }),
    );
    this.#lifetime.add(list.onChange(() => this.#onChange()));
    this.#lists.set(id, { ...state, list });
    return list;
  }

  async #readKinds(deploymentId: string | undefined): Promise<void> {
    const scope = deploymentId === undefined ? 'account' : 'deployment';
    const kinds = resourceKinds.filter((kind) => kind.scope === scope);
    const refusals = await Promise.all(
      kinds.map(async ({ id, within, list, read }) => {
        const reads = [within?.list, list, read].filter((operation) => operation !== undefined);
        const all = await Promise.all(reads.map((operation) => this.session.unavailable(operation, deploymentId)));
        return [id, all.find(Boolean)] as const;
      }),
    );
    this.refusals.set(deploymentId, new Map(refusals));
    this.#onChange();
  }
}

type DescribedList = Pick<ResourceKind, 'key' | 'label' | 'related' | 'state'>;
type Item = Readonly<Record<string, unknown>>;

/** Undefined if there is no such list, or it cannot be read: the resources are listed anyway. */
async function relatedItems(
  access: ResourceAccess,
  { related }: DescribedList,
  signal: AbortSignal,
): Promise<Item[] | undefined> {
  if (!related) return undefined;
  const found: Item[] = [];
  try {
    for await (const { items } of access.pages(related, [], {}, { signal })) found.push(...(items as Item[]));
    return found;
  } catch (failure) {
    if (!(failure instanceof PlatformError)) throw failure;
    return undefined;
  }
}

function listed(
  item: object,
  { key = '', label = [], state }: DescribedList,
  related: readonly Item[] | undefined,
  l10n: Localizer,
): ListedResource {
  const properties = item as Item;
  const value = String(properties[key]);
  const name = label.map((each) => properties[each]).find((text) => typeof text === 'string' && text !== '');
  const { description, keywords } = state?.(properties, related, l10n) ?? { description: '', keywords: [] };
  return { key: value, label: (name as string | undefined) ?? value, description, keywords };
}

/** The keys that the path of an operation takes: lists of the account ignore the deployment. */
function keysFor({ path }: Operation, keys: readonly string[]): readonly string[] {
  return keys.slice(0, path.match(/\{/g)?.length ?? 0);
}
