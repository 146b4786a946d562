/**
 * What is known of one project's model: its index, what the local analyser finds, what the platform last reported.
 * Problems are placed anew whenever either changes; a report of an older generation never replaces a newer one, and once a
 * source has changed a report keeps only what still stands on the words it was about.
 */

import { type Observable, Value } from '../base/event.ts';
import type { Disposable } from '../base/lifetime.ts';
import { diagnose } from '../model/diagnose.ts';
import { ModelIndex } from '../model/index/modelIndex.ts';
import type { ReportedError } from '../model/placement/placeErrors.ts';
import type { Problem } from '../model/source/problem.ts';

export type ProblemsByFile = ReadonlyMap<string, readonly Problem[]>;

export class ModelSession implements Disposable {
  readonly index: ModelIndex;
  readonly #problems = new Value<ProblemsByFile>(new Map());
  #reported: readonly ReportedError[] | undefined;
  #generation = 0;
  #reportedGeneration = 0;
  /** What the report was about before sources changed; undefined while it is about the present ones. */
  #stood: ReadonlySet<string> | undefined;

  constructor(modelFolder: string) {
    this.index = new ModelIndex({ modelFolder });
  }

  /** Every file with problems; key `''` holds what belongs to the project as a whole. */
  get problems(): Observable<ProblemsByFile> {
    return this.#problems;
  }

  /** Rises with every change of a source; what validates takes it along. */
  get generation(): number {
    return this.#generation;
  }

  /** Applies changed and deleted (`undefined`) sources in one go, paths relative to the project folder. */
  change(sources: Iterable<readonly [path: string, text: string | undefined]>): void {
    if (this.#reported) this.#stood = new Set(this.#reportedProblems().map((problem) => this.#standing(problem)));
    for (const [path, text] of sources) {
      if (text === undefined) this.index.delete(path);
      else this.index.set(path, text);
    }
    this.#generation += 1;
    this.#publish();
  }

  /** Takes what the platform found in the sources of `generation`; `false` when a newer report is in place. */
  report(generation: number, errors: readonly ReportedError[]): boolean {
    if (generation < this.#reportedGeneration) return false;
    this.#reportedGeneration = generation;
    this.#reported = errors;
    this.#stood = undefined;
    this.#publish();
    return true;
  }

  /** Forgets the platform's report: its branch was left, or its host cannot be asked about the newer sources. */
  withdraw(): void {
    if (this.#reported === undefined) return;
    this.#reported = undefined;
    this.#stood = undefined;
    this.#publish();
  }

  dispose(): void {
    this.#problems.dispose();
  }

  #publish(): void {
    const byFile = new Map<string, Problem[]>();
    for (const problem of diagnose(this.index, this.#reported)) {
      // A mended word must not send its old report to another place until the platform speaks again.
      if (problem.source === 'compiler' && this.#stood && !this.#stood.has(this.#standing(problem))) continue;
      const list = byFile.get(problem.file);
      if (list) list.push(problem);
      else byFile.set(problem.file, [problem]);
    }
    this.#problems.set(byFile);
  }

  #reportedProblems(): Problem[] {
    return [...this.#problems.value.values()].flat().filter(({ source }) => source === 'compiler');
  }

  /** A problem without its position: what it says, in which file, on which words. */
  #standing({ file, message, range }: Problem): string {
    const text = this.index.text(file)?.text ?? '';
    const words = text.slice(this.index.offsetAt(file, range.start), this.index.offsetAt(file, range.end));
    return JSON.stringify([file, message, words]);
  }
}
