/** The rows of the Content view. Loaded when the view is first shown. */

import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { Debounce } from '../../base/async.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { connectionName } from '../connections/connectionChoice.ts';
import { knownDashboards } from '../dashboard/knownDashboards.ts';
import type { App } from '../shell/app.ts';
import { showFailure } from '../shell/notifications.ts';
import { requirePermission } from '../shell/permissions.ts';
import { documentUri, type ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import { onSettingChange, readSetting } from '../shell/settings.ts';
import { rowId } from '../tree/row.ts';
import { dropRows } from './bulkCommands.ts';
import { type ContentCommand, contentCommands } from './contentCommands.ts';
import type { ContentContext } from './contentContext.ts';
import { ContentModel, type DeploymentTarget } from './contentModel.ts';
import type { ContentRow } from './contentRow.ts';
import { contentRows } from './contentRows.ts';

export class ContentRows implements Disposable {
  readonly #lifetime = new Lifetime();
  readonly #context: ContentContext;
  readonly #onChange: () => void;
  #shown: readonly ContentRow[] = [];
  #byId = new Map<string, ContentRow>();

  constructor(app: App, documents: ReadOnlyDocuments, onChange: () => void) {
    const { connections, folders, context } = app;
    const texts = new Map<string, string>();
    const lost = `${vscode.l10n.t('This text is no longer available.')}\n`;
    this.#lifetime.add(documents.registerReader(['content'], ({ path }) => texts.get(path) ?? lost));
    const model = this.#lifetime.add(
      new ContentModel({
        connections,
        folders,
        memory: context.workspaceState,
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
    this.#context = { app, model, show };
    this.#onChange = onChange;
    // Loading a list causes several changes in a row.
    const redraw = this.#lifetime.add(new Debounce(() => this.#redrawIfChanged(), 30));
    this.#lifetime.add(model.onChange(() => redraw.poke()));
    // A dashboard that was opened elsewhere is listed, too.
    this.#lifetime.add(vscode.window.tabGroups.onDidChangeTabs(() => redraw.poke()));
    this.#lifetime.add(onSettingChange(['dataModel.dashboard.publicId'], () => redraw.poke()));
  }

  /** Loads the list of the row. */
  async childrenOf(row?: ContentRow): Promise<ContentRow[]> {
    if (row) {
      const loading = this.#context.model.load(row);
      // VS Code has no rows until this returns, and a command on a row gets no row. So wait only where no row is known.
      if ((this.#byId.get(row.id)?.children ?? []).length === 0) await loading;
    }
    this.#update();
    return [...(row ? (this.#byId.get(row.id)?.children ?? []) : this.#shown)];
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
    await move().catch((failure: unknown) => showFailure(failure, app.log));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #redrawIfChanged(): void {
    if (this.#update()) this.#onChange();
  }

  /** @returns whether rows changed */
  #update(): boolean {
    const rows = contentRows(this.#context.model.state(), vscode.l10n);
    if (isDeepStrictEqual(rows, this.#shown)) return false;
    this.#shown = rows;
    this.#byId = new Map();
    const add = (rows: readonly ContentRow[]) => {
      for (const row of rows) {
        this.#byId.set(row.id, row);
        add(row.children);
      }
    };
    add(rows);
    return true;
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
