/** Registers the dashboard commands and restores dashboard tabs. Loads the rest with the first use. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { panelType } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { Previews } from './previews.ts';

type DashboardCommand = Extract<keyof CommandHandlers, `dataModel.dashboard.${string}`>;

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

  commands(): Pick<CommandHandlers, DashboardCommand> {
    const actions = () => import('./openPreview.ts');
    const app = this.#app;
    return {
      'dataModel.dashboard.open': async (selected, argument: unknown) =>
        (await actions()).openDashboard(app, await this.previews(), selected, argument),
      'dataModel.dashboard.openApp': async (selected) =>
        (await actions()).openApp(app, await this.previews(), selected),
      'dataModel.dashboard.openChat': async (selected) =>
        (await actions()).openChat(app, await this.previews(), selected),
      'dataModel.dashboard.export': async (selected) => (await actions()).exportImage(app, selected),
      'dataModel.dashboard.refresh': async () => (await actions()).refreshAll(await this.previews()),
      'dataModel.dashboard.previewAs': async (argument: unknown) =>
        (await actions()).openAs(app, await this.previews(), argument),
      'dataModel.dashboard.editProfiles': async () => (await import('./previewAs.ts')).editProfiles(),
      'dataModel.dashboard.openOutside': async () => (await actions()).openOutside(await this.previews()),
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
