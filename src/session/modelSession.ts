/**
 * The state of one model: its index, the local problems, and the platform's last report. A report of an older generation never
 * replaces a newer one. After a change, a report keeps only problems whose text is unchanged.
 */

import { type Observable, Value } from '../base/event.ts';
import type { Disposable } from '../base/lifetime.ts';
import { diagnose } from '../model/diagnose.ts';
import { ModelIndex } from '../model/index/modelIndex.ts';
import type { ReportedError } from '../model/placement/placeErrors.ts';
import type { Problem } from '../model/source/problem.ts';

type ProblemsByFile = ReadonlyMap<string, readonly Problem[]>;

export class ModelSession implements Disposable {
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

  /** Applies changed and deleted (`undefined`) sources in one step, paths relative to the project folder. */
  change(sources: Iterable<readonly [path: string, text: string | undefined]>): void {
    if (this.#reported) this.#unchanged = this.#published;
    for (const [path, text] of sources) {
      if (text === undefined) this.index.delete(path);
      else this.index.set(path, text);
    }
    this.#generation += 1;
    this.#publish();
  }

  /** Replaces the text of a source by that of its unsaved document. The problems stay until a source changes. */
  edit(path: string, text: string): void {
    this.index.set(path, text);
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

  #publish(): void {
    const byFile = new Map<string, Problem[]>();
    const published = new Set<string>();
    for (const problem of diagnose(this.index, this.#reported)) {
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
    this.#problems.set(byFile);
  }

  /** Identifies a problem by its file, message and the text at its range, not by its position. */
  #keyOf({ file, message, range }: Problem): string {
    const text = this.index.text(file)?.text ?? '';
    const marked = text.slice(this.index.offsetAt(file, range.start), this.index.offsetAt(file, range.end));
    return JSON.stringify([file, message, marked]);
  }
}
