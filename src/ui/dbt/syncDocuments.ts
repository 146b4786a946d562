/** Documents of dbt syncs: a generated file, the result, and the log, which follows a running sync. */

import path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { dbtSyncOperations } from '../../contract/dataModel/dbtSyncs.ts';
import { readSyncResult } from '../../session/dbt/syncResult.ts';
import { openDocument } from '../shell/openDocument.ts';
import { type DocumentAddress, documentUri, type ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import type { SyncTarget } from './syncRows.ts';
import type { SyncsModel } from './syncsModel.ts';
import { type DbtLogEntry, syncLogText, syncResultText } from './syncTexts.ts';

/** @param projectFolder of the bound folder: with the path of the local file, the editor shows no rename in comparisons */
export function generatedUri(target: SyncTarget, projectFolder: string | undefined): vscode.Uri {
  return documentUri({
    kind: 'dbt-file',
    path: vscode.Uri.file(path.join(projectFolder ?? '/', target.file!)).path,
    parameters: parametersOf(target),
  });
}

function logUri(target: SyncTarget): vscode.Uri {
  const name = vscode.l10n.t('dbt sync {0}', target.syncJobId!.slice(0, 8));
  return documentUri({ kind: 'dbt-log', path: `/${name}.log`, parameters: parametersOf(target) });
}

function resultUri(target: SyncTarget): vscode.Uri {
  const name = vscode.l10n.t('Result of dbt sync {0}', target.syncJobId!.slice(0, 8));
  return documentUri({ kind: 'dbt-result', path: `/${name}.txt`, parameters: parametersOf(target) });
}

function parametersOf({ connectionId, deploymentId, syncJobId, file }: SyncTarget): Record<string, string> {
  return { connection: connectionId, deployment: deploymentId, sync: syncJobId!, ...(file !== undefined && { file }) };
}

export class SyncDocuments implements Disposable {
  readonly #model: SyncsModel;
  readonly #documents: ReadOnlyDocuments;
  readonly #lifetime = new Lifetime();
  /** Open logs of running syncs. */
  readonly #followed = new Map<string, Lifetime>();

  constructor(model: SyncsModel, documents: ReadOnlyDocuments) {
    this.#model = model;
    this.#documents = documents;
    this.#lifetime.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#unfollow(uri)));
    this.#lifetime.onDispose(() => {
      for (const lifetime of this.#followed.values()) lifetime.dispose();
    });
  }

  async openLog(target: SyncTarget): Promise<void> {
    const uri = logUri(target);
    this.#documents.refresh(uri);
    await vscode.window.showTextDocument(await openDocument(uri), { preview: true });
  }

  async openResult(target: SyncTarget): Promise<void> {
    await vscode.window.showTextDocument(await openDocument(resultUri(target)), { preview: true });
  }

  async read({ kind, parameters }: DocumentAddress, signal: AbortSignal): Promise<string> {
    const { connection = '', deployment = '', sync = '', file } = parameters;
    const target: SyncTarget = { connectionId: connection, deploymentId: deployment, syncJobId: sync };
    if (kind === 'dbt-file') return this.#model.content({ ...target, file: file ?? '' });
    return kind === 'dbt-result' ? this.#readResult(target, signal) : this.#readLog(target, signal);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #readResult(target: SyncTarget, signal: AbortSignal): Promise<string> {
    const { deploymentId, syncJobId = '' } = target;
    const { client } = await this.#model.deploymentOf(target);
    const result = await readSyncResult(client, { deploymentId, syncJobId }, signal);
    const title = vscode.l10n.t('Result of dbt sync {0}', syncJobId);
    return syncResultText(title, result, vscode.l10n, (stamp) => new Date(stamp).toLocaleString(vscode.env.language));
  }

  async #readLog(target: SyncTarget, signal: AbortSignal): Promise<string> {
    const { deploymentId, syncJobId = '' } = target;
    const syncs = await this.#model.syncsOf(target);
    await syncs.load();
    const uri = logUri(target);
    const key = uri.toString();
    if (syncs.isRunning(syncJobId) && !this.#followed.has(key)) {
      const lifetime = new Lifetime();
      this.#followed.set(key, lifetime);
      lifetime.add(syncs.watch());
      lifetime.add(
        syncs.onChange(() => {
          if (!syncs.isRunning(syncJobId)) this.#unfollow(uri);
          this.#documents.refresh(uri);
        }),
      );
    }
    const { client } = await this.#model.deploymentOf(target);
    const input = { params: { deploymentId, syncJobId } };
    const entries: DbtLogEntry[] = [];
    for await (const entry of client.items(dbtSyncOperations.listDbtSyncLogs, input, { signal })) entries.push(entry);
    return syncLogText(vscode.l10n.t('Log of dbt sync {0}', syncJobId), entries, vscode.l10n);
  }

  #unfollow(uri: vscode.Uri): void {
    const key = uri.toString();
    this.#followed.get(key)?.dispose();
    this.#followed.delete(key);
  }
}
