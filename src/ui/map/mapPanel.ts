/** One model map: an editor tab that shows the model of a folder, or the lineage of one member, and follows the editor. */

import path from 'node:path';
import * as vscode from 'vscode';
import { Debounce } from '../../base/async.ts';
import { Channel, type Requests } from '../../base/channel.ts';
import { CancelledError, isCancellation, messageOf, UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import {
  type MapConfig,
  type MapContent,
  type MapExtensionRequests,
  type MapPlace,
  mapExtensionRequests,
  mapPageRequests,
} from '../../contract/messages/mapChannel.ts';
import { type Ask, requestHandlers, requestSender } from '../../contract/messages/typedRequests.ts';
import { graphPlaceAt, sourceOf } from '../../language/modelGraph/graphPlaces.ts';
import { lineageOf } from '../../language/modelGraph/lineage.ts';
import { modelGraph } from '../../language/modelGraph/modelGraph.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import type { BoundFolder } from '../../session/folders.ts';
import type { ProjectDatabases } from '../database/projectDatabases.ts';
import { readDocuments } from '../language/documents.ts';
import { OpenSources, type OwnerOf } from '../language/openSources.ts';
import type { App } from '../shell/app.ts';
import { showFailure, showStatus } from '../shell/notifications.ts';
import { toRange } from '../shell/ranges.ts';
import { editorColumn, loadPage } from '../shell/webviewPage.ts';
import { withCounts } from './countedEdges.ts';

/** Delays after the last keystroke and after the last movement of the cursor. */
const editDelayMs = 300;
const cursorDelayMs = 100;

export interface MapPanelOptions {
  panel: vscode.WebviewPanel;
  folder: BoundFolder;
  session: FolderSession;
  ownerOf: OwnerOf;
  /** The member whose lineage is shown; null for the map. */
  subject: string | null;
  /** Know what the data says about joins. */
  databases: ProjectDatabases;
}

export class MapPanel implements Disposable {
  readonly panel: vscode.WebviewPanel;
  readonly folder: BoundFolder;
  readonly #app: App;
  readonly #sources: OpenSources;
  readonly #lifetime = new Lifetime();
  readonly #ask: Ask<MapExtensionRequests>;
  readonly #databases: ProjectDatabases;
  #subject: string | null;
  /** The page has asked for its content and is not hidden. */
  #started = false;
  #shownGeneration = -1;

  constructor(app: App, { panel, folder, session, ownerOf, subject, databases }: MapPanelOptions) {
    this.panel = panel;
    this.folder = folder;
    this.#app = app;
    this.#subject = subject;
    this.#databases = databases;
    this.#sources = this.#lifetime.add(new OpenSources(folder, session, ownerOf));
    const { webview } = panel;
    const channel = this.#lifetime.add(
      new Channel<Requests>(
        {
          post: (message) => void webview.postMessage(message),
          onMessage: (listener) => webview.onDidReceiveMessage(listener),
        },
        requestHandlers(mapPageRequests, {
          loadMap: () => this.#config(),
          openDefinition: (place) => this.#try(() => this.#openDefinition(place)),
          showModel: () => this.#try(() => this.show(null)),
          exportSvg: () => this.#try(() => this.exportSvg()),
        }),
      ),
    );
    this.#ask = requestSender(mapExtensionRequests, (name, argument, options) => channel.call(name, argument, options));
    this.#lifetime.add(
      panel.onDidChangeViewState(() => {
        // A hidden page is unloaded. It asks again when it is shown.
        if (!panel.visible) this.#started = false;
      }),
    );
    this.#followModel(session);
    const again = () => {
      this.#shownGeneration = -1;
      void this.#update();
    };
    this.#lifetime.add(databases.onDidCount((counted) => counted === folder && again()));
    this.#lifetime.add(app.contentReads.onChange(again));
    this.#followCursor();
    this.#setTitle();
    loadPage(this.panel, this.#app.context.extensionUri, { name: 'map', worker: 'mapWorker.js' });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Shows the lineage of a member, or the map for null. */
  async show(subject: string | null): Promise<void> {
    this.#subject = subject;
    this.#shownGeneration = -1;
    this.#setTitle();
    await this.#update();
  }

  /** The picture as the page draws it. @throws UserError while the page is not visible */
  async svg(): Promise<string> {
    if (!this.#started) {
      throw new UserError(vscode.l10n.t('The model map is not visible yet.'), {
        action: vscode.l10n.t('Show its tab, then try again.'),
      });
    }
    return (await this.#ask('svg', {})).svg;
  }

  /** @throws CancelledError if the user selects no file */
  async exportSvg(): Promise<void> {
    const folder = vscode.Uri.file(this.folder.workspaceFolder);
    await exportMap(await this.svg(), folder, `${this.#subject ?? this.folder.name}-map`);
  }

  #setTitle(): void {
    const { l10n } = vscode;
    this.panel.title =
      this.#subject === null ? l10n.t('Model Map: {0}', this.folder.name) : l10n.t('Lineage: {0}', this.#subject);
  }

  async #config(): Promise<MapConfig> {
    const content = await this.#content();
    this.#started = true;
    const { projectFolder } = this.folder.binding;
    const selected = await this.#cursor(vscode.window.activeTextEditor);
    return { folder: projectFolder, title: this.folder.name, texts: { ...vscode.l10n.bundle }, content, selected };
  }

  async #content(): Promise<MapContent> {
    const index = await this.#sources.index();
    this.#shownGeneration = index.generation;
    const subject = this.#subject;
    if (subject === null) {
      const graph = withCounts(modelGraph(index), this.#databases.countedJoins(this.folder));
      return { mode: 'model', graph };
    }
    const documents = await readDocuments(this.folder);
    const content = this.#app.contentReads.of(this.folder.binding)?.users;
    return { mode: 'lineage', subject, lineage: lineageOf(index, subject, documents, content) ?? null };
  }

  #followModel(session: FolderSession): void {
    const edited = this.#lifetime.add(new Debounce(() => void this.#update(), editDelayMs));
    this.#lifetime.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (this.#sources.pathOf(document.uri) !== undefined) edited.poke();
      }),
    );
    // Also fires for changes on disk.
    this.#lifetime.add(session.model.problems.onChange(() => edited.poke()));
  }

  async #update(): Promise<void> {
    try {
      const index = await this.#sources.index();
      if (!this.#started || index.generation === this.#shownGeneration) return;
      await this.#ask('contentChanged', await this.#content());
    } catch (failure) {
      // The next edit sends everything again.
      this.#shownGeneration = -1;
      this.#app.log.debug(`The model map was not updated: ${messageOf(failure)}`);
    }
  }

  #followCursor(): void {
    let editor: vscode.TextEditor | undefined;
    const moved = this.#lifetime.add(
      new Debounce(() => {
        this.#cursor(editor)
          .then((place) => (place && this.#started ? this.#ask('select', place) : undefined))
          .catch((failure) => this.#app.log.debug(`The model map did not follow the cursor: ${messageOf(failure)}`));
      }, cursorDelayMs),
    );
    this.#lifetime.add(
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (this.#sources.pathOf(textEditor.document.uri) === undefined) return;
        editor = textEditor;
        moved.poke();
      }),
    );
  }

  async #cursor(editor: vscode.TextEditor | undefined): Promise<MapPlace | null> {
    const file = editor && this.#sources.pathOf(editor.document.uri);
    if (file === undefined) return null;
    return graphPlaceAt(await this.#sources.index(), file, editor!.selection.active) ?? null;
  }

  async #openDefinition(place: MapPlace): Promise<void> {
    const source = sourceOf(await this.#sources.index(), place);
    if (!source) {
      const name = place.member === null ? place.node : `${place.node}.${place.member}`;
      throw new UserError(vscode.l10n.t('The model does not define {0}.', name));
    }
    const { projectFolder } = this.folder.binding;
    await vscode.window.showTextDocument(vscode.Uri.file(path.join(projectFolder, source.file)), {
      viewColumn: editorColumn(this.panel),
      selection: toRange(source.range),
    });
  }

  /** Shows a failure as a command does. */
  async #try(run: () => Promise<void>): Promise<Record<string, never>> {
    try {
      await run();
    } catch (failure) {
      if (!isCancellation(failure)) await showFailure(failure, this.#app);
    }
    return {};
  }
}

/** Saves the picture of a map. @param folder where the dialog starts @throws CancelledError if the user selects no file */
async function exportMap(svg: string, folder: vscode.Uri, title: string): Promise<void> {
  const name = title.replace(/[^\p{L}\p{N}._-]+/gu, '-');
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folder, `${name}.svg`),
    filters: { SVG: ['svg'] },
    saveLabel: vscode.l10n.t('Export'),
  });
  if (!target) throw new CancelledError();
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(svg));
  showStatus(vscode.l10n.t('Exported to {0}', vscode.workspace.asRelativePath(target)));
}
