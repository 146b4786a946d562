/** The current logs of a deployment as a read-only document. */

import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { LogLine } from '../../contract/deployments/runtime.ts';
import { chooseDeployment } from '../deployments/deploymentChoice.ts';
import type { App } from '../shell/app.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';
import { openDocument } from '../shell/openDocument.ts';
import { type DocumentAddress, documentUri, type ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import { withSlowProgress } from '../shell/slowProgress.ts';
import { filterLabel, type LogFilter } from './logFilter.ts';

const pageSize = 500;
const maxPages = 20;

export class LogDocuments implements Disposable {
  readonly #app: App;
  readonly #documents: ReadOnlyDocuments;
  readonly #lifetime = new Lifetime();

  constructor(app: App, documents: ReadOnlyDocuments) {
    this.#app = app;
    this.#documents = documents;
    this.#lifetime.add(documents.registerReader(['logs'], (address, signal) => this.#read(address, signal)));
  }

  /** Opens the document and scrolls to the newest lines. */
  async open(selected: SelectedDeployment, filter: LogFilter): Promise<void> {
    const uri = logUri(selected, filter);
    const title = vscode.l10n.t('Loading logs of {0}', selected.name);
    const document = await withSlowProgress(title, async () => {
      // The document may already be open with older lines.
      this.#documents.refresh(uri);
      return openDocument(uri);
    });
    const editor = await vscode.window.showTextDocument(document, { preview: true });
    const end = document.lineAt(document.lineCount - 1).range.end;
    editor.revealRange(new vscode.Range(end, end));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #read({ parameters }: DocumentAddress, signal: AbortSignal): Promise<string> {
    const { logDocument } = await import('./logText.ts');
    const { runtimeOperations } = await import('../../contract/deployments/runtime.ts');
    const { deployment, name } = await chooseDeployment(this.#app, {
      target: {
        connectionId: parameters.connection,
        deploymentId: parameters.deployment,
        deploymentName: parameters.name,
      },
    });
    const filter = parseFilter(parameters);
    const lines: LogLine[] = [];
    let truncated = false;
    let pages = 0;
    const query = { ...filter, first: pageSize } as Record<string, unknown>;
    const input = { params: { deploymentId: deployment.id }, query };
    for await (const page of deployment.client.pages(runtimeOperations.listLogs, input, { signal })) {
      lines.push(...page.items);
      pages += 1;
      truncated = pages >= maxPages && page.hasNextPage;
      if (truncated) break;
    }
    const time = new Date().toLocaleTimeString(vscode.env.language);
    return logDocument(lines, { deployment: name, filter, time, truncated }, vscode.l10n);
  }
}

/** Identifies the logs of a deployment with a filter. The path ends in `.log`, so the editor highlights the lines. */
export function logUri({ connection, deployment, name }: SelectedDeployment, filter: LogFilter): vscode.Uri {
  const withoutSlashes = (text: string) => text.replaceAll(/[\\/]/g, ' ');
  const label = filterLabel(filter, vscode.l10n);
  return documentUri({
    kind: 'logs',
    path: `/${withoutSlashes(name)} (${withoutSlashes(label)}).log`,
    parameters: {
      connection: connection.id,
      deployment: deployment.id,
      name,
      ...(filter.source && { source: filter.source }),
      ...(filter.container && { container: filter.container }),
      ...(filter.pod && { pod: filter.pod }),
    },
  });
}

function parseFilter({ source, container, pod }: DocumentAddress['parameters']): LogFilter {
  return {
    ...(source === 'production' || source === 'dev' ? { source } : {}),
    ...(container === undefined ? {} : { container }),
    ...(pod === undefined ? {} : { pod }),
  };
}
