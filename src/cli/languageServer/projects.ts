/** The data model projects below the workspace folders, and those of documents that are opened. */

import path from 'node:path';
import { isCancellation, stackOf } from '../../base/errors.ts';
import { Emitter } from '../../base/event.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { findProject, isWithin, projectsBelow } from '../../model/project/findProject.ts';
import { relativeTo } from '../../session/folders.ts';
import { Project } from './project.ts';

export class Projects implements Disposable {
  readonly onAdd = new Emitter<Project>();
  readonly #log: Log;
  readonly #modelFolder: string;
  readonly #lifetime = new Lifetime();
  /** Absolute paths of the workspace folders, each with its search. */
  readonly #folders = new Map<string, Lifetime>();
  readonly #projects = new Map<string, Project>();
  /** Whether a file is in a project that is not known yet, by folder. */
  readonly #lookups = new Map<string, Promise<void>>();
  readonly #searches = new Set<Promise<void>>();

  /** `modelFolder` is the name of the model folder in every project. */
  constructor(modelFolder: string, log: Log) {
    this.#modelFolder = modelFolder;
    this.#log = log;
  }

  get all(): readonly Project[] {
    return [...this.#projects.values()];
  }

  /** Searches the folder for projects in the background. */
  addFolder(folder: string): void {
    if (this.#folders.has(folder)) return;
    const lifetime = this.#lifetime.add(new Lifetime());
    this.#folders.set(folder, lifetime);
    this.#lookups.clear();
    const search: Promise<void> = this.#search(folder, lifetime.signal).finally(() => this.#searches.delete(search));
    this.#searches.add(search);
  }

  /** Closes the projects that are in no other workspace folder. */
  removeFolder(folder: string): void {
    const lifetime = this.#folders.get(folder);
    if (!lifetime) return;
    this.#folders.delete(folder);
    this.#lifetime.release(lifetime);
    this.#lookups.clear();
    for (const [projectFolder, project] of this.#projects) {
      if (!isWithin(folder, projectFolder) || this.#folderOf(projectFolder) !== undefined) continue;
      this.#projects.delete(projectFolder);
      this.#lifetime.release(project);
    }
  }

  /** Resolves when the workspace folders were searched. */
  async searched(): Promise<void> {
    await Promise.all(this.#searches);
  }

  /** The known project whose model has the file; the innermost of nested projects. */
  of(file: string): Project | undefined {
    return innermost(this.all.filter((project) => project.pathOf(file) !== undefined));
  }

  /** The project whose folder has the file or folder, whether or not it is part of the model. */
  around(file: string): Project | undefined {
    return innermost(this.all.filter((project) => relativeTo(project, file) !== undefined));
  }

  /** Like `of`, but opens the project if the search did not find it yet. Never rejects. */
  async find(file: string): Promise<Project | undefined> {
    const known = this.of(file);
    if (known || this.#lifetime.disposed) return known;
    const folder = path.dirname(file);
    let lookup = this.#lookups.get(folder);
    if (!lookup) {
      lookup = this.#lookUp(file).catch((failure) => this.#log.error(stackOf(failure)));
      this.#lookups.set(folder, lookup);
    }
    await lookup;
    return this.of(file);
  }

  /** Files were created: a folder may have become a project. */
  forgetLookups(): void {
    this.#lookups.clear();
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#projects.clear();
    this.onAdd.dispose();
  }

  async #search(folder: string, signal: AbortSignal): Promise<void> {
    try {
      for await (const projectFolder of projectsBelow(folder, this.#modelFolder, signal)) this.#add(projectFolder);
    } catch (failure) {
      if (!isCancellation(failure)) this.#log.error(stackOf(failure));
    }
  }

  /** A client without workspace folders opens single files: their projects may be anywhere. */
  async #lookUp(file: string): Promise<void> {
    const top = this.#folders.size === 0 ? path.parse(file).root : this.#folderOf(file);
    const found = top === undefined ? undefined : await findProject(file, top, this.#modelFolder);
    if (found) this.#add(found.projectFolder);
  }

  #add(projectFolder: string): void {
    if (this.#projects.has(projectFolder) || this.#lifetime.disposed) return;
    const project = this.#lifetime.add(new Project({ projectFolder, modelFolder: this.#modelFolder }, this.#log));
    this.#projects.set(projectFolder, project);
    this.#log.info(`Opened the data model in ${projectFolder}`);
    this.onAdd.fire(project);
  }

  #folderOf(file: string): string | undefined {
    return [...this.#folders.keys()].find((folder) => isWithin(folder, file));
  }
}

function innermost(projects: readonly Project[]): Project | undefined {
  return projects.toSorted((a, b) => b.binding.projectFolder.length - a.binding.projectFolder.length)[0];
}
