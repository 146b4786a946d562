/** The Resources view: what of an account and its deployments opens as a document. Its rows load when the view is shown first. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { apiDocumentOf } from '../api/apiDocuments.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import { askText } from '../shell/quickInput.ts';
import { Tree } from '../tree/tree.ts';
import type { AddressOf, ResourceRow } from './resourceRows.ts';
import type { ResourcesModel } from './resourcesModel.ts';

export class ResourcesView implements Disposable {
  readonly tree: Tree<ResourceRow>;
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  #model: Promise<ResourcesModel> | undefined;

  constructor(app: App) {
    this.#app = app;
    this.tree = this.#lifetime.add(new Tree<ResourceRow>('dataModel.resources', app.connections, () => this.#load()));
  }

  commands(): Pick<CommandHandlers, 'dataModel.resources.open' | 'dataModel.resources.search'> {
    return {
      'dataModel.resources.open': async ({ target: { typed, connectionId } }: ResourceRow) => {
        if (!typed) return;
        const { kind, keys } = typed;
        const prompt = kind.ask?.(vscode.l10n) ?? '';
        const key = (await askText({ title: kind.title(vscode.l10n), prompt }))?.trim();
        if (!key) return;
        const address = (await addressOf())(connectionId, kind, [...keys, key], key);
        await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(address, true));
      },
      'dataModel.resources.search': async (row: ResourceRow) => {
        const model = await this.#load();
        const typed = await askText({
          title: vscode.l10n.t('Search {0}', row.list?.name === 'resources' ? row.list.title : ''),
          placeHolder: vscode.l10n.t('Nothing shows all'),
          value: model.searchText(row) ?? '',
        });
        if (typed !== undefined) await model.search(row, typed.trim() || undefined);
      },
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #load(): Promise<ResourcesModel> {
    const open = async () => {
      const { ResourcesModel: Model } = await import('./resourcesModel.ts');
      const { connections } = this.#app;
      const apiOf = (connection: Parameters<typeof apiDocumentOf>[1]) => apiDocumentOf(this.#app, connection);
      return this.#lifetime.add(new Model({ connections, apiOf, addressOf: await addressOf(), l10n: vscode.l10n }));
    };
    this.#model ??= open();
    return this.#model;
  }
}

async function addressOf(): Promise<AddressOf> {
  const { resourceUri } = await import('./resourceAddress.ts');
  return (connectionId, kind, keys, label) =>
    resourceUri({ connectionId, kind, values: kind.path?.(keys) ?? keys }, label).toString();
}
