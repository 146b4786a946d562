/** Documents with the health of a connection. They show each result as soon as it is known. */

import os from 'node:os';
import * as vscode from 'vscode';
import { Debounce } from '../../base/async.ts';
import { isCancellation, stackOf, UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Connection } from '../../session/connection.ts';
import { checkHealth, type HealthResult, healthChecks } from '../../session/health/checkHealth.ts';
import type { HealthCheck } from '../../session/health/probes.ts';
import { bundledDocument } from '../api/apiDocuments.ts';
import { connectionName } from '../connections/connectionChoice.ts';
import { boundDeployment } from '../folders/folderChoice.ts';
import { documentScheme } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import { showStatus } from '../shell/notifications.ts';
import {
  type DocumentAddress,
  documentUri,
  parseDocumentUri,
  type ReadOnlyDocuments,
} from '../shell/readOnlyDocuments.ts';
import { readNetwork } from '../shell/settings.ts';
import { thisExtension } from '../shell/thisExtension.ts';
import type { RowTarget } from '../tree/row.ts';
import { healthAction } from './healthActions.ts';
import { type HealthPage, healthPage } from './healthText.ts';

const fileEnding = '.health.md';

/** One run of the checks, shown in one document. */
interface Run extends Disposable {
  time: string;
  results: Map<HealthCheck, HealthResult>;
}

export class HealthDocuments implements Disposable {
  readonly #app: App;
  readonly #documents: ReadOnlyDocuments;
  readonly #lifetime = new Lifetime();
  /** By the URI of the document. */
  readonly #runs = new Map<string, Run>();
  readonly #lensesChanged = new vscode.EventEmitter<void>();

  constructor(app: App, documents: ReadOnlyDocuments) {
    this.#app = app;
    this.#documents = documents;
    this.#lifetime.add(this.#lensesChanged);
    this.#lifetime.add(
      vscode.languages.registerCodeLensProvider(
        { scheme: documentScheme, pattern: `**/*${fileEnding}` },
        {
          onDidChangeCodeLenses: this.#lensesChanged.event,
          provideCodeLenses: ({ uri }) => this.#lenses(uri),
        },
      ),
    );
    this.#lifetime.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#end(uri)));
    this.#lifetime.onDispose(() => {
      for (const run of this.#runs.values()) run.dispose();
    });
  }

  /** Checks a connection and shows its document. */
  async open(connection: Connection, deploymentId?: string): Promise<void> {
    const deployment = deploymentId ?? boundDeployment(this.#app, connection.id);
    const uri = uriOf(connection, deployment);
    this.#end(uri);
    this.#documents.refresh(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  }

  /** The text of the page. Starts the checks if the document was restored. */
  read({ kind, path, parameters }: DocumentAddress): string {
    const connection = this.#app.connections.get(parameters.connection ?? '');
    if (!connection) return `${vscode.l10n.t('Not connected to “{0}”.', parameters.connection ?? '')}\n`;
    const uri = documentUri({ kind, path, parameters });
    if (!this.#runs.has(uri.toString())) this.#start(uri, connection, parameters.deployment);
    return this.#page(uri, connection).text;
  }

  async copyReport(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    if (!document?.uri.path.endsWith(fileEnding)) {
      throw new UserError(vscode.l10n.t('The active editor shows no health page.'), {
        action: vscode.l10n.t('Run “Check Health” first.'),
      });
    }
    await vscode.env.clipboard.writeText(document.getText());
    showStatus(vscode.l10n.t('Copied the report. It contains no key and no token'));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #start(uri: vscode.Uri, connection: Connection, deploymentId: string | undefined): void {
    const lifetime = new Lifetime();
    const results = new Map<HealthCheck, HealthResult>();
    this.#runs.set(uri.toString(), { time: timeText(), results, dispose: () => lifetime.dispose() });
    const show = lifetime.add(
      new Debounce(() => {
        this.#documents.refresh(uri);
        this.#lensesChanged.fire();
      }, 50),
    );
    const onResult = (result: HealthResult) => {
      results.set(result.check, result);
      show.poke();
    };
    bundledDocument(this.#app.context)
      .then(({ operations }) => {
        const isWebEditor = vscode.env.uiKind === vscode.UIKind.Web;
        const target = { connection, deploymentId, network: readNetwork(), operations, isWebEditor };
        return checkHealth(target, onResult, lifetime.signal);
      })
      .catch((failure: unknown) => {
        if (!isCancellation(failure)) this.#app.log.error(stackOf(failure));
      });
  }

  #end(uri: vscode.Uri): void {
    this.#runs.get(uri.toString())?.dispose();
    this.#runs.delete(uri.toString());
  }

  #page(uri: vscode.Uri, connection: Connection): HealthPage {
    const { time, results } = this.#runs.get(uri.toString()) ?? { time: '', results: new Map() };
    const report = {
      platform: connectionName(connection),
      time,
      results,
      checks: healthChecks,
      environment: versions(),
    };
    return healthPage(report, vscode.l10n);
  }

  #lenses(uri: vscode.Uri): vscode.CodeLens[] {
    const { connection: id = '', deployment } = parseDocumentUri(uri)?.parameters ?? {};
    const connection = this.#app.connections.get(id);
    const run = this.#runs.get(uri.toString());
    if (!connection || !run) return [];
    const { l10n } = vscode;
    const target: RowTarget = { connectionId: id, ...(deployment !== undefined && { deploymentId: deployment }) };
    const lens = (line: number, command: vscode.Command) =>
      new vscode.CodeLens(new vscode.Range(line, 0, line, 0), command);
    return [
      lens(0, {
        title: `$(refresh) ${l10n.t('Check Again')}`,
        command: 'dataModel.health.check',
        arguments: [{ target }],
      }),
      lens(0, { title: `$(copy) ${l10n.t('Copy Report')}`, command: 'dataModel.health.copyReport' }),
      ...[...this.#page(uri, connection).headings].map(([check, line]) =>
        lens(line, healthAction(check, run.results.get(check), target, l10n)),
      ),
    ];
  }
}

function uriOf(connection: Connection, deployment: string | undefined): vscode.Uri {
  const name = connectionName(connection).replaceAll(/[^\w.-]+/g, '-');
  return documentUri({
    kind: 'health',
    path: `/${name}${fileEnding}`,
    parameters: { connection: connection.id, ...(deployment !== undefined && { deployment }) },
  });
}

function timeText(): string {
  return `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function versions(): string {
  const { version } = thisExtension().packageJSON as { version: string };
  const place = vscode.env.uiKind === vscode.UIKind.Web ? 'web' : (vscode.env.remoteName ?? 'desktop');
  const node = `Node ${process.versions.node}`;
  return [
    `Data Model Workbench ${version}`,
    `${vscode.env.appName} ${vscode.version} (${place})`,
    os.platform(),
    node,
  ].join(', ');
}
