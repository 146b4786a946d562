/** Collects the results of the checks, and converts them to problems. */

import type { Definition } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import type { Fix, Problem } from '../source/problem.ts';
import type { ProblemText } from '../source/problemCatalog.ts';
import { contains, type Span } from '../source/range.ts';

/** The kind of name that does not exist: a cube or view, or a member or join of `holder`. */
export interface Missing {
  kind: 'cube' | 'member' | 'join';
  name: string;
  holder?: Definition;
  /** The join, member or list item that needs it. Several names in one owner are one mistake. */
  owner: string;
}

export interface Finding extends ProblemText {
  file: string;
  span: Span;
  /** The compiler would report it, too: it is wrong if the model compiles. */
  unsure?: boolean;
  related?: readonly { file: string; span: Span; message: string }[];
  /** The value that the problem covers as a whole. */
  value?: Span;
  fix?: Fix;
  missing?: Missing;
  /** The consequence although the compiler accepts the model, as the end of a sentence. */
  effect?: string;
  /** The part of the model that is wrong if its keys are: for findings that follow from other parts. */
  within?: Span;
}

export class Findings {
  readonly #index: ModelIndex;
  readonly #found: Finding[] = [];
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
    this.#found.push(this.#isInTemplateBranch(finding) ? { ...finding, severity: 'warning' } : finding);
  }

  /** Text in an `if` block of a template may not be part of its output. */
  #isInTemplateBranch({ file, span }: Finding): boolean {
    const branches = this.#index.file(file)?.source.branches ?? [];
    return branches.some((branch) => contains(branch, span));
  }

  /** Whether there is an error in that part of the file. */
  hasError(file: string, span: Span): boolean {
    return this.#found.some((one) => isError(one) && one.file === file && contains(span, one.span));
  }

  get all(): readonly Finding[] {
    return this.#found;
  }
}

export function toProblem(
  index: ModelIndex,
  { file, span, severity, message, code, related, unsure, fix, effect }: Finding,
): Problem {
  const places = related?.map((one) => ({
    file: one.file,
    range: index.rangeOf(one.file, one.span),
    message: one.message,
  }));
  return {
    file,
    range: index.rangeOf(file, span),
    severity,
    message: effect === undefined ? message : `${message} The compiler accepts this, but ${effect}.`,
    code,
    source: 'data-model',
    ...(effect === undefined ? {} : { messageIfReported: message }),
    ...(places?.length ? { related: places } : {}),
    ...(unsure ? { unsure } : {}),
    ...(fix ? { fix } : {}),
  };
}

export function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

/** The kind and name of a definition for a message, such as ``cube `orders` ``. */
export function describe(definition: Definition): string {
  return `${definition.kind.replace('_', ' ')} \`${definition.name}\``;
}
