/**
 * One data model project: what its files and the open documents define, and their problems. The files are read once, and again
 * when they change. The text of an open document replaces that of its file in the open index only.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Limit, Slices } from '../../base/async.ts';
import { Emitter } from '../../base/event.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { Catalogs } from '../catalog/catalogLookup.ts';
import { checkFiles } from '../checks/checkModel.ts';
import { diagnose, type ProblemsByFile, problemsByFile } from '../diagnose.ts';
import { type IndexedText, ModelIndex } from '../index/modelIndex.ts';
import { readRules, readsDocuments } from '../lint/ruleSettings.ts';
import type { ReportedError } from '../placement/placeErrors.ts';
import { rulesFileName } from '../source/modelSource.ts';
import { DocumentNamesReader, wholeProject } from './documentNamesReader.ts';
import type { ProjectFolder } from './findProject.ts';
import { type ProjectFile, readProject, readProjectPath } from './readProject.ts';

/** How long reading and checking all sources keeps the thread busy before the next step, which takes up to 15 ms in a large model. */
const sliceMs = 2;

/** The text of each changed file, or what was read of it; undefined for one that does not exist any more. */
type Changes = Iterable<readonly [path: string, source: string | IndexedText | undefined]>;

export class ProjectModel implements Disposable {
  readonly folder: ProjectFolder;
  /** The files on disk; complete after `load`. */
  readonly saved: ModelIndex;
  /** The files on disk, except that open documents have their texts. */
  readonly open: ModelIndex;
  /** Fires with the paths of the files that changed on disk, after their problems are known. */
  readonly onChange = new Emitter<ReadonlySet<string>>();
  /** The open documents. A change on disk does not change their texts. */
  readonly #documents = new Set<string>();
  readonly #ended: AbortSignal | undefined;
  /** One read at a time, so that texts reach the model in the order in which they were read. */
  readonly #reading = new Limit(1);
  #loaded: Promise<void> | undefined;
  readonly #documentNames: DocumentNamesReader;

  /** `ended` aborts reading. */
  constructor(folder: ProjectFolder, ended?: AbortSignal) {
    this.folder = folder;
    this.#ended = ended;
    this.#documentNames = new DocumentNamesReader(folder, ended);
    this.saved = new ModelIndex(folder);
    this.open = new ModelIndex(folder);
  }

