/**
 * The problems of one project: our own, and the platform's last report. A report of an older generation never replaces a newer
 * one. After a change, a report keeps only problems whose text is unchanged. Problems are about the saved files, as the
 * platform's report is.
 */

import { isDeepStrictEqual } from 'node:util';
import { type Observable, Value } from '../base/event.ts';
import { type Disposable, Lifetime } from '../base/lifetime.ts';
import { compareLocations, type ProblemsByFile, problemsByFile } from '../model/diagnose.ts';
import type { ReportedError } from '../model/placement/placeErrors.ts';
import type { ProjectModel } from '../model/project/projectModel.ts';
import type { Problem } from '../model/source/problem.ts';
import { type ModelFiles, ReportedPlaces } from './reportedPlaces.ts';

/** `check`: the SQL of each member; `doctor`: joins and keys on the data; `laws`: rows that break a law of measures. */
export type ReportKind = 'check' | 'doctor' | 'laws';

export class ModelSession implements Disposable {
  readonly project: ProjectModel;
  readonly #lifetime = new Lifetime();
  readonly #problems = this.#lifetime.add(new Value<ProblemsByFile>(new Map()));
  #reported: readonly ReportedError[] | undefined;
  #reportedGeneration = 0;
  readonly #reports = new Map<ReportKind, ReportedPlaces<Problem>>();
  /** Keys of the report's problems as they were published. */
  #published: ReadonlySet<string> = new Set();
  /** Keys of the report's problems before sources changed; undefined while the report is about the current sources. */
  #unchanged: ReadonlySet<string> | undefined;

  constructor(project: ProjectModel) {
    this.project = this.#lifetime.add(project);
    this.#lifetime.add(
      project.onChange.event((changed) => {
        if (this.#reported) this.#unchanged = this.#published;
        this.#publish(changed);
      }),
    );
  }

  /** Every file with problems; the key `''` has the problems of a project without a project file. */
  get problems(): Observable<ProblemsByFile> {
    return this.#problems;
  }

  /** Increases with every change of a source. A validation records the generation it is about. */
  get generation(): number {
    return this.project.saved.generation;
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

  /** Replaces what a command found in the model. @param files those that it is about; problems of other texts are not shown */
  reportFound(kind: ReportKind, files: ModelFiles, problems: readonly Problem[]): void {
    // A law depends on the joins of other files.
    this.#reports.set(kind, new ReportedPlaces(files, problems, { needsAllFiles: kind === 'laws' }));
    this.#publish();
  }

  /** Removes what the project's databases said: it is about other ones. */
  withdrawDatabase(): void {
    const found = [this.#reports.delete('check'), this.#reports.delete('doctor')];
    if (found.includes(true)) this.#publish();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** The list of an unchanged file stays the same object while its problems are the same. */
  #publish(changed: ReadonlySet<string> = new Set()): void {
    const published = new Set<string>();
    const byFile = new Map<string, readonly Problem[]>();
    const before = this.#problems.value;
    for (const [file, all] of this.#allProblems()) {
      const list = all.filter((problem) => {
        if (problem.source !== 'compiler') return true;
        const key = this.#keyOf(problem);
        // A corrected text must not move its old problem to another place before the next validation.
        if (this.#unchanged && !this.#unchanged.has(key)) return false;
        published.add(key);
        return true;
      });
      const known = before.get(file);
      if (list.length > 0) byFile.set(file, !changed.has(file) && isDeepStrictEqual(known, list) ? known! : list);
    }
    this.#published = published;
    this.#problems.set(byFile);
  }

  #allProblems(): ProblemsByFile {
    const all = this.project.problems(this.#reported);
    const found = [...this.#reports.values()].flatMap((report) => report.in(this.project.saved));
    if (found.length === 0) return all;
    return problemsByFile([...[...all.values()].flat(), ...found].sort(compareLocations));
  }

  /** Identifies a problem by its file, message and the text at its range, not by its position. */
  #keyOf({ file, message, range }: Problem): string {
    const { saved } = this.project;
    const text = saved.text(file)?.text ?? '';
    const marked = text.slice(saved.offsetAt(file, range.start), saved.offsetAt(file, range.end));
    return JSON.stringify([file, message, marked]);
  }
}
