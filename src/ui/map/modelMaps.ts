/** The open model maps, one for each folder. */

import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { MapState } from '../../contract/messages/mapChannel.ts';
import { lineageSubjectAt } from '../../language/modelGraph/lineage.ts';
import type { BoundFolder, Folders } from '../../session/folders.ts';
import type { ProjectDatabases } from '../database/projectDatabases.ts';
import { argumentUri } from '../folders/folderChoice.ts';
import { pickProject } from '../folders/projectChoice.ts';
import { ownerAmong } from '../language/languageFeatures.ts';
import { OpenSources } from '../language/openSources.ts';
import { mapPanelType } from '../manifest/ids.ts';
import type { App } from '../shell/app.ts';
import type { RowTarget } from '../tree/row.ts';
import { MapPanel } from './mapPanel.ts';

export class ModelMaps implements Disposable {
  readonly #app: App;
  readonly #allFolders: readonly Folders[];
  readonly #databases: () => Promise<ProjectDatabases>;
  readonly #lifetime = new Lifetime();
  readonly #open = new Set<MapPanel>();

  constructor(app: App, allFolders: readonly Folders[], databases: () => Promise<ProjectDatabases>) {
    this.#app = app;
    this.#allFolders = allFolders;
    this.#databases = databases;
    for (const folders of allFolders) {
      this.#lifetime.add(
        folders.list.onChange(() => {
          for (const one of this.all) if (!this.#folders.includes(one.folder)) one.panel.dispose();
        }),
      );
    }
  }

  get all(): readonly MapPanel[] {
    return [...this.#open];
  }

  /** The map of the active tab, otherwise the one that is visible. */
  get current(): MapPanel | undefined {
    return this.all.find(({ panel }) => panel.active) ?? this.all.find(({ panel }) => panel.visible);
  }

  get #folders(): readonly BoundFolder[] {
    return this.#allFolders.flatMap(({ list }) => list.value);
  }

  /** @param argument a row of the deployments tree or a file; by default the file of the active editor */
  async showMap(argument: unknown): Promise<MapPanel> {
    return this.#show(await this.#choose(argument), null);
  }

  /** @param argument what a menu of the map passes; by default the member at the cursor. @throws UserError if there is none */
  async showLineage(argument: unknown): Promise<MapPanel> {
    const given = (argument as { dataModelMember?: unknown } | undefined)?.dataModelMember;
    if (typeof given === 'string' && this.current) return this.#show(this.current.folder, given);
    const editor = vscode.window.activeTextEditor;
    const folder = editor && this.#folderOf(editor.document.uri);
    const subject = folder && (await this.#subjectAt(folder, editor));
    if (!folder || subject === undefined) {
      throw new UserError(vscode.l10n.t('There is no member of a data model at the cursor.'), {
        action: vscode.l10n.t('Place the cursor on the name of a measure, dimension or segment.'),
      });
    }
    return this.#show(folder, subject);
  }

  /** Restores a tab after a reload of the window. A folder without a binding is found after one of its files is opened. */
  restore(panel: vscode.WebviewPanel, stored: unknown): void {
    const state = MapState.safeParse(stored);
    if (!state.success) {
      panel.dispose();
      return;
    }
    const waiting = this.#lifetime.add(new Lifetime());
    const tryNow = () => {
      const folder = this.#folders.find(({ binding }) => binding.projectFolder === state.data.folder);
      if (!folder) return;
      this.#lifetime.release(waiting);
      void this.#adopt(panel, folder, state.data.subject);
    };
    panel.onDidDispose(() => this.#lifetime.release(waiting));
    for (const folders of this.#allFolders) waiting.add(folders.list.onChange(tryNow));
    tryNow();
  }

  dispose(): void {
    for (const { panel } of this.all) panel.dispose();
    this.#lifetime.dispose();
  }

  #folderOf(uri: vscode.Uri): BoundFolder | undefined {
    return uri.scheme === 'file' ? ownerAmong(this.#allFolders)(uri.fsPath) : undefined;
  }

  async #choose(argument: unknown): Promise<BoundFolder> {
    const { connectionId, deploymentId } = (argument as { target?: RowTarget } | undefined)?.target ?? {};
    const folders = this.#folders;
    const ofRow = folders.find(
      ({ binding }) =>
        deploymentId !== undefined && binding.deploymentId === deploymentId && binding.connectionId === connectionId,
    );
    const uri = argumentUri(argument) ?? vscode.window.activeTextEditor?.document.uri;
    const known = ofRow ?? (uri && this.#folderOf(uri));
    if (known) return known;
    const picked = await pickProject(folders);
    if (picked) return picked;
    throw new UserError(vscode.l10n.t('No data model is open.'), {
      action: vscode.l10n.t('Open a file of the model, then run the command again.'),
    });
  }

  async #subjectAt(folder: BoundFolder, editor: vscode.TextEditor): Promise<string | undefined> {
    const session = await folder.open();
    const sources = new OpenSources(folder, session, ownerAmong(this.#allFolders));
    try {
      const file = sources.pathOf(editor.document.uri);
      return file === undefined ? undefined : lineageSubjectAt(await sources.index(), file, editor.selection.active);
    } finally {
      sources.dispose();
    }
  }

  async #show(folder: BoundFolder, subject: string | null): Promise<MapPanel> {
    const known = this.all.find((one) => one.folder === folder);
    if (known) {
      await known.show(subject);
      known.panel.reveal(undefined, true);
      return known;
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    return this.#adopt(vscode.window.createWebviewPanel(mapPanelType, '', column), folder, subject);
  }

  async #adopt(panel: vscode.WebviewPanel, folder: BoundFolder, subject: string | null): Promise<MapPanel> {
    const session = await folder.open();
    const ownerOf = ownerAmong(this.#allFolders);
    const databases = await this.#databases();
    const options = { panel, folder, session, ownerOf, subject, databases };
    const map = this.#lifetime.add(new MapPanel(this.#app, options));
    this.#open.add(map);
    panel.onDidDispose(() => {
      this.#open.delete(map);
      this.#lifetime.release(map);
    });
    return map;
  }
}