  /** Reads all files from disk once. @throws CancelledError */
  load(): Promise<void> {
    this.#loaded ??= this.reload().catch((failure) => {
      this.#loaded = undefined;
      throw failure;
    });
    return this.#loaded;
  }

  /** @throws CancelledError */
  reload(): Promise<void> {
    return this.#reading.run(async () => {
      const slices = new Slices(sliceMs, this.#ended);
      const found: [string, IndexedText | undefined][] = this.#known.map((path) => [path, undefined]);
      for await (const file of readProject(this.folder, 'model', { signal: this.#ended })) {
        found.push([file.path, this.#parse(file)]);
        await slices.next();
      }
      // The first definition of a name is the same one, whatever the order in which the disk lists files.
      const changes = new Map(found.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
      await this.#readDocuments(changes, [wholeProject]);
      await this.changeMany(changes, slices);
    });
  }

  /**
   * A file or folder was saved, renamed or deleted in the editor. Fires `onChange` also if the text is the same as before.
   * @returns the paths of the files: for a folder, of those that it had or has
   */
  readSaved(path: string): Promise<readonly string[]> {
    return this.#readPaths([path], () => true);
  }

  /** The files that were deleted since they were read. @throws CancelledError */
  async deletedFiles(): Promise<readonly string[]> {
    await this.#loaded;
    const slices = new Slices(sliceMs, this.#ended);
    const deleted: string[] = [];
    for (const file of this.#known) {
      if (!existsSync(join(this.folder.projectFolder, file))) deleted.push(file);
      await slices.next();
    }
    return deleted;
  }

  /** Another program changed files or folders, or may have. Unchanged texts do not change the model. */
  async readChanged(paths: readonly string[]): Promise<void> {
    await this.#readPaths(
      paths,
      (path, read) => read !== this.saved.text(path) || (!read && this.#documents.has(path)),
    );
  }

  async #readPaths(
    paths: readonly string[],
    isChange: (path: string, read: IndexedText | undefined) => boolean,
  ): Promise<readonly string[]> {
    await this.load();
    return this.#reading.run(async () => {
      const changes = new Map<string, IndexedText | undefined>();
      const files = new Set<string>();
      for (const path of new Set(paths)) {
        const known = this.#known.filter((file) => file.startsWith(`${path}/`));
        const below = new Set(known);
        for (const file of [path, ...known]) changes.set(file, undefined);
        for await (const file of readProjectPath(this.folder, 'model', this.#readable(path))) {
          changes.set(file.path, this.#parse(file));
          if (file.what === 'file' && file.path !== path) below.add(file.path);
        }
        for (const file of below.size > 0 ? below : [path]) files.add(file);
      }
      const changed = [...changes].filter(([path, read]) => isChange(path, read));
      const areOther = await this.#readDocuments(changes, paths);
      if (changed.length > 0 || areOther) this.change(changed);
      return [...files];
    });
  }

  /** Reads the documents at or below the paths, if a rule needs them. @returns whether what they name has changed */
  async #readDocuments(
    changes: ReadonlyMap<string, IndexedText | undefined>,
    paths: readonly string[],
  ): Promise<boolean> {
    const rules = changes.has(rulesFileName) ? changes.get(rulesFileName) : this.saved.rulesFile;
    const { settings } = readRules(rulesFileName, rules?.text ?? '', rules?.unread?.message);
    if (!readsDocuments(settings)) this.#documentNames.forget();
    const names = readsDocuments(settings) ? await this.#documentNames.read(paths) : undefined;
    if (isDeepStrictEqual(names, this.saved.namedInDocuments)) return false;
    this.saved.namedInDocuments = names;
    this.open.namedInDocuments = names;
    return true;
  }

  /** Applies changed and deleted files in one step. */
  change(changes: Changes): void {
    this.onChange.fire(this.#apply(changes));
  }

  /** `change` for many files: between the checks of two files, other work of the thread goes on. @throws CancelledError */
  async changeMany(changes: Changes, slices: Slices): Promise<void> {
    const changed = this.#apply(changes);
    await slices.next();
    for (const _checked of checkFiles(this.saved)) await slices.next();
    // The features need most of it too, for example the quick fixes.
    this.open.takeDerived(this.saved);
    await slices.next();
    this.onChange.fire(changed);
  }

  /** The document of a file was opened or edited; undefined: it was closed. The saved problems stay as they are. */
  edit(path: string, text: string | undefined): void {
    const saved = this.saved.text(path);
    if (text === undefined) {
      this.#documents.delete(path);
      this.#show(path, saved);
    } else {
      this.#documents.add(path);
      if (text === saved?.text) this.open.add(saved);
      else this.open.set(path, text);
    }
  }

  /** What is known of the databases has changed. Fires `onChange` without a file. @throws CancelledError */
  async setCatalogs(catalogs: Catalogs): Promise<void> {
    this.saved.catalogs = catalogs;
    this.open.catalogs = catalogs;
    // Files that are not read yet are checked with them.
    if (this.#loaded) await this.#reading.run(() => this.changeMany([], new Slices(sliceMs, this.#ended)));
  }

  /** `reported` are the platform's errors for the saved files; undefined while they are not known. */
  problems(reported?: readonly ReportedError[]): ProblemsByFile {
    return problemsByFile(diagnose(this.saved, reported));
  }

  /** The problems of the files and the open documents, without the compiler. */
  openProblems(): ProblemsByFile {
    return problemsByFile(diagnose(this.open, undefined));
  }

  dispose(): void {
    this.onChange.dispose();
  }

  get #known(): string[] {
    return [...this.saved.files, ...this.saved.texts].map(({ path }) => path);
  }

  /** The path, or the folder above it that could not be read before. */
  #readable(path: string): string {
    const isAbove = (file: IndexedText) => file.unread && path.startsWith(`${file.path}/`);
    return [...this.saved.files].find((file) => isAbove(file) && file.path !== this.folder.modelFolder)?.path ?? path;
  }

  /** A text that was read from an open document is not read again. */
  #parse({ path, text, unread }: Pick<ProjectFile, 'path' | 'text' | 'unread'>): IndexedText | undefined {
    const open = this.open.text(path);
    return open?.text === text && open.unread?.message === unread?.message ? open : this.saved.read(path, text, unread);
  }

  /** @returns the paths */
  #apply(changes: Changes): Set<string> {
    const changed = new Set<string>();
    for (const [path, source] of changes) {
      changed.add(path);
      const read = typeof source === 'string' ? this.#parse({ path, text: source }) : source;
      if (read) this.saved.add(read);
      else this.saved.delete(path);
      // The document of a deleted file no longer counts until it is edited.
      if (!read) this.#documents.delete(path);
      if (!this.#documents.has(path)) this.#show(path, read);
    }
    return changed;
  }

  #show(path: string, read: IndexedText | undefined): void {
    if (read) this.open.add(read);
    else this.open.delete(path);
  }
}
