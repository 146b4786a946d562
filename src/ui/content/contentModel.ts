/** The state of the Content view: the deployments that it shows and what of their workspaces is loaded. */

import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { noConnection } from '../../session/binding.ts';
import type { Connections } from '../../session/connections.ts';
import { DeploymentContent } from '../../session/content/deploymentContent.ts';
import type { Folders } from '../../session/folders.ts';
import type { LazyList } from '../../session/lazyList.ts';
import { forEachItem } from '../shell/observe.ts';
import { LoadFailures, loadOnce } from '../tree/loads.ts';
import { type RowTarget, rowId } from '../tree/row.ts';
import type { DeploymentTarget, ShownDeployments } from '../tree/shownDeployments.ts';
import type { ContentRow } from './contentRow.ts';
import type { DeploymentState } from './contentRows.ts';

/** A workbook that this workspace duplicated. */
export interface StoredCopy {
  connectionId: string;
  deploymentId: string;
  id: string | number;
  name: string;
  slug: string;
}

interface Memory {
  get<T>(key: string): T | undefined;
  update(key: string, value: unknown): Thenable<void>;
}

export interface ContentModelOptions {
  connections: Connections;
  folders: Folders;
  shown: ShownDeployments;
  /** The state that the workspace remembers. */
  memory: Memory;
  connectionName: (connectionId: string) => string;
  /** Public ids of the dashboards in the settings and of those that were opened. */
  dashboardsOf: (target: DeploymentTarget) => readonly string[];
}

const copiesKey = 'dataModel.content.workbooks';
const maxCopies = 50;

export class ContentModel implements Disposable {
  readonly #options: ContentModelOptions;
  readonly #lifetime = new Lifetime();
  readonly #changed = new Emitter<void>();
  readonly #contents = new Map<string, DeploymentContent>();
  /** Why connections are not open, by their id. */
  readonly #failures = new LoadFailures(() => this.#changed.fire());

  constructor(options: ContentModelOptions) {
    this.#options = options;
    const { connections, shown } = options;
    const changed = () => this.#changed.fire();
    this.#lifetime.add(shown.onChange(changed));
    this.#lifetime.add(
      forEachItem(connections.list, ({ id, session }, lifetime) => {
        lifetime.add(
          session.onChange(() => {
            this.#failures.delete(id);
            changed();
          }),
        );
      }),
    );
    this.#lifetime.onDispose(() => {
      for (const content of this.#contents.values()) content.dispose();
    });
  }

  /** Fires when `state()` may have changed. */
  get onChange(): Event<void> {
    return this.#changed.event;
  }

  /** The deployments that the view shows. */
  state(): DeploymentState[] {
    const { connections, folders, shown, connectionName, dashboardsOf } = this.#options;
    return shown.targets.map((target) => {
      const { connectionId, deploymentName: name } = target;
      const session = connections.get(connectionId)?.session.value;
      const content = this.#contents.get(rowId(target));
      const isHere = ({ binding }: { binding: RowTarget }) => rowId(binding) === rowId(target);
      return {
        target,
        name,
        connection: connectionName(connectionId),
        folders: folders.list.value.filter(isHere).map((folder) => folder.name),
        failure: this.#failures.get(connectionId),
        content: content && content.platform === session ? content.snapshot() : undefined,
        copies: this.#copies().filter((copy) => rowId(copy) === rowId(target)),
        dashboards: dashboardsOf(target),
      };
    });
  }

  /** The workspace of a deployment. @throws UserError without the connection, PlatformError */
  async contentOf(target: RowTarget): Promise<DeploymentContent> {
    const { connectionId, deploymentId = '' } = target;
    const connection = this.#options.connections.get(connectionId);
    if (!connection) throw noConnection(connectionId);
    const platform = await connection.open();
    const known = this.#contents.get(rowId(target));
    if (known?.platform === platform) return known;
    known?.dispose();
    const content = new DeploymentContent(platform, deploymentId);
    content.onChange(() => this.#changed.fire());
    this.#contents.set(rowId(target), content);
    return content;
  }

  /** Loads the children of a row, once. Never rejects; errors are part of the state. */
  async load(row: Pick<ContentRow, 'list' | 'target'>): Promise<void> {
    const { list, target } = row;
    if (!list) return;
    await this.#failures.attempt(target.connectionId, async () => loadOnce(listOf(await this.contentOf(target), list)));
  }

  async loadMore({ list, target }: Pick<ContentRow, 'list' | 'target'>): Promise<void> {
    if (list) await listOf(await this.contentOf(target), list).loadMore();
  }

  /** Loads again what is loaded below a row, or everything. */
  async reload(row?: Pick<ContentRow, 'list' | 'target'>): Promise<void> {
    this.#failures.clear();
    this.#changed.fire();
    if (row?.list) await listOf(await this.contentOf(row.target), row.list).reload();
    else await Promise.all([...this.#contents.values()].map((content) => content.reload()));
  }

  /** Adds or renames a workbook that this workspace duplicated. */
  async rememberCopy(copy: StoredCopy): Promise<void> {
    const others = this.#copies().filter((each) => !isSameCopy(each, copy));
    await this.#options.memory.update(copiesKey, [copy, ...others].slice(0, maxCopies));
    this.#changed.fire();
  }

  isCopy(copy: RowTarget & { id: string | number }): boolean {
    return this.#copies().some((each) => isSameCopy(each, copy));
  }

  async forgetCopies(target: RowTarget, ids: readonly number[]): Promise<void> {
    const kept = this.#copies().filter((copy) => !ids.some((id) => isSameCopy(copy, { ...target, id })));
    await this.#options.memory.update(copiesKey, kept);
    this.#changed.fire();
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#changed.dispose();
  }

  #copies(): StoredCopy[] {
    return this.#options.memory.get<StoredCopy[]>(copiesKey) ?? [];
  }
}

function isSameCopy(copy: StoredCopy, other: RowTarget & { id: string | number }): boolean {
  return rowId(copy) === rowId(other) && String(copy.id) === String(other.id);
}

function listOf(
  content: DeploymentContent,
  list: NonNullable<ContentRow['list']>,
): Pick<LazyList<unknown>, 'value' | 'load' | 'loadMore' | 'reload'> {
  switch (list.name) {
    case 'reports':
      return content.reports(list.folderId);
    case 'workbooks':
      return content.workbooks(list.tenant);
    case 'notifications':
      return content.notifications(list.publicId);
    default:
      return content[list.name];
  }
}
