/** The Resources view: what of an account and its deployments opens as a document. Its rows load when the view is shown first. */

import * as vscode from 'vscode';
import type { Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Connection } from '../../session/connection.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import { askText } from '../shell/quickInput.ts';
import { Tree } from '../tree/tree.ts';
import type { AddressOf, ResourceRow } from './resourceRows.ts';
import type { ResourcesModel } from './resourcesModel.ts';

type Commands = typeof import('./resourceCommands.ts');
type ResourceCommand = Extract<
  keyof CommandHandlers,
  `dataModel.${'resources' | 'users' | 'userAttributes' | 'oidcConfigs' | 'oauthIntegrations'}.${string}`
>;

const commands = (): Promise<Commands> => import('./resourceCommands.ts');

export class ResourcesView implements Disposable {
  readonly tree: Tree<ResourceRow>;
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  #model: Promise<ResourcesModel> | undefined;

  /** @param onCreate fires after a save that created a resource */
  constructor(app: App, onCreate: Event<[connectionId: string, kindId: string]>) {
    this.#app = app;
    this.tree = this.#lifetime.add(
      new Tree<ResourceRow>('dataModel.resources', app.connections, () => this.#load(), { canSelectMany: true }),
    );
    this.#lifetime.add(onCreate(([connectionId, kindId]) => void this.#reload(connectionId, kindId)));
  }

  commands(): Pick<CommandHandlers, ResourceCommand> {
    const openNew = (kindId: string) => async (connection: Connection) =>
      (await commands()).openNew(connection, kindId);
    /** Then the list of the kind is read again, also after a failure. */
    const change =
      (kindId: string, run: (module: Commands, connection: Connection, rows: ResourceRow[]) => Promise<void>) =>
      async (connection: Connection, row?: ResourceRow, selection?: ResourceRow[]) => {
        const rows = selection ?? (row && this.tree.has(row) ? [row] : []);
        const own = rows.filter(({ target }) => target.connectionId === connection.id);
        await run(await commands(), connection, own).finally(() => this.#reload(connection.id, kindId));
      };
    const remove = (kindId: Parameters<Commands['deleteResource']>[0]) =>
      change(kindId, (module, connection, [row]) => module.deleteResource(kindId, connection, row));
    return {
      'dataModel.users.create': openNew('users'),
      'dataModel.users.activate': change('users', (module, ...on) => module.changeUsers('ACTIVATE', ...on)),
      'dataModel.users.deactivate': change('users', (module, ...on) => module.changeUsers('DEACTIVATE', ...on)),
      'dataModel.users.delete': change('users', (module, ...on) => module.changeUsers('DELETE', ...on)),
      'dataModel.userAttributes.create': openNew('user-attributes'),
      'dataModel.oidcConfigs.create': openNew('oidc-token-configs'),
      'dataModel.oidcConfigs.delete': remove('oidc-token-configs'),
      'dataModel.oauthIntegrations.create': openNew('oauth-integrations'),
      'dataModel.oauthIntegrations.signIn': change('oauth-integrations', (module, connection, [row]) =>
        module.signInToIntegration(connection, row),
      ),
      'dataModel.oauthIntegrations.signOut': change('oauth-integrations', (module, connection, [row]) =>
        module.signOutOfIntegration(connection, row),
      ),
      'dataModel.oauthIntegrations.delete': remove('oauth-integrations'),
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

  async #reload(connectionId: string, kindId: string): Promise<void> {
    await (await this.#model)?.reloadKind(connectionId, kindId);
  }

  #load(): Promise<ResourcesModel> {
    const open = async () => {
      const { ResourcesModel: Model } = await import('./resourcesModel.ts');
      const { apiDocumentOf } = await import('../api/apiDocuments.ts');
      const { connections } = this.#app;
      const apiOf = (connection: Connection) => apiDocumentOf(this.#app, connection);
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
