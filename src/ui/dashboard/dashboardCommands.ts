/** Registers the dashboard commands and restores dashboard tabs. Loads the rest with the first use. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { panelType } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { CommandTable } from '../shell/commands.ts';
import type { Previews } from './previews.ts';

type DashboardCommand = Extract<keyof CommandTable, `dataModel.dashboard.${string}`>;

export class DashboardCommands implements Disposable {
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  #previews: Promise<Previews> | undefined;

  constructor(app: App) {
    this.#app = app;
    this.#lifetime.add(
      vscode.window.registerWebviewPanelSerializer(panelType, {
        deserializeWebviewPanel: async (panel, state) => (await this.previews()).restore(panel, state),
      }),
    );
  }

  previews(): Promise<Previews> {
    this.#previews ??= import('./previews.ts').then(({ Previews }) => this.#lifetime.add(new Previews(this.#app)));
    return this.#previews;
  }

  commands(): Pick<CommandTable, DashboardCommand> {
    const run = async (name: keyof typeof import('./openPreview.ts'), argument: unknown) =>
      (await import('./openPreview.ts'))[name](this.#app, await this.previews(), argument);
    return {
      'dataModel.dashboard.open': (argument?: unknown) => run('openDashboard', argument),
      'dataModel.dashboard.openApp': (argument?: unknown) => run('openApp', argument),
      'dataModel.dashboard.openChat': (argument?: unknown) => run('openChat', argument),
      'dataModel.dashboard.export': (argument?: unknown) => run('exportImage', argument),
      'dataModel.dashboard.refresh': () => run('refreshAll', undefined),
      'dataModel.dashboard.previewAs': (argument?: unknown) => run('openAs', argument),
      'dataModel.dashboard.editProfiles': async () => (await import('./profiles/previewAs.ts')).editProfiles(),
      'dataModel.dashboard.openOutside': () => run('openOutside', undefined),
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
