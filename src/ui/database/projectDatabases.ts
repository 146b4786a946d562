/** The databases of the projects in this window: each project has its own, which stays when the project is bound or unbound. */

import path from 'node:path';
import * as vscode from 'vscode';
import { bundlePath } from '../../base/bundlePath.ts';
import { isCancellation, stackOf, UserError } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { JoinMark } from '../../local/doctor/reportMarks.ts';
import { KeptCatalogs } from '../../session/database/keptCatalogs.ts';
import { ProjectDatabase } from '../../session/database/projectDatabase.ts';
import type { EmulatorSource } from '../../session/database/sourceChoice.ts';
import type { FolderSession } from '../../session/folderSession.ts';
import type { BoundFolder, Folders } from '../../session/folders.ts';
import type { ModelFiles } from '../../session/reportedPlaces.ts';
import { argumentUri } from '../folders/folderChoice.ts';
import { pickProject } from '../folders/projectChoice.ts';
import { ownerAmong } from '../language/languageFeatures.ts';
import type { App } from '../shell/app.ts';
import { activeFile } from '../shell/mergeUris.ts';
import { showStatus, withProgress } from '../shell/notifications.ts';
import { forCurrent } from '../shell/observe.ts';
import { profileHover } from './profileHover.ts';
import { type CountedJoin, ReportedMarks } from './reportedMarks.ts';
import { SourceStatus } from './sourceStatus.ts';

/** A project with its database. */
export interface KnownProject {
  folder: BoundFolder;
  database: ProjectDatabase;
}

export class ProjectDatabases implements Disposable {
  readonly #app: App;
  readonly #allFolders: readonly Folders[];
  readonly #lifetime = new Lifetime();
  readonly #kept: KeptCatalogs;
  /** By project folder. */
  readonly #known = new Map<string, ProjectDatabase>();
  readonly #marks = new Map<BoundFolder, ReportedMarks>();
  readonly #status: SourceStatus;
  readonly #chosen = new Emitter<string>();
  readonly #counted = new Emitter<BoundFolder>();

