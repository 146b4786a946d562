/** The Embedding view: who sees embedded dashboards, and which. Requests only what is expanded. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Connection } from '../../session/connection.ts';
import type { EmbedTenants } from '../../session/embedding/embedTenants.ts';
import { connectionName } from '../connections/connectionChoice.ts';
import type { ViewId } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import { nodeItem } from '../tree/tree.ts';
import type { EmbeddingNode } from './embeddingNodes.ts';

const viewId: ViewId = 'dataModel.embedding';

export class EmbeddingTree implements vscode.TreeDataProvider<EmbeddingNode>, Disposable {
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  readonly #changed = new vscode.EventEmitter<EmbeddingNode | undefined>();
  /** By the connection's id. */
  readonly #opened = new Map<string, EmbedTenants>();

  constructor(app: App) {
    this.#app = app;
    this.#lifetime.add(this.#changed);
    this.#lifetime.add(app.connections.list.onChange(() => this.#refresh()));
    this.#lifetime.add(vscode.window.createTreeView(viewId, { treeDataProvider: this, showCollapseAll: true }));
    this.#lifetime.onDispose(() => this.#close());
  }

  get onDidChangeTreeData(): vscode.Event<EmbeddingNode | undefined> {
    return this.#changed.event;
  }

  getTreeItem(node: EmbeddingNode): vscode.TreeItem {
    return nodeItem(node);
  }

  async getChildren(node?: EmbeddingNode): Promise<EmbeddingNode[]> {
    if (node) return (await node.children?.()) ?? [];
    const { connectionNode } = await import('./embeddingNodes.ts');
    return this.#app.connections.list.value.map((connection) =>
      connectionNode(
        connection.id,
        connectionName(connection),
        () => this.#open(connection),
        vscode.l10n,
        (changed) => this.#changed.fire(changed),
      ),
    );
  }

  commands(): Pick<CommandHandlers, Extract<keyof CommandHandlers, `dataModel.embedding.${string}`>> {
    const run =
      (name: keyof typeof import('./embeddingCommands.ts')) => async (_target: unknown, node?: EmbeddingNode) => {
        if (!node?.target) throw new CancelledError();
        await (await import('./embeddingCommands.ts'))[name](node.target);
        // What changed is loaded already.
        this.#changed.fire(undefined);
      };
    return {
      'dataModel.embedding.refresh': () => this.#refresh(),
      'dataModel.embedding.loadMore': (load?: () => Promise<void>) => load?.(),
      'dataModel.embedding.createGroup': run('createGroup'),
      'dataModel.embedding.openGroup': run('openGroup'),
      'dataModel.embedding.deleteGroup': run('deleteGroup'),
      'dataModel.embedding.addMembers': run('addMembers'),
      'dataModel.embedding.removeMember': run('removeMember'),
      'dataModel.embedding.changeAccess': run('changeAccess'),
      'dataModel.embedding.deleteTenant': run('deleteTenant'),
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #open(connection: Connection): Promise<EmbedTenants> {
    const platform = await connection.open();
    const { EmbedTenants } = await import('../../session/embedding/embedTenants.ts');
    const { KnownGroups } = await import('../../session/embedding/knownGroups.ts');
    const opened = this.#opened.get(connection.id);
    // A restarted connection, such as one to a restarted emulator, has another session.
    if (opened?.platform === platform) return opened;
    opened?.dispose();
    const tenants = new EmbedTenants(platform, new KnownGroups(this.#app.context.workspaceState));
    this.#opened.set(connection.id, tenants);
    return tenants;
  }

  #refresh(): void {
    this.#close();
    this.#changed.fire(undefined);
  }

  #close(): void {
    for (const tenants of this.#opened.values()) tenants.dispose();
    this.#opened.clear();
  }
}
