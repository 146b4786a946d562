/** The rows and commands of the dbt Syncs view. Loaded when the view is first shown, or with the first command. */

import * as vscode from 'vscode';
import { CancelledError } from '../../base/errors.ts';
import type { Event } from '../../base/event.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { syncStatuses, syncTriggers } from '../../contract/dataModel/syncSchemas.ts';
import type { DbtSyncFilter, DbtSyncs } from '../../session/dbt/dbtSyncs.ts';
import { pickTarget, targetOf } from '../deployments/deploymentChoice.ts';
import type { ViewId } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { SelectedDeployment } from '../shell/commandRunner.ts';
import { confirm, showError, showFailure, showInformation, withProgress } from '../shell/notifications.ts';
import { pickItem } from '../shell/quickInput.ts';
import type { DocumentAddress, ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import type { Row } from '../tree/row.ts';
import { ShownDeployments } from '../tree/shownDeployments.ts';
import type { RowSource } from '../tree/tree.ts';
import { acceptFiles, reviewFiles } from './acceptFiles.ts';
import { startSync } from './startSync.ts';
import { SyncDocuments } from './syncDocuments.ts';
import { deploymentName, type RowTexts, type SyncRow, type SyncTarget, syncRows } from './syncRows.ts';
import { SyncsModel } from './syncsModel.ts';
import { statusLabel, triggerLabel } from './syncTexts.ts';

const viewId: ViewId = 'dataModel.dbtSyncs';
const texts: RowTexts = {
  l10n: vscode.l10n,
  time: (stamp) => {
    const date = new Date(stamp);
    const isToday = date.toDateString() === new Date().toDateString();
    return date.toLocaleString(vscode.env.language, { timeStyle: 'short', ...(!isToday && { dateStyle: 'medium' }) });
  },
};

type FilterItem = vscode.QuickPickItem & { filter?: DbtSyncFilter };

export class SyncsSource implements RowSource<SyncRow> {
  readonly #app: App;
  readonly #lifetime = new Lifetime();
  readonly #shown: ShownDeployments;
  readonly #model: SyncsModel;
  readonly #documents: SyncDocuments;

  constructor(app: App, documents: ReadOnlyDocuments) {
    this.#app = app;
    const { connections, folders, context } = app;
    const memory = context.workspaceState;
    this.#shown = this.#lifetime.add(new ShownDeployments(viewId, { connections, folders, memory }));
    this.#model = this.#lifetime.add(
      new SyncsModel({ connections, folders, shown: this.#shown, storageFolder: context.globalStorageUri.fsPath }),
    );
    this.#documents = this.#lifetime.add(new SyncDocuments(this.#model, documents));
  }

  get onChange(): Event<void> {
    return this.#model.onChange;
  }

  rows(): SyncRow[] {
    return syncRows(this.#model.state(), texts);
  }

  async load(row: SyncRow | undefined): Promise<void> {
    if (!row) await this.#model.load();
    else if (row.kind === 'files') await this.#model.loadFiles(row.target);
  }

  async loadMore({ target }: SyncRow): Promise<void> {
    await (await this.#model.syncsOf(target)).loadMore();
  }

  async reload(): Promise<void> {
    await this.#model.reload();
  }

  /** The name of the only deployment, and what the history is filtered by. */
  header(): { description: string; message: string } {
    const [only, other] = this.#model.state();
    const { status, trigger } = only?.syncs?.filter ?? {};
    const { l10n } = vscode;
    const filters = [
      status && l10n.t('Status: {0}', statusLabel(status, l10n)),
      trigger && l10n.t('Trigger: {0}', triggerLabel(trigger, l10n)),
    ];
    const description = only && !other ? deploymentName(only.target, l10n) : '';
    return { description, message: filters.filter(Boolean).join(' · ') };
  }

  setVisible(visible: boolean): void {
    this.#model.setVisible(visible);
  }

  read(address: DocumentAddress, signal: AbortSignal): Promise<string> {
    return this.#documents.read(address, signal);
  }

  async start(selected: SelectedDeployment): Promise<void> {
    const { connection, deployment, name } = selected;
    const target = { connectionId: connection.id, deploymentId: deployment.id, deploymentName: name };
    const syncs = await this.#model.syncsOf(target);
    const { syncJobId, output } = await startSync(selected, syncs);
    this.#tellEnd(syncs, { ...target, syncJobId }, output).catch((failure) => showFailure(failure, this.#app));
    // A deployment that the view does not show yet.
    const isShown = this.#model.targets.some(
      ({ connectionId, deploymentId }) => connectionId === target.connectionId && deploymentId === target.deploymentId,
    );
    if (!isShown) await this.#shown.choose(target);
    await vscode.commands.executeCommand(`${viewId}.focus`);
  }

  async cancel({ target, label }: SyncRow): Promise<void> {
    const { l10n } = vscode;
    const question = l10n.t('Cancel the running dbt sync ({0})?', label);
    if (!(await confirm(question, l10n.t('It generates nothing.'), l10n.t('Cancel Sync')))) return;
    await (await this.#model.syncsOf(target)).cancel(target.syncJobId!);
  }

  async openLog({ target }: SyncRow): Promise<void> {
    await this.#documents.openLog(target);
  }

  async openResult({ target }: SyncRow): Promise<void> {
    await this.#documents.openResult(target);
  }

  async review({ target }: SyncRow): Promise<void> {
    await reviewFiles(this.#model, target);
  }

  async accept({ target }: SyncRow): Promise<void> {
    await acceptFiles(this.#app, this.#model, target);
  }

  /** Shows the deployment of a row of another view, or one that the user picks. */
  async show(row?: Row): Promise<void> {
    await this.#shown.choose(targetOf(row) ?? (await pickTarget(this.#app)));
    await vscode.commands.executeCommand(`${viewId}.focus`);
  }

  async filter(): Promise<void> {
    const { l10n } = vscode;
    const separator = (label: string): FilterItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
    const current = this.#model.state()[0]?.syncs?.filter ?? {};
    const mark = (isCurrent: boolean) => (isCurrent ? l10n.t('current') : '');
    const items: FilterItem[] = [
      { label: l10n.t('All Syncs'), description: mark(!current.status && !current.trigger), filter: {} },
      separator(l10n.t('Status')),
      ...syncStatuses.map((status): FilterItem => {
        const filter = { ...current, status };
        return { label: statusLabel(status, l10n), description: mark(current.status === status), filter };
      }),
      separator(l10n.t('Trigger')),
      ...syncTriggers.map((trigger): FilterItem => {
        const filter = { ...current, trigger };
        return { label: triggerLabel(trigger, l10n), description: mark(current.trigger === trigger), filter };
      }),
    ];
    const placeHolder = l10n.t('Select a status or a trigger; one of each can be combined');
    const picked = await pickItem(items, { title: l10n.t('Filter dbt Syncs'), placeHolder });
    if (!picked?.filter) throw new CancelledError();
    const { filter } = picked;
    await withProgress(
      l10n.t('Loading dbt syncs'),
      async () => {
        const all = await Promise.all(this.#model.targets.map((target) => this.#model.syncsOf(target)));
        await Promise.all(all.map((syncs) => syncs.setFilter(filter)));
      },
      { location: { viewId } },
    );
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** A sync takes minutes. A user who cancelled it knows how it ended. */
  async #tellEnd(
    syncs: DbtSyncs,
    target: SyncTarget & { syncJobId: string },
    output: 'files' | 'branch',
  ): Promise<void> {
    const status = await syncs.untilEnded(target.syncJobId);
    const { l10n } = vscode;
    const name = deploymentName(target, l10n);
    if (status === 'FAILED') {
      const showLog = l10n.t('Show Log');
      const choice = await showError(l10n.t('The dbt sync of “{0}” failed.', name), showLog);
      if (choice === showLog) await this.#documents.openLog(target);
    } else if (status === 'COMPLETED' && output === 'files') {
      const review = l10n.t('Review Files');
      const text = l10n.t('The dbt sync of “{0}” generated its files. Review and accept them.', name);
      if ((await showInformation(text, review)) === review) await reviewFiles(this.#model, target);
    } else if (status === 'COMPLETED') {
      const showResult = l10n.t('Show Result');
      const text = l10n.t('The dbt sync of “{0}” committed its cubes to a new branch.', name);
      if ((await showInformation(text, showResult)) === showResult) await this.#documents.openResult(target);
    }
  }
}
