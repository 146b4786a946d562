/** The open result panels, one for each query document. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { QueryPageState } from '../../contract/messages/queryChannel.ts';
import { isQueryDocument } from '../../model/documents/documentKind.ts';
import type { ShownSql } from '../../query/results/formatSql.ts';
import type { Explanation } from '../../query/why/explanation.ts';
import type { BoundFolder } from '../../session/folders.ts';
import { argumentUri, chooseFolder } from '../folders/folderChoice.ts';
import { queryPanelType, scratchScheme } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import { type DocumentAddress, parseDocumentUri, type ReadOnlyDocuments } from '../shell/readOnlyDocuments.ts';
import { hasTab } from '../shell/scratchFiles.ts';
import { openHistory } from './earlierQueries.ts';
import { chosenDocument, folderOfQuery, isOpen } from './queryDocuments.ts';
import { QueryHistory } from './queryHistory.ts';
import { QueryPanel } from './queryPanel.ts';
import { SqlDialectStatus, sqlAddress } from './sqlDocuments.ts';

export class QueryPanels implements Disposable {
  readonly #app: App;
  readonly #documents: ReadOnlyDocuments;
  readonly #lifetime = new Lifetime();
  readonly #open = new Set<QueryPanel>();
  readonly #dialect = this.#lifetime.add(new SqlDialectStatus((address) => this.#shownSql(address)));
  readonly #recorded = new WeakSet<object>();
  readonly history: QueryHistory;

  constructor(app: App, documents: ReadOnlyDocuments) {
    this.#app = app;
    this.#documents = documents;
    this.history = new QueryHistory(app);
    this.#lifetime.add(
      app.folders.list.onChange((folders) => {
        for (const one of this.all) if (!folders.includes(one.runs.folder)) one.panel.dispose();
      }),
    );
    this.#lifetime.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed) {
          if (input instanceof vscode.TabInputText && isQueryDocument(input.uri.path)) this.#discardScratch(input.uri);
        }
      }),
    );
  }

  get all(): readonly QueryPanel[] {
    return [...this.#open];
  }

  /** The panel of the active tab. */
  get active(): QueryPanel | undefined {
    return this.all.find(({ panel }) => panel.active);
  }

  /** @param argument a menu's file; by default the query of the active tab. @throws UserError, CancelledError */
  async run(argument?: unknown): Promise<QueryPanel> {
    const panel = await this.#chosen(argument);
    void panel.runs.run();
    return panel;
  }

  /** @throws UserError, CancelledError, PlatformError */
  async compare(argument?: unknown): Promise<void> {
    await (await this.#chosen(argument)).runs.chooseOther();
  }

  /** @returns the explanation, which is also shown. @throws UserError, CancelledError, PlatformError */
  async explain(argument?: unknown): Promise<Explanation> {
    return (await this.#chosen(argument)).explain();
  }

  /** @throws UserError if no result is shown */
  get shown(): QueryPanel {
    const shown = this.active ?? this.all.find(({ panel }) => panel.visible);
    if (shown) return shown;
    throw new UserError(vscode.l10n.t('No query result is open.'), {
      action: vscode.l10n.t('Run a query first.'),
    });
  }

  /** Restores a tab after a reload of the window, and runs its query. */
  async restore(panel: vscode.WebviewPanel, stored: unknown): Promise<void> {
    const state = QueryPageState.safeParse(stored);
    const document = state.success ? vscode.Uri.parse(state.data.document) : undefined;
    const folder = document && this.#app.folders.of(document.fsPath);
    if (!document || !folder || !isOpen(this.#app, document)) panel.dispose();
    else void this.#adopt(panel, document, folder).runs.run();
  }

  /** Lets the user choose a result of the folder, and what to do with it. @throws UserError, CancelledError */
  async openHistory(folder?: BoundFolder): Promise<QueryPanel> {
    const app = this.#app;
    const show = (document: vscode.Uri, of: BoundFolder) => this.#show(document, of);
    return openHistory(
      { app, history: this.history, show },
      folder ?? this.active?.runs.folder ?? (await chooseFolder(app)),
    );
  }

  /** @param argument a scratch query; by default that of the active tab. @throws UserError, CancelledError */
  async saveAs(argument?: unknown): Promise<void> {
    await (await this.#chosen(argument)).saveAs();
  }

  /** @throws UserError if the panel of the query is closed */
  sqlText(address: DocumentAddress): string {
    const found = this.#panelOf(address);
    if (found) return found.sql(sqlAddress(address).side);
    throw new UserError(vscode.l10n.t('The result of the query is closed.'), {
      action: vscode.l10n.t('Run the query again.'),
    });
  }

  #shownSql(address: DocumentAddress): ShownSql | undefined {
    return this.#panelOf(address)?.shownSql(sqlAddress(address).side);
  }

  #panelOf(address: DocumentAddress): QueryPanel | undefined {
    const { query } = sqlAddress(address);
    return this.all.find(({ runs }) => runs.document.toString() === query);
  }

  dispose(): void {
    for (const { panel } of this.all) panel.dispose();
    this.#lifetime.dispose();
  }

  async #chosen(argument: unknown): Promise<QueryPanel> {
    const { active } = this;
    // The title bar of a panel passes the address of its page.
    if (active && (argumentUri(argument)?.scheme ?? 'webview-panel') === 'webview-panel') return active;
    const document = chosenDocument(argument);
    return this.#show(document, await folderOfQuery(this.#app, document));
  }

  /** The panel of a document, next to it. Does not run the query. */
  async #show(document: vscode.Uri, folder: BoundFolder): Promise<QueryPanel> {
    const known = this.all.find(({ runs }) => runs.document.toString() === document.toString());
    if (known) {
      known.panel.reveal(undefined, true);
      return known;
    }
    const viewColumn = await this.#columnFor(document);
    const panel = vscode.window.createWebviewPanel(queryPanelType, '', { viewColumn, preserveFocus: true });
    return this.#adopt(panel, document, folder);
  }

  /** The column of another result; otherwise next to the document, or below a document that is itself next to the code. */
  async #columnFor(document: vscode.Uri): Promise<vscode.ViewColumn> {
    const { window, commands, ViewColumn } = vscode;
    const editor = window.visibleTextEditors.find((one) => one.document.uri.toString() === document.toString());
    const others = this.all.map(({ panel }) => panel).filter(({ visible }) => visible);
    const other = others.find(({ viewColumn }) => viewColumn !== undefined && viewColumn !== editor?.viewColumn);
    if (other?.viewColumn !== undefined) return other.viewColumn;
    if (!editor || (editor.viewColumn ?? ViewColumn.One) === ViewColumn.One) return ViewColumn.Beside;
    await window.showTextDocument(editor.document, editor.viewColumn);
    await commands.executeCommand('workbench.action.newGroupBelow');
    const below = window.tabGroups.activeTabGroup.viewColumn;
    await window.showTextDocument(editor.document, editor.viewColumn);
    return below;
  }

  #adopt(panel: vscode.WebviewPanel, document: vscode.Uri, folder: BoundFolder): QueryPanel {
    const lifetime = this.#lifetime.add(new Lifetime());
    const adopted = lifetime.add(
      new QueryPanel(this.#app, { panel, document, folder, openHistory: (of) => this.openHistory(of) }),
    );
    this.#open.add(adopted);
    lifetime.add(
      adopted.runs.state.onChange(({ phase, earlier }) => {
        if (phase !== 'running') this.#refreshSql(adopted);
        if (phase === 'done' && earlier === undefined) this.#record(adopted);
      }),
    );
    panel.onDidDispose(() => {
      this.#open.delete(adopted);
      this.#discardScratch(adopted.runs.document);
      this.#lifetime.release(lifetime);
    });
    return adopted;
  }

  /** Each run once: its failed comparison is another state of the same run. */
  #record({ runs }: QueryPanel): void {
    const { run } = runs.state.value;
    if (!run || this.#recorded.has(run)) return;
    this.#recorded.add(run);
    this.history.record(runs);
  }

  /** A scratch query ends when neither its result nor its text is shown. */
  #discardScratch(document: vscode.Uri): void {
    const isShown = this.all.some(({ runs }) => runs.document.toString() === document.toString());
    if (document.scheme === scratchScheme && !isShown && !hasTab(document)) this.#app.scratch.remove(document);
  }

  #refreshSql({ runs }: QueryPanel): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      const address = parseDocumentUri(uri);
      if (address?.kind === 'query-sql' && sqlAddress(address).query === runs.document.toString()) {
        this.#documents.refresh(uri);
      }
    }
    this.#dialect.update();
  }
}
