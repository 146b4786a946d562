/** The Embedding view: who sees embedded dashboards, and which. Its rows and commands load when the view is shown first. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import { Tree } from '../tree/tree.ts';
import type { EmbeddingModel } from './embeddingModel.ts';
import type { EmbeddingRow } from './embeddingRows.ts';

export class EmbeddingView implements Disposable {
  readonly tree: Tree<EmbeddingRow>;
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  #model: Promise<EmbeddingModel> | undefined;

  constructor(app: App) {
    this.#app = app;
    this.tree = this.#lifetime.add(new Tree<EmbeddingRow>('dataModel.embedding', app.connections, () => this.#load()));
  }

  commands(): Pick<CommandHandlers, Extract<keyof CommandHandlers, `dataModel.embedding.${string}`>> {
    const run =
      (name: keyof typeof import('./embeddingCommands.ts')) => async (_target: unknown, row?: EmbeddingRow) => {
        if (!row) throw new CancelledError();
        const commands = await import('./embeddingCommands.ts');
        await commands[name](await this.#load(), row.target);
      };
    return {
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

  #load(): Promise<EmbeddingModel> {
    const open = async () => {
      const { EmbeddingModel: Model } = await import('./embeddingModel.ts');
      const { KnownGroups } = await import('../../session/embedding/knownGroups.ts');
      const { connections, context } = this.#app;
      return this.#lifetime.add(new Model(connections, new KnownGroups(context.workspaceState), vscode.l10n));
    };
    this.#model ??= open();
    return this.#model;
  }
}
