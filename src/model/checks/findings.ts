/** Collects the results of the checks and converts them to problems. */

import type { Definition } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import type { Problem, Severity } from '../source/problem.ts';
import { contains, type Span } from '../source/range.ts';

interface Finding {
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

  /** No check reports references in `span`, because the whole value already has a problem. */
  suppress(file: string, span: Span): void {
    this.#suppressed.push({ file, span });
  }

  isSuppressed(file: string, span: Span): boolean {
    return this.#suppressed.some((one) => one.file === file && contains(one.span, span));
  }

  /** Ignores a finding with the span and code of an earlier one. */
  add(finding: Finding): void {
    const key = `${finding.file}:${finding.span.start}:${finding.span.end}:${finding.code}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const related = finding.related?.map(({ file, span, message }) => ({
      file,
      range: this.#index.rangeOf(file, span),
      message,
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

  /** Text in an `if` block of a template may not be part of its output. */
  #isInTemplateBranch({ file, span }: Finding): boolean {
    const branches = this.#index.file(file)?.source.branches ?? [];
    return branches.some((branch) => contains(branch, span));
  }

  /** Whether there is an error in that part of the file. */
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

/** The kind and name of a definition for a message, such as ``cube `orders` ``. */
export function describe(definition: Definition): string {
  return `${definition.kind.replace('_', ' ')} \`${definition.name}\``;
}
