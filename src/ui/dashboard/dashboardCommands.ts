/** Registers the dashboard commands and restores dashboard tabs. Loads the rest with the first use. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { panelType } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import type { Previews } from './previews.ts';
import type { PythonRuns } from './pythonRuns.ts';

type DashboardCommand = Extract<keyof CommandHandlers, `dataModel.dashboard.${string}`>;

export class DashboardCommands implements Disposable {
  readonly #app: App;
  readonly #documents: ReadOnlyDocuments;
  readonly #lifetime = new Lifetime();
  #previews: Promise<Previews> | undefined;
  #pythonRuns: Promise<PythonRuns> | undefined;

  constructor(app: App, documents: ReadOnlyDocuments) {
    this.#app = app;
    this.#documents = documents;
    this.#lifetime.add(documents.registerReader(['python-run'], async (address) => (await this.#runs()).read(address)));
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
      'dataModel.dashboard.openOther': async (selected) =>
        (await actions()).openOtherDashboard(app, await this.previews(), selected),
      'dataModel.dashboard.openApp': async (selected) =>
        (await actions()).openApp(app, await this.previews(), selected),
      'dataModel.dashboard.openChat': async (selected) =>
        (await actions()).openChat(app, await this.previews(), selected),
      'dataModel.dashboard.export': async (selected) => (await actions()).exportImage(app, selected),
      'dataModel.dashboard.refresh': async () => (await actions()).refreshAll(await this.previews()),
      'dataModel.dashboard.previewAs': async (argument: unknown) =>
        (await actions()).openAs(app, await this.previews(), argument),
      'dataModel.dashboard.editProfiles': async () => (await import('./editProfiles.ts')).editProfiles(),
      'dataModel.dashboard.runPython': async () => (await this.#runs()).run(await this.previews()),
      'dataModel.dashboard.openOutside': async () => (await actions()).openOutside(await this.previews()),
    };
  }

  #runs(): Promise<PythonRuns> {
    this.#pythonRuns ??= import('./pythonRuns.ts').then(({ PythonRuns: Runs }) => new Runs(this.#documents));
    return this.#pythonRuns;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
