/** Previews of metric views as read-only documents. Loaded with the first one. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { metricViewOperations } from '../../contract/dataModel/metricViews.ts';
import { noConnection } from '../../session/binding.ts';
import { runPreview } from '../../session/metricViews/previewRun.ts';
import { resourceScheme } from '../manifest/ids.ts';
import { resourceUri } from '../resources/resourceAddress.ts';
import { resourceKinds } from '../resources/resourceKinds.ts';
import type { App } from '../shell/app.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';
import { withProgress } from '../shell/notifications.ts';
import { openDocument } from '../shell/openDocument.ts';
import { askText } from '../shell/quickInput.ts';
import {
  type DocumentAddress,
  documentUri,
  parseDocumentUri,
  type ReadOnlyDocuments,
} from '../shell/readOnlyDocuments.ts';
import { metricViewText } from './metricViewText.ts';

const integrations = resourceKinds.find(({ id }) => id === 'metric-view-integrations')!;

export class MetricViewDocuments implements Disposable {
  readonly #app: App;
  readonly #lifetime = new Lifetime();

  constructor(app: App, documents: ReadOnlyDocuments) {
    this.#app = app;
    // The integration decides the full names of the views.
    this.#lifetime.add(
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (uri.scheme !== resourceScheme || uri.authority !== integrations.id) return;
        for (const open of vscode.workspace.textDocuments) {
          if (parseDocumentUri(open.uri)?.kind === 'metric-views') documents.refresh(open.uri);
        }
      }),
    );
  }

  /** Converts the latest build and opens the result. Cancelling ends the conversion. */
  async preview({ connection, deployment, name }: SelectedDeployment): Promise<void> {
    const { l10n } = vscode;
    const typed = await askText({
      title: l10n.t('Preview Metric Views of {0}', name),
      prompt: l10n.t('Name of the Databricks data source'),
      value: 'default',
      ignoreFocusOut: true,
      validateInput: (text) => (text.trim() === '' ? l10n.t('Enter a name.') : undefined),
    });
    if (!typed?.trim()) throw new CancelledError();
    const source = { deploymentId: deployment.id, dataSourceName: typed.trim() };
    const previewId = await withProgress(
      l10n.t('Converting the latest build of {0} to metric views', name),
      (signal, report) =>
        runPreview(deployment.writer, source, {
          signal,
          onStatus: ({ status, progress }) => {
            if (status === 'queued') return report(l10n.t('queued'));
            const { percentComplete, message } = progress ?? {};
            report([percentComplete != null && `${Math.round(percentComplete)}%`, message].filter(Boolean).join(' · '));
          },
        }),
    );
    const file = source.dataSourceName.replace(/[^\w.-]/g, '_');
    const uri = documentUri({
      kind: 'metric-views',
      path: `/${file}.metric-views.yaml`,
      parameters: {
        connection: connection.id,
        deployment: deployment.id,
        name,
        source: source.dataSourceName,
        preview: previewId,
      },
    });
    await vscode.window.showTextDocument(await openDocument(uri), { preview: false });
  }

  async read({ parameters }: DocumentAddress, signal: AbortSignal): Promise<string> {
    const { connection: connectionId = '', deployment: deploymentId = '', name = '', preview = '' } = parameters;
    const connection = this.#app.connections.get(connectionId);
    if (!connection) throw noConnection(connectionId);
    const { client } = (await connection.open()).deployment(deploymentId);
    const params = { deploymentId, previewId: preview };
    const result = await client.call(metricViewOperations.getMetricViewPreviewResult, { params }, { signal });
    return metricViewText(result, name, vscode.l10n);
  }

  /** The document of where the views of a preview are published. */
  async openIntegration(preview: vscode.Uri | undefined): Promise<void> {
    const shown = preview ?? vscode.window.activeTextEditor?.document.uri;
    const { connection = '', deployment = '', source = '' } = (shown && parseDocumentUri(shown)?.parameters) ?? {};
    const address = { connectionId: connection, kind: integrations, values: [deployment, source] };
    await vscode.window.showTextDocument(await openDocument(resourceUri(address, source)), {
      viewColumn: vscode.ViewColumn.Beside,
    });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
