/**
 * The state of one model: its index, the local problems, and the platform's last report. A report of an older generation never
 * replaces a newer one. After a change, a report keeps only problems whose text is unchanged. Problems are about the saved
 * sources, as the platform's report is; the language features read the texts of unsaved documents.
 */

import { isDeepStrictEqual } from 'node:util';
import type { Slices } from '../base/async.ts';
import { type Observable, Value } from '../base/event.ts';
import type { Disposable } from '../base/lifetime.ts';
import { checkFiles } from '../model/checks/checkModel.ts';
import { diagnose } from '../model/diagnose.ts';
import { type IndexedFile, ModelIndex } from '../model/index/modelIndex.ts';
import type { ReportedError } from '../model/placement/placeErrors.ts';
import type { Problem } from '../model/source/problem.ts';

type ProblemsByFile = ReadonlyMap<string, readonly Problem[]>;
/** Paths relative to the project folder, with the text, what was read of it, or undefined for a deleted source. */
type Changes = Iterable<readonly [path: string, source: string | IndexedFile | undefined]>;

export class ModelSession implements Disposable {
  readonly saved: ModelIndex;
  /** The saved sources, except that unsaved documents have their texts. */
  readonly index: ModelIndex;
  readonly #problems = new Value<ProblemsByFile>(new Map());
  #reported: readonly ReportedError[] | undefined;
  #generation = 0;
  #reportedGeneration = 0;
  /** Keys of the report's problems as they were published. */
  #published: ReadonlySet<string> = new Set();
  /** Keys of the report's problems before sources changed; undefined while the report is about the current sources. */
  #unchanged: ReadonlySet<string> | undefined;

  constructor(modelFolder: string) {
    this.saved = new ModelIndex({ modelFolder });
    this.index = new ModelIndex({ modelFolder });
  }

  /** Every file with problems; the key `''` has the problems of a project without a project file. */
  get problems(): Observable<ProblemsByFile> {
    return this.#problems;
  }

  /** Increases with every change of a source. A validation records the generation it is about. */
  get generation(): number {
    return this.#generation;
  }

  /** Applies changed and deleted sources in one step, and publishes the problems. */
  change(changes: Changes): void {
    this.#publish(this.#apply(changes));
  }

  /** `change` for many sources: between the checks of two files, other work of the thread goes on. @throws CancelledError */
  async changeMany(changes: Changes, slices: Slices): Promise<void> {
    const changed = this.#apply(changes);
    await slices.next();
    for (const _checked of checkFiles(this.saved)) await slices.next();
    // The features need most of it too, for example the quick fixes.
    this.index.takeDerived(this.saved);
    await slices.next();
    this.#publish(changed);
  }

  /** @returns the paths */
  #apply(changes: Changes): Set<string> {
    if (this.#reported) this.#unchanged = this.#published;
    const changed = new Set<string>();
    for (const [path, source] of changes) {
      changed.add(path);
      const open = this.index.file(path);
      const known = open && open.text === source && !open.isUnread ? open : source;
      const read = typeof known === 'string' ? (this.saved.read(path, known) ?? known) : known;
      for (const index of [this.saved, this.index]) {
        if (read === undefined) index.delete(path);
        else if (typeof read === 'string') index.set(path, read);
        else index.add(read);
      }
    }
    this.#generation += 1;
    return changed;
  }

  /** The document of a source has another text than its file; undefined: it has no longer. Problems stay as they are. */
  edit(path: string, text: string | undefined): void {
    const saved = this.saved.file(path);
    if (saved && (text ?? saved.text) === saved.text) this.index.add(saved);
    else if (text !== undefined) this.index.set(path, text);
  }

  /** Sets the platform's report on the sources of `generation`. @returns false when there is a newer report */
  report(generation: number, errors: readonly ReportedError[]): boolean {
    if (generation < this.#reportedGeneration) return false;
    this.#reportedGeneration = generation;
    this.#reported = errors;
    this.#unchanged = undefined;
    this.#publish();
    return true;
  }

  /** Removes the platform's report: it is about another branch or about older sources. */
  withdraw(): void {
    if (this.#reported === undefined) return;
    this.#reported = undefined;
    this.#unchanged = undefined;
    this.#publish();
  }

  dispose(): void {
    this.#problems.dispose();
  }

  /** The list of an unchanged file stays the same object while its problems are the same. */
  #publish(changed: ReadonlySet<string> = new Set()): void {
    const byFile = new Map<string, Problem[]>();
    const published = new Set<string>();
    for (const problem of diagnose(this.saved, this.#reported)) {
      if (problem.source === 'compiler') {
        const key = this.#keyOf(problem);
        // A corrected text must not move its old problem to another place before the next validation.
        if (this.#unchanged && !this.#unchanged.has(key)) continue;
        published.add(key);
      }
      const list = byFile.get(problem.file);
      if (list) list.push(problem);
      else byFile.set(problem.file, [problem]);
    }
    this.#published = published;
    const before = this.#problems.value;
    const isSame = (file: string, list: readonly Problem[]) =>
      !changed.has(file) && isDeepStrictEqual(before.get(file), list);
    this.#problems.set(
      new Map([...byFile].map(([file, list]) => [file, isSame(file, list) ? before.get(file)! : list])),
    );
  }

  /** Identifies a problem by its file, message and the text at its range, not by its position. */
  #keyOf({ file, message, range }: Problem): string {
    const text = this.saved.text(file)?.text ?? '';
    const marked = text.slice(this.saved.offsetAt(file, range.start), this.saved.offsetAt(file, range.end));
    return JSON.stringify([file, message, marked]);
  }
}
