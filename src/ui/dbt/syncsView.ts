/** The content and the commands of the dbt Syncs view. Loaded when the view is first shown, or with the first command. */

import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { Debounce } from '../../base/async.ts';
import { CancelledError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { dbtSyncOperations } from '../../contract/dataModel/dbtSyncs.ts';
import { syncStatuses, syncTriggers } from '../../contract/dataModel/syncSchemas.ts';
import type { DbtSyncFilter } from '../../session/dbt/dbtSyncs.ts';
import { pickTarget } from '../deployments/deploymentChoice.ts';
import type { ViewId } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import { confirm, withProgress } from '../shell/notifications.ts';
import { pickItem } from '../shell/quickInput.ts';
import type { DocumentAddress, ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import { acceptFiles, reviewFiles } from './acceptFiles.ts';
import { startSync } from './startSync.ts';
import { SyncDocuments } from './syncDocuments.ts';
import { type RowTexts, type SyncRow, type SyncTarget, syncRows } from './syncRows.ts';
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

export class SyncsView implements Disposable {
  readonly #app: App;
  readonly #view: vscode.TreeView<SyncRow>;
  readonly #lifetime = new Lifetime();
  readonly #model: SyncsModel;
  readonly #documents: SyncDocuments;
  #rows: readonly SyncRow[] = [];
  /** The rows changed since the editor last asked for all of them. */
  #isChanged = false;

  /** @param redraw lets the editor ask for all rows again */
  constructor(app: App, documents: ReadOnlyDocuments, view: vscode.TreeView<SyncRow>, redraw: () => void) {
    this.#app = app;
    this.#view = view;
    const { connections, folders, context } = app;
    this.#model = this.#lifetime.add(
      new SyncsModel({ connections, folders, storageFolder: context.globalStorageUri.fsPath }),
    );
    this.#documents = this.#lifetime.add(new SyncDocuments(this.#model, documents));
    const redrawIfChanged = () => {
      this.#updateRows();
      if (!this.#isChanged) return;
      this.#isChanged = false;
      redraw();
    };
    // Loading a list causes several changes in a row.
    const soon = this.#lifetime.add(new Debounce(redrawIfChanged, 30));
    this.#lifetime.add(this.#model.onChange(() => soon.poke()));
    this.#model.setVisible(view.visible);
    this.#lifetime.add(view.onDidChangeVisibility(({ visible }) => this.#model.setVisible(visible)));
  }

  async getChildren(row: SyncRow | undefined): Promise<SyncRow[]> {
    if (row?.kind === 'files') {
      const loading = this.#model.loadFiles(row.target);
      if (row.children.length === 0) await loading;
    } else if (!row) {
      const loading = this.#model.load();
      this.#updateRows();
      if (this.#rows.length === 0) await loading;
    }
    this.#updateRows();
    return [...(row ? (find(this.#rows, row.id)?.children ?? []) : this.#rows)];
  }

  read(address: DocumentAddress, signal: AbortSignal): Promise<string> {
    return this.#documents.read(address, signal);
  }

  async start(row?: SyncRow): Promise<void> {
    const target = await this.#deployment(row);
    await this.#model.assertAvailable(target, dbtSyncOperations.startDbtSync);
    await startSync(this.#app, target, await this.#model.syncsOf(target));
    // A deployment that the view does not show yet.
    const isShown = this.#model.targets.some(
      ({ connectionId, deploymentId }) => connectionId === target.connectionId && deploymentId === target.deploymentId,
    );
    if (!isShown) this.#model.choose(target);
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

  async review({ target }: SyncRow): Promise<void> {
    await reviewFiles(this.#model, target);
  }

  async accept({ target }: SyncRow): Promise<void> {
    await acceptFiles(this.#app, this.#model, target);
  }

  async refresh(): Promise<void> {
    await withProgress(vscode.l10n.t('Loading dbt syncs'), () => this.#model.reload(), { location: { viewId } });
  }

  async loadMore({ target }: SyncRow): Promise<void> {
    await (await this.#model.syncsOf(target)).loadMore();
  }

  async choose(): Promise<void> {
    this.#model.choose(await pickTarget(this.#app));
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

  #updateRows(): void {
    const state = this.#model.state();
    const rows = syncRows(state, texts);
    if (!isDeepStrictEqual(rows, this.#rows)) this.#isChanged = true;
    this.#rows = rows;
    const [only, other] = state;
    const { status, trigger } = only?.syncs?.filter ?? {};
    const { l10n } = vscode;
    const filters = [
      status && l10n.t('Status: {0}', statusLabel(status, l10n)),
      trigger && l10n.t('Trigger: {0}', triggerLabel(trigger, l10n)),
    ];
    const description = only && !other ? only.name : '';
    const message = filters.filter(Boolean).join(' · ');
    if (this.#view.description !== description) this.#view.description = description;
    if (this.#view.message !== message) this.#view.message = message;
  }

  /** Of the row, else the only one that the view shows, else the user picks one. */
  async #deployment(row: SyncRow | undefined): Promise<SyncTarget> {
    if (row) return row.target;
    const { targets } = this.#model;
    if (targets.length === 1) return targets[0]!;
    return pickTarget(this.#app);
  }
}

function find(rows: readonly SyncRow[], id: string): SyncRow | undefined {
  for (const row of rows) {
    const found = row.id === id ? row : find(row.children, id);
    if (found) return found;
  }
  return undefined;
}
