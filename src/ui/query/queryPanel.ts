/** The result panel of one query document: an editor tab that shows its runs. */

import path from 'node:path';
import * as vscode from 'vscode';
import { Coalesced } from '../../base/async.ts';
import { Channel, type Requests } from '../../base/channel.ts';
import { CancelledError, isCancellation, messageOf, UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import {
  type QueryConfig,
  type QueryContent,
  type QueryExtensionRequests,
  queryExtensionRequests,
  queryPageRequests,
} from '../../contract/messages/queryChannel.ts';
import { type Ask, requestHandlers, requestSender } from '../../contract/messages/typedRequests.ts';
import { sourceOf } from '../../language/modelGraph/graphPlaces.ts';
import { isQueryDocument } from '../../model/documents/documentKind.ts';
import type { ShownSql } from '../../query/results/formatSql.ts';
import type { QueryRun } from '../../query/run/runQuery.ts';
import type { Explanation } from '../../query/why/explanation.ts';
import type { BoundFolder } from '../../session/folders.ts';
import type { QueryState } from '../../session/query/querySession.ts';
import { runErrors } from '../../session/query/runErrors.ts';
import { scratchScheme } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import { showFailure, showStatus } from '../shell/notifications.ts';
import { toRange } from '../shell/ranges.ts';
import { saveScratch } from '../shell/scratchFiles.ts';
import { editorColumn, loadPage } from '../shell/webviewPage.ts';
import { type ExportFormat, exportResult } from './exportResult.ts';
import { branchLabel, queryContent } from './queryContent.ts';
import { titleOfQuery } from './queryDocuments.ts';
import { QueryRuns } from './queryRuns.ts';
import { type SqlSide, showSql, showSqlDiff, sqlText } from './sqlDocuments.ts';

export interface QueryPanelOptions {
  panel: vscode.WebviewPanel;
  folder: BoundFolder;
  /** The query document. */
  document: vscode.Uri;
  openHistory(folder: BoundFolder): Promise<unknown>;
}

type Sent = readonly unknown[];

function sentOf({ run, compared, branch }: QueryState): Sent {
  return [run, compared, branch?.name];
}

export class QueryPanel implements Disposable {
  readonly panel: vscode.WebviewPanel;
  readonly runs: QueryRuns;
  readonly #app: App;
  readonly #openHistory: QueryPanelOptions['openHistory'];
  readonly #lifetime = new Lifetime();
  readonly #ask: Ask<QueryExtensionRequests>;
  /** A long result is not sent again for each change of its state. */
  readonly #sending = new Coalesced(() => this.#send());
  /** The page has asked for its content and is not hidden. */
  #started = false;
  #sequence = 0;
  /** The content of the page, apart from the state of the query. */
  #sent: Sent | undefined;

  constructor(app: App, { panel, folder, document, openHistory }: QueryPanelOptions) {
    this.panel = panel;
    this.#openHistory = openHistory;
    this.#app = app;
    this.runs = this.#lifetime.add(new QueryRuns(app, { folder, document, isVisible: () => panel.visible }));
    const { webview } = panel;
    const channel = this.#lifetime.add(
      new Channel<Requests>(
        {
          post: (message) => void webview.postMessage(message),
          onMessage: (listener) => webview.onDidReceiveMessage(listener),
        },
        requestHandlers(queryPageRequests, {
          loadQuery: () => this.#config(),
          run: () => this.#try(() => void this.runs.run()),
          saveAndRun: () => this.#try(() => this.runs.saveAndRun()),
          cancel: () => this.#try(() => this.runs.cancel()),
          compareWith: ({ branch }) =>
            this.#try(() => (branch === null ? this.runs.endComparison() : this.runs.chooseOther())),
          export: ({ format }) => this.#try(() => this.exportResult(format)),
          why: () => this.#try(() => this.explain()),
          history: () => this.#try(() => this.#openHistory(this.runs.folder)),
          edit: () => this.#try(() => this.edit()),
          saveAs: () => this.#try(() => this.saveAs()),
          openSql: () => this.#try(() => this.openSql()),
          openSqlDiff: () => this.#try(() => this.#openSqlDiff()),
          copy: ({ text }) => this.#try(() => vscode.env.clipboard.writeText(text)),
          openDefinition: ({ member }) => this.#try(() => this.#openDefinition(member)),
        }),
      ),
    );
    this.#ask = requestSender(queryExtensionRequests, (name, argument, options) =>
      channel.call(name, argument, options),
    );
    this.#lifetime.add(
      panel.onDidChangeViewState(() => {
        // A hidden page is unloaded. It asks again when it is shown.
        if (!panel.visible) this.#started = false;
        else this.runs.shown();
      }),
    );
    this.#lifetime.add(this.runs.state.onChange(() => this.#update()));
    this.#lifetime.add(this.runs.otherVersion.onChange(() => this.#update()));
    this.#setTitle();
    loadPage(this.panel, this.#app.context.extensionUri, { name: 'query' });
  }

  /** The content of the page. */
  get content(): QueryContent {
    this.#sequence += 1;
    const { document, state, otherVersion } = this.runs;
    return {
      ...queryContent(state.value, this.#title, this.#sequence, otherVersion.value),
      document: document.toString(),
      isScratch: document.scheme === scratchScheme,
    };
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** @throws UserError, CancelledError, PlatformError */
  async explain(): Promise<Explanation> {
    const { explainQuery } = await import('./explainQuery.ts');
    return explainQuery(this.#app, this.runs, editorColumn(this.panel));
  }

  /** @throws UserError without a result, CancelledError if the user selects no file */
  async exportResult(format?: ExportFormat): Promise<void> {
    const folder = vscode.Uri.file(this.runs.folder.workspaceFolder);
    await exportResult(this.#result().table, folder, this.#title, format);
  }

  /** Shows the text of the query. */
  async edit(): Promise<void> {
    await vscode.window.showTextDocument(this.runs.document, { viewColumn: editorColumn(this.panel) });
  }

  /** @throws UserError for a document that is a file, CancelledError if the user selects no file */
  async saveAs(): Promise<void> {
    const { document, folder } = this.runs;
    if (document.scheme !== scratchScheme) {
      throw new UserError(vscode.l10n.t('{0} is saved already.', vscode.workspace.asRelativePath(document)), {
        action: vscode.l10n.t('Edit its text, and save it as any file.'),
      });
    }
    const project = vscode.Uri.file(folder.binding.projectFolder);
    const saved = await saveScratch(this.#app.scratch, document, {
      title: vscode.l10n.t('Save as Query Document'),
      folder: await queriesFolder(project),
      filters: { [vscode.l10n.t('Query documents')]: ['query.yml', 'query.yaml', 'query.json'] },
      isRight: ({ path: file }) => isQueryDocument(file),
    });
    if (!saved) throw new CancelledError();
    this.runs.moveTo(saved);
    showStatus(vscode.l10n.t('Saved {0}', vscode.workspace.asRelativePath(saved)));
    this.#sent = undefined;
    this.#update();
  }

  /** @throws UserError without a result */
  async openSql(): Promise<void> {
    this.#result();
    await showSql(this.runs.document, this.#title, editorColumn(this.panel));
  }

  /** The SQL of one side; '' while there is none. */
  sql(side: SqlSide): string {
    const shown = this.#runOf(side);
    return shown ? sqlText(shown) : '';
  }

  shownSql(side: SqlSide): ShownSql | undefined {
    return this.#runOf(side)?.shownSql;
  }

  #runOf(side: SqlSide): QueryRun | undefined {
    const { run, compared } = this.runs.state.value;
    return side === 'own' ? run : compared?.run;
  }

  get #title(): string {
    return titleOfQuery(this.runs.document);
  }

  /** @throws UserError */
  #result(): QueryRun {
    const { run } = this.runs.state.value;
    if (!run) throw runErrors.error('no-result');
    return run;
  }

  #setTitle(): void {
    const { branch } = this.runs.state.value;
    const title = branch ? vscode.l10n.t('{0} on {1}', this.#title, branchLabel(branch)) : this.#title;
    if (this.panel.title !== title) this.panel.title = title;
  }

  #config(): QueryConfig {
    this.#started = true;
    this.#sent = sentOf(this.runs.state.value);
    return {
      texts: { ...vscode.l10n.bundle },
      language: vscode.env.language,
      content: this.content,
    };
  }

  #update(): void {
    this.#setTitle();
    this.#sending
      .request()
      .catch((failure) => this.#app.log.debug(`The result panel was not updated: ${messageOf(failure)}`));
  }

  async #send(): Promise<void> {
    if (!this.#started) return;
    const before = this.#sent;
    const sent = sentOf(this.runs.state.value);
    this.#sent = sent;
    const { content } = this;
    if (!before || sent.some((part, i) => part !== before[i])) await this.#ask('contentChanged', content);
    else {
      const { sequence, state, startedAt, waiting, building, failure, otherVersion, earlier } = content;
      const changed = { sequence, state, startedAt, waiting, building, failure, otherVersion, earlier };
      await this.#ask('stateChanged', changed);
    }
  }

  /** @throws UserError without a comparison */
  async #openSqlDiff(): Promise<void> {
    const { branch, compared } = this.runs.state.value;
    if (!branch || !compared) throw runErrors.error('no-comparison');
    const branches = [compared.branch.name, branch.name] as const;
    await showSqlDiff(this.runs.document, this.#title, branches, editorColumn(this.panel));
  }

  async #openDefinition(name: string): Promise<void> {
    const { folder } = this.runs;
    const session = await folder.open();
    await session.loadModel();
    const [node = '', member = null] = name.split('.');
    const source = sourceOf(session.model.project.open, { node, member });
    if (!source) throw new UserError(vscode.l10n.t('The model does not define {0}.', name));
    await vscode.window.showTextDocument(vscode.Uri.file(path.join(folder.binding.projectFolder, source.file)), {
      viewColumn: editorColumn(this.panel),
      selection: toRange(source.range),
    });
  }

  /** Shows a failure as a command does. */
  async #try(run: () => unknown): Promise<Record<string, never>> {
    try {
      await run();
    } catch (failure) {
      if (!isCancellation(failure)) await showFailure(failure, this.#app);
    }
    return {};
  }
}

/** Where the queries of a project usually are. */
async function queriesFolder(project: vscode.Uri): Promise<vscode.Uri> {
  const folder = vscode.Uri.joinPath(project, 'queries');
  const found = await vscode.workspace.fs.stat(folder).then(
    ({ type }) => type === vscode.FileType.Directory,
    () => false,
  );
  return found ? folder : project;
}
