/** The commands of metric views. Their code loads on first use. */

import type { Uri } from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { App } from '../shell/app.ts';
import type { CommandHandlers } from '../shell/commandRunner.ts';
import type { ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import type { MetricViewDocuments } from './metricViewDocuments.ts';

export class MetricViewCommands implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #load: () => Promise<MetricViewDocuments>;

  constructor(app: App, documents: ReadOnlyDocuments) {
    let loaded: Promise<MetricViewDocuments> | undefined;
    this.#load = () => {
      loaded ??= import('./metricViewDocuments.ts').then((module) =>
        this.#lifetime.add(new module.MetricViewDocuments(app, documents)),
      );
      return loaded;
    };
    this.#lifetime.add(
      documents.registerReader(['metric-views'], async (address, signal) => (await this.#load()).read(address, signal)),
    );
  }

  commands(): Pick<CommandHandlers, 'dataModel.metricViews.preview' | 'dataModel.metricViews.openIntegration'> {
    return {
      'dataModel.metricViews.preview': async (selected) => (await this.#load()).preview(selected),
      'dataModel.metricViews.openIntegration': async (preview?: Uri) => (await this.#load()).openIntegration(preview),
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
