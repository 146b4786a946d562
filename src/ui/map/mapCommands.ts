/** Registers the commands of the model map and restores its tabs. Loads the rest with the first use. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Folders } from '../../session/folders.ts';
import type { ProjectDatabases } from '../database/projectDatabases.ts';
import { mapPanelType } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { ModelMaps } from './modelMaps.ts';

type MapCommand = Extract<keyof CommandHandlers, `dataModel.map.${string}`>;

export class MapCommands implements Disposable {
  readonly #app: App;
  readonly #allFolders: readonly Folders[];
  readonly #databases: () => Promise<ProjectDatabases>;
  readonly #lifetime = new Lifetime();
  #maps: Promise<ModelMaps> | undefined;

  constructor(app: App, allFolders: readonly Folders[], databases: () => Promise<ProjectDatabases>) {
    this.#app = app;
    this.#allFolders = allFolders;
    this.#databases = databases;
    this.#lifetime.add(
      vscode.window.registerWebviewPanelSerializer(mapPanelType, {
        deserializeWebviewPanel: async (panel, state) => (await this.maps()).restore(panel, state),
      }),
    );
  }

  maps(): Promise<ModelMaps> {
    this.#maps ??= import('./modelMaps.ts').then(({ ModelMaps }) =>
      this.#lifetime.add(new ModelMaps(this.#app, this.#allFolders, this.#databases)),
    );
    return this.#maps;
  }

  commands(): Pick<CommandHandlers, MapCommand> {
    return {
      'dataModel.map.show': async (argument?: unknown) => (await this.maps()).showMap(argument),
      'dataModel.map.showLineage': async (argument?: unknown) => (await this.maps()).showLineage(argument),
      'dataModel.map.export': async () => {
        const { current } = await this.maps();
        if (!current) {
          throw new UserError(vscode.l10n.t('No model map is open.'), {
            action: vscode.l10n.t('Run “Show Model Map” first.'),
          });
        }
        await current.exportSvg();
      },
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
