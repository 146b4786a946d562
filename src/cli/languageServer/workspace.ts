/** The open documents and the projects they belong to. */

import { FileChangeType, type FileEvent } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { Emitter } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { relativeTo } from '../../session/folders.ts';
import type { Project } from './project.ts';
import { Projects } from './projects.ts';
import { pathOfUri, uriOfPath } from './uris.ts';
import { watchProject } from './watching.ts';

export interface Place {
  project: Project;
  /** Relative to the project folder. */
  path: string;
}

export class Workspace implements Disposable {
  readonly #projects: Projects;
  readonly #log: Log;
  readonly #lifetime = new Lifetime();
  readonly #changes = this.#lifetime.add(new Emitter<void>());
  /** The open documents by path. */
  readonly #documents = new Map<string, TextDocument>();

  /** `modelFolder` is the name of the model folder in every project. */
  constructor(modelFolder: string, log: Log) {
    this.#log = log;
    this.#projects = this.#lifetime.add(new Projects(modelFolder, log));
    this.#projects.onAdd.event((project) => {
      for (const [file, document] of this.#documents) edit(project, file, document);
      void project.ready().then(() => this.#changes.fire());
    });
  }

  /** A source of a project changed, or a project was opened or closed. */
  get onChange() {
    return this.#changes.event;
  }

  /** The projects whose sources were read. */
  get readyProjects(): readonly Project[] {
    return this.#projects.all.filter(({ isReady }) => isReady);
  }

  /** All projects, after the workspace folders were searched and all sources were read. */
  async allProjects(): Promise<readonly Project[]> {
    await this.#projects.searched();
    await Promise.all(this.#projects.all.map((project) => project.ready()));
    return this.#projects.all;
  }

  /** Watches the models of all projects, now and later, for a client that does not. */
  watch(): void {
    const watch = (project: Project) => watchProject(project, this.#log, () => this.#changes.fire());
    this.#projects.all.forEach(watch);
    this.#projects.onAdd.event(watch);
  }

  addFolder(folder: string): void {
    this.#projects.addFolder(folder);
    this.#findProjects();
  }

  removeFolder(folder: string): void {
    this.#projects.removeFolder(folder);
    this.#changes.fire();
  }

  /** A document was opened or changed. */
  edited(document: TextDocument): void {
    const file = pathOfUri(document.uri);
    if (file === undefined) return;
    const isOpen = this.#documents.get(file) === document;
    this.#documents.set(file, document);
    const project = this.#projects.of(file);
    if (project) {
      edit(project, file, document);
      this.#changes.fire();
    } else if (!isOpen) void this.#projects.find(file);
  }

  async closed({ uri }: TextDocument): Promise<void> {
    const file = pathOfUri(uri);
    if (file === undefined || !this.#documents.delete(file)) return;
    const project = this.#projects.of(file);
    await project?.close(project.pathOf(file)!);
    this.#changes.fire();
  }

  async changedOnDisk(events: readonly FileEvent[]): Promise<void> {
    const changed = new Map<Project, string[]>();
    for (const { uri, type } of events) {
      const file = pathOfUri(uri);
      if (file === undefined) continue;
      const project = this.#projects.around(file);
      if (project) {
        const files = changed.get(project) ?? [];
        changed.set(project, files);
        files.push(relativeTo(project, file)!);
      }
      if (type !== FileChangeType.Created) continue;
      this.#projects.forgetLookups();
      void this.#projects.find(file);
    }
    this.#findProjects();
    await Promise.all([...changed].map(([project, files]) => project.changedOnDisk(files)));
    this.#changes.fire();
  }

  /** The place of a document; undefined if it is in no project. */
  async placeOf(uri: string): Promise<Place | undefined> {
    const file = pathOfUri(uri);
    const project = file === undefined ? undefined : await this.#projects.find(file);
    return project && { project, path: project.pathOf(file!)! };
  }

  /** The URI of a file, as the client writes it if it is open. */
  uriOf(project: Project, path: string): string {
    const file = project.absolute(path);
    return this.#documents.get(file)?.uri ?? uriOfPath(file);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** Opens the projects of open documents that are in no known one. */
  #findProjects(): void {
    for (const file of this.#documents.keys()) void this.#projects.find(file);
  }
}

function edit(project: Project, file: string, document: TextDocument): void {
  const path = project.pathOf(file);
  if (path !== undefined) project.edit(path, document.getText());
}
