/** The Resources view: what of an account and its deployments opens as a document. Requests only what is expanded. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { connectionName } from '../connections/connectionChoice.ts';
import type { ViewId } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import { nodeItem } from '../tree/tree.ts';
import type { ResourceNode } from './resourceNodes.ts';

const viewId: ViewId = 'dataModel.resources';

export class ResourcesTree implements vscode.TreeDataProvider<ResourceNode>, Disposable {
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  readonly #changed = new vscode.EventEmitter<ResourceNode | undefined>();

  constructor(app: App) {
    this.#app = app;
    this.#lifetime.add(this.#changed);
    this.#lifetime.add(app.connections.list.onChange(() => this.#changed.fire(undefined)));
    this.#lifetime.add(vscode.window.createTreeView(viewId, { treeDataProvider: this, showCollapseAll: true }));
  }

  get onDidChangeTreeData(): vscode.Event<ResourceNode | undefined> {
    return this.#changed.event;
  }

  getTreeItem(node: ResourceNode): vscode.TreeItem {
    return nodeItem(node);
  }

  async getChildren(node?: ResourceNode): Promise<ResourceNode[]> {
    if (node) return (await node.children?.()) ?? [];
    const connections = this.#app.connections.list.value;
    const { connectionNodes } = await import('./resourceNodes.ts');
    return connections.map((connection) =>
      connectionNodes(this.#app, connection, connectionName(connection), (changed) => this.#changed.fire(changed)),
    );
  }

  commands(): Pick<CommandHandlers, 'dataModel.resources.refresh' | 'dataModel.resources.loadMore'> {
    return {
      'dataModel.resources.refresh': async () => {
        const open = this.#app.connections.list.value.flatMap(({ session }) => session.value ?? []);
        await Promise.all(open.flatMap((session) => [session.reloadAccount(), session.deployments.reload()]));
        this.#changed.fire(undefined);
      },
      'dataModel.resources.loadMore': (load?: () => Promise<void>) => load?.(),
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
