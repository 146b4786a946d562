/** The rows and commands of the Content view. Loaded when the view is first shown. */

import * as vscode from 'vscode';
import { Emitter, type Event } from '../../base/event.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { connectionName } from '../connections/connectionChoice.ts';
import { knownDashboards } from '../dashboard/knownDashboards.ts';
import type { App } from '../shell/app.ts';
import { showFailure } from '../shell/notifications.ts';
import { requirePermission } from '../shell/permissions.ts';
import { documentUri, type ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import { onSettingChange, readSetting } from '../shell/settings.ts';
import { rowId } from '../tree/row.ts';
import { type DeploymentTarget, ShownDeployments } from '../tree/shownDeployments.ts';
import type { RowSource, TextFilter } from '../tree/tree.ts';
import { dropRows } from './bulkCommands.ts';
import { type ContentCommand, contentCommands } from './contentCommands.ts';
import type { ContentContext } from './contentContext.ts';
import { ContentModel } from './contentModel.ts';
import type { ContentRow } from './contentRow.ts';
import { contentRows } from './contentRows.ts';

export class ContentSource implements RowSource<ContentRow> {
  readonly textFilter: TextFilter = {
    kinds: new Set(['folder', 'report', 'placement', 'tenant', 'workbook', 'dashboard', 'notification']),
    placeholder: vscode.l10n.t('Name of a folder, report, workbook, dashboard, or recipient; no text shows all'),
    limits: () => vscode.l10n.t('Only what was expanded and loaded is searched.'),
  };
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());
  readonly #context: ContentContext;

  constructor(app: App, documents: ReadOnlyDocuments) {
    const { connections, folders, context } = app;
    const texts = new Map<string, string>();
    const lost = `${vscode.l10n.t('This text is no longer available.')}\n`;
    this.#lifetime.add(documents.registerReader(['content'], ({ path }) => texts.get(path) ?? lost));
    const memory = context.workspaceState;
    const shown = this.#lifetime.add(new ShownDeployments('dataModel.content', { connections, folders, memory }));
    const model = this.#lifetime.add(
      new ContentModel({
        connections,
        folders,
        shown,
        memory,
        connectionName: (id) => {
          const connection = connections.get(id);
          return connection ? connectionName(connection) : id;
        },
        dashboardsOf: (target) => dashboardsOf(app, target),
      }),
    );
    const show = async (name: string, text: string) => {
      const path = `/${name.replace(/[\\/?#\u0000-\u001f]/g, ' ')}`;
      const uri = documentUri({ kind: 'content', path, parameters: {} });
      texts.set(path, text);
      documents.refresh(uri);
      await vscode.window.showTextDocument(uri, { preview: true });
    };
    this.#context = { app, model, shown, show };
    const changed = () => this.#changed.fire();
    this.#lifetime.add(model.onChange(changed));
    // A dashboard that was opened elsewhere is listed, too.
    this.#lifetime.add(vscode.window.tabGroups.onDidChangeTabs(changed));
    this.#lifetime.add(onSettingChange(['dataModel.dashboard.publicId'], changed));
  }

  get onChange(): Event<void> {
    return this.#changed.event;
  }

  rows(): ContentRow[] {
    return contentRows(this.#context.model.state(), vscode.l10n);
  }

  async load(row: ContentRow | undefined): Promise<void> {
    if (row) await this.#context.model.load(row);
  }

  loadMore(row: ContentRow): Promise<void> {
    return this.#context.model.loadMore(row);
  }

  reload(row: ContentRow | undefined): Promise<void> {
    return this.#context.model.reload(row);
  }

  async run(id: ContentCommand, row?: ContentRow, selection?: ContentRow[]): Promise<void> {
    return contentCommands[id](this.#context, row, selection ?? (row ? [row] : []));
  }

  /** @param dragged what the view gave to the drag */
  async drop(row: ContentRow | undefined, dragged: unknown): Promise<void> {
    if (!Array.isArray(dragged)) return;
    const { app } = this.#context;
    const move = async () => {
      if (row) {
        const { platform } = await this.#context.model.contentOf(row.target);
        await requirePermission(platform, 'dataModel.content.move', row.target.deploymentId);
      }
      await dropRows(this.#context, row, dragged as ContentRow[]);
    };
    await move().catch((failure: unknown) => showFailure(failure, app));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

function dashboardsOf(app: App, target: DeploymentTarget): string[] {
  const bound = app.folders.list.value.filter(({ binding }) => rowId(binding) === rowId(target));
  const configured = bound.map(({ workspaceFolder }) =>
    readSetting('dataModel.dashboard.publicId', vscode.Uri.file(workspaceFolder)),
  );
  const known = (configured.length > 0 ? configured : ['']).flatMap((publicId) =>
    knownDashboards(app, { ...target, configured: publicId }),
  );
  return [...new Set(known)];
}
