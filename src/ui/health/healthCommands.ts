/** The commands of the health page, and its tabs after a reload of the window. The rest loads with the first use. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { healthPanelType } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { Row } from '../tree/row.ts';
import type { HealthPages } from './healthPages.ts';

export class HealthCommands implements Disposable {
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  #pages: Promise<HealthPages> | undefined;

  constructor(app: App) {
    this.#app = app;
    this.#lifetime.add(
      vscode.window.registerWebviewPanelSerializer(healthPanelType, {
        deserializeWebviewPanel: async (panel, state) => (await this.pages()).restore(panel, state),
      }),
    );
  }

  pages(): Promise<HealthPages> {
    this.#pages ??= import('./healthPages.ts').then(({ HealthPages }) =>
      this.#lifetime.add(new HealthPages(this.#app)),
    );
    return this.#pages;
  }

  commands(): Pick<CommandHandlers, 'dataModel.health.check' | 'dataModel.health.copyReport'> {
    return {
      'dataModel.health.check': async (connection, row?: Row) =>
        (await this.pages()).open(connection, row?.target.deploymentId),
      'dataModel.health.copyReport': async () => (await this.pages()).copyReport(),
    };
  }

  /** The button of an error that a connection to the platform failed with. */
  readonly remedyOf = (failure: unknown) => {
    const { kind, host } = (failure instanceof UserError ? failure : {}) as { kind?: string; host?: string };
    const connection = this.#app.connections.list.value.find(({ id }) => URL.canParse(id) && new URL(id).host === host);
    if (!connection || !['dns', 'proxy', 'refused', 'timeout', 'tls', 'not-json'].includes(kind ?? ''))
      return undefined;
    const run = async () => (await this.pages()).open(connection);
    return { label: vscode.l10n.t('Check Health'), run };
  };

  dispose(): void {
    this.#lifetime.dispose();
  }
}
