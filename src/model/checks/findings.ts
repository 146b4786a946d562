/** Collects what the checks find, with the node of the model each finding is about. */

import type { Definition } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import type { Problem, Severity } from '../source/problem.ts';
import type { Span } from '../source/range.ts';

export interface Finding {
  file: string;
  span: Span;
  code: string;
  message: string;
  severity?: Severity;
  related?: readonly { file: string; span: Span; message: string }[];
}

export class Findings {
  readonly #index: ModelIndex;
  readonly #found: Problem[] = [];
  readonly #seen = new Set<string>();
  readonly #suppressed: { file: string; span: Span }[] = [];

  constructor(index: ModelIndex) {
    this.#index = index;
  }

  /** What stands in `span` has been judged as a whole: references in it are not looked at. */
  suppress(file: string, span: Span): void {
    this.#suppressed.push({ file, span });
  }

  isSuppressed(file: string, span: Span): boolean {
    return this.#suppressed.some(
      (one) => one.file === file && one.span.start <= span.start && span.end <= one.span.end,
    );
  }

  add(finding: Finding): void {
    const key = `${finding.file}:${finding.span.start}:${finding.span.end}:${finding.code}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const related = finding.related?.map((place) => ({
      file: place.file,
      range: this.#index.rangeOf(place.file, place.span),
      message: place.message,
    }));
    this.#found.push({
      file: finding.file,
      range: this.#index.rangeOf(finding.file, finding.span),
      severity: this.#isInTemplateBranch(finding) ? 'warning' : (finding.severity ?? 'error'),
      message: finding.message,
      code: finding.code,
      source: 'data-model',
      ...(related?.length ? { related } : {}),
    });
  }

  #isInTemplateBranch({ file, span }: Finding): boolean {
    const branches = this.#index.file(file)?.source.branches ?? [];
    return branches.some((branch) => branch.start <= span.start && span.end <= branch.end);
  }

  /** Whether an error has been found in that part of the file. */
  hasError(file: string, span: Span): boolean {
    const { start, end } = this.#index.rangeOf(file, span);
    return this.#found.some(
      (one) =>
        one.severity === 'error' &&
        one.file === file &&
        one.range.start.line >= start.line &&
        one.range.end.line <= end.line,
    );
  }

  get problems(): Problem[] {
    return this.#found;
  }
}

/** `cube `orders`` or `view `orders_overview``. */
export function describe(definition: Definition): string {
  return `${definition.kind.replace('_', ' ')} \`${definition.name}\``;
}