  constructor(app: App, allFolders: readonly Folders[]) {
    this.#app = app;
    this.#allFolders = allFolders;
    this.#lifetime.add(this.#chosen);
    this.#lifetime.add(this.#counted);
    this.#kept = new KeptCatalogs(app.context.globalStorageUri.fsPath);
    this.#status = this.#lifetime.add(new SourceStatus((uri) => this.#stateOf(uri)));
    this.#lifetime.add(
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        for (const database of this.#known.values()) this.#run(() => database.restore());
      }),
    );
  }

  /** Gives the model of a session what is known of its databases. */
  follow(folder: BoundFolder, session: FolderSession): Disposable {
    const { model } = session;
    const lifetime = new Lifetime();
    const marks = lifetime.add(new ReportedMarks(folder, session));
    this.#marks.set(folder, marks);
    const { state } = this.of(folder);
    const hover = profileHover(folder, session, () => state.value);
    lifetime.add(vscode.languages.registerHoverProvider(marks.selector, hover));
    lifetime.onDispose(() => this.#marks.delete(folder));
    let shown: unknown;
    lifetime.add(
      forCurrent(state, ({ catalogs }) => {
        this.#status.update();
        if (shown === catalogs) return;
        shown = catalogs;
        model.withdrawDatabase();
        marks.withdraw();
        this.#counted.fire(folder);
        this.#run(() => model.project.setCatalogs(catalogs));
      }),
    );
    return lifetime;
  }

  of({ binding: { projectFolder, modelFolder } }: BoundFolder): ProjectDatabase {
    const known = this.#known.get(projectFolder);
    if (known) return known;
    const { context, log } = this.#app;
    const key = `dataModel.dataSource:${projectFolder}`;
    const added = this.#lifetime.add(
      new ProjectDatabase({
        projectFolder,
        choice: {
          read: () => context.workspaceState.get(key),
          write: (choice) => context.workspaceState.update(key, choice),
        },
        secrets: context.secrets,
        kept: this.#kept,
        isTrusted: () => vscode.workspace.isTrusted,
        bundlePath: () => bundlePath('database.cjs'),
        log,
      }),
    );
    this.#known.set(projectFolder, added);
    let { choice: last } = added.state.value;
    this.#lifetime.add(
      added.state.onChange(({ choice }) => {
        if (choice === last) return;
        last = choice;
        this.#chosen.fire(projectFolder);
      }),
    );
    this.#status.add(path.join(projectFolder, modelFolder));
    this.#watchEnv(projectFolder, added);
    this.#run(() => added.restore());
    return added;
  }

  /** For another process that works on a project: its emulator, or the server of tools for assistants. */
  async emulatorSource(projectFolder: string): Promise<EmulatorSource> {
    const folder = this.#allFolders
      .flatMap(({ list }) => list.value)
      .find(({ binding }) => binding.projectFolder === projectFolder);
    return folder ? this.of(folder).emulatorSource() : { args: [], env: {} };
  }

  /** Fires with the project folder after another data source was chosen. */
  get onDidChoose(): Event<string> {
    return this.#chosen.event;
  }

  /** The project of a command: of its argument, of the active editor, or the one that the user selects. @throws UserError, CancelledError */
  async choose(argument?: unknown): Promise<KnownProject> {
    const ownerOf = ownerAmong(this.#allFolders);
    const uri = argumentUri(argument) ?? activeFile();
    const own = uri?.scheme === 'file' ? ownerOf(uri.fsPath) : undefined;
    const folder = own ?? (await pickProject(this.#allFolders.flatMap(({ list }) => list.value)));
    if (!folder) {
      throw new UserError(vscode.l10n.t('No data model is open.'), {
        action: vscode.l10n.t('Open the folder that contains your data model.'),
      });
    }
    await folder.open();
    return { folder, database: this.of(folder) };
  }

  /** Lines above joins. @param files that they are about */
  showMarks(folder: BoundFolder, files: ModelFiles, marks: readonly JoinMark[]): void {
    this.#marks.get(folder)?.show(files, marks);
    this.#counted.fire(folder);
  }

  /** What the last examination of a project said about its joins. */
  countedJoins(folder: BoundFolder): readonly CountedJoin[] {
    return this.#marks.get(folder)?.counted() ?? [];
  }

  /** Fires after an examination, and when its results are withdrawn. */
  get onDidCount(): Event<BoundFolder> {
    return this.#counted.event;
  }

  async refresh(argument?: unknown): Promise<void> {
    await this.readCatalogs(await this.choose(argument));
  }

  /** With progress, and the number of tables as its result. @throws UserError, CancelledError */
  async readCatalogs({ folder, database }: KnownProject): Promise<void> {
    const title = vscode.l10n.t('Reading the tables of “{0}”', folder.name);
    const catalogs = await withProgress(title, (signal) => database.readCatalogs(signal));
    const count = [...catalogs.values()].reduce((sum, { catalog }) => sum + catalog.tables.length, 0);
    showStatus(vscode.l10n.t('{0} tables and views are known', count));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #stateOf(uri: vscode.Uri) {
    const folder = uri.scheme === 'file' ? ownerAmong(this.#allFolders)(uri.fsPath) : undefined;
    return folder && this.#known.get(folder.binding.projectFolder)?.state.value;
  }

  #watchEnv(projectFolder: string, database: ProjectDatabase): void {
    const pattern = new vscode.RelativePattern(vscode.Uri.file(projectFolder), '.env');
    const watcher = this.#lifetime.add(vscode.workspace.createFileSystemWatcher(pattern));
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) {
      this.#lifetime.add(event(() => this.#run(() => database.renew())));
    }
  }

  #run(work: () => Promise<unknown>): void {
    work().catch((failure: unknown) => {
      if (!isCancellation(failure)) this.#app.log.error(stackOf(failure));
    });
  }
}
