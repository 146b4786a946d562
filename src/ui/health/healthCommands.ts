/** The commands of the health page. The checks load on first use. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import type { Row } from '../tree/row.ts';
import type { HealthDocuments } from './healthDocuments.ts';

export class HealthCommands implements Disposable {
  readonly #app: App;
  readonly #documents: ReadOnlyDocuments;
  readonly #lifetime = new Lifetime();
  #pages: Promise<HealthDocuments> | undefined;

  constructor(app: App, documents: ReadOnlyDocuments) {
    this.#app = app;
    this.#documents = documents;
    this.#lifetime.add(documents.registerReader(['health'], async (address) => (await this.#load()).read(address)));
  }

  commands(): Pick<CommandHandlers, 'dataModel.health.check' | 'dataModel.health.copyReport'> {
    return {
      'dataModel.health.check': async (connection, row?: Row) =>
        (await this.#load()).open(connection, row?.target.deploymentId),
      'dataModel.health.copyReport': async () => (await this.#load()).copyReport(),
    };
  }

  /** The button of an error that a connection to the platform failed with. */
  readonly remedyOf = (failure: unknown) => {
    const { kind, host } = (failure instanceof UserError ? failure : {}) as { kind?: string; host?: string };
    const connection = this.#app.connections.list.value.find(({ id }) => URL.canParse(id) && new URL(id).host === host);
    if (!connection || !['dns', 'proxy', 'refused', 'timeout', 'tls', 'not-json'].includes(kind ?? ''))
      return undefined;
    const run = async () => (await this.#load()).open(connection);
    return { label: vscode.l10n.t('Check Health'), run };
  };

  dispose(): void {
    this.#lifetime.dispose();
  }

  #load(): Promise<HealthDocuments> {
    this.#pages ??= import('./healthDocuments.ts').then(({ HealthDocuments }) =>
      this.#lifetime.add(new HealthDocuments(this.#app, this.#documents)),
    );
    return this.#pages;
  }
}
