/** Places validation messages of the compiler, which may contain errors of many members of one cube. */

import type { Definition } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { snakeCase } from '../source/names.ts';
import type { Problem } from '../source/problem.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import type { Span } from '../source/range.ts';
import { entryOf } from '../source/tree.ts';
import { errorsInLineage } from './consequences.ts';
import { type LocatedNode, locateNode } from './locateNode.ts';
import type { Location } from './location.ts';
import { explainBy, type PlacedReport, placeAt, problemsNear } from './placedReport.ts';
import { jsonTextMessage, locateNameOutput } from './renderedLines.ts';
import type { Report } from './splitReports.ts';
import type { Reason } from './validationReasons.ts';

interface LocatedReason {
  reason: Reason;
  found: LocatedNode;
}

/** Places each member's reasons separately. */
export function placeValidation(
  index: ModelIndex,
  known: readonly Problem[],
  definition: Definition,
  reasons: readonly Reason[],
  report: Report,
): PlacedReport[] {
  return new ValidationPlacer(index, known, definition, report).place(reasons);
}

class ValidationPlacer {
  readonly #index: ModelIndex;
  readonly #known: readonly Problem[];
  readonly #definition: Definition;
  readonly #report: Report;

  constructor(index: ModelIndex, known: readonly Problem[], definition: Definition, report: Report) {
    this.#index = index;
    this.#known = known;
    this.#definition = definition;
    this.#report = report;
  }

  place(reasons: readonly Reason[]): PlacedReport[] {
    const byPart = new Map<string, LocatedReason[]>();
    const inside = errorsInLineage(this.#index, this.#known, this.#definition);
    const placed: PlacedReport[] = [];
    for (const reason of reasons.filter((one) => !isImplied(one, reasons))) {
      const quoted = this.#quotedName(reason);
      if (quoted) {
        placed.push(quoted);
        continue;
      }
      // Our checks know the rules of the compiler, so a reason that they do not give follows from an error that they report.
      const same =
        reason.path === undefined ? (inside.find((one) => hasSameSubject(reason, one)) ?? inside[0]) : undefined;
      if (same) {
        placed.push(this.#explain(reason.text, same));
        continue;
      }
      const found = locateNode(this.#index, this.#definition, reason.path ?? '');
      const badName =
        !found.exists &&
        reason.kind === 'not-allowed' &&
        inside.find(({ code }) => code === problemCatalog.badName.code);
      if (badName) {
        placed.push(this.#explain(reason.text, badName));
        continue;
      }
      const part = (reason.path ?? '').split(/[.[]/).slice(0, 2).join('.');
      const key = `${found.part?.span.start ?? part}:${found.file}`;
      byPart.set(key, [...(byPart.get(key) ?? []), { reason, found }]);
    }
    for (const group of byPart.values()) placed.push(...this.#placePart(group));
    return placed;
  }

  /** A template wrote the name of a member as JSON, in quotes. */
  #quotedName({ path, text }: Reason): PlacedReport | undefined {
    const name = path === undefined ? /^\(\w+\.([^\s=()]*"[^\s=()]*) = /.exec(text)?.[1] : undefined;
    const written = name === undefined ? undefined : locateNameOutput(this.#index, this.#definition, name);
    if (!written) return undefined;
    const source = this.#index.text(written.file)!.text.slice(written.span.start, written.span.end);
    const message = jsonTextMessage(/\{\{.*?\}\}/.exec(source)?.[0] ?? source);
    return placeAt(this.#index, { ...written, message }, text, this.#report);
  }

  #explain(text: string, problem: Problem): PlacedReport {
    return explainBy({ message: `${this.#definition.name} cube: ${text}`, fileName: undefined }, [problem]);
  }

  /** Places the reasons of one member. */
  #placePart(group: readonly LocatedReason[]): PlacedReport[] {
    const errors = this.#problemsOfPart(group).filter((one) => one.severity === 'error');
    if (errors.length > 0) return [...new Set(errors)].map((error) => this.#confirm(group, error));
    const elsewhere = this.#inDynamicPart(group);
    if (elsewhere) return [elsewhere];
    const best = [...group].sort((a, b) => rank(a) - rank(b))[0]!;
    const { reason, found } = best;
    if (reason.kind === 'alternatives' && !group[0]!.found.part && !found.exists) return [];
    const message = this.#messageOf(reason);
    const location: Location = { file: found.file, span: found.span, message };
    return [placeAt(this.#index, location, message, this.#report)];
  }

  #messageOf({ path, text }: Reason): string {
    const key = path?.split(/[.[]/).at(-1)?.replace(/\]$/, '');
    return key ? `\`${this.#definition.language === 'yaml' ? snakeCase(key) : key}\` ${text}` : text;
  }

  /** Known problems in the member, in its group if the member is not in the text, else at the reported nodes. */
  #problemsOfPart(group: readonly LocatedReason[]): Problem[] {
    const { reason, found } = group[0]!;
    if (found.part) return this.#problemsWithin(found.part.definition, found.part.span);
    const dynamicGroup = this.#dynamicGroup(reason.path);
    if (dynamicGroup) return this.#problemsWithin(this.#definition, dynamicGroup);
    if (found.holder) {
      // A group of a child also has the members of its ancestors.
      const groups = this.#index.lineage(this.#definition).flatMap((one) => {
        const entry = entryOf(one.node, reason.path!.split(/[.[]/)[0]!);
        return entry ? this.#problemsWithin(one, entry.value) : [];
      });
      return groups;
    }
    return group.flatMap(({ found: { file, span, keySpan } }) => [
      ...problemsNear(this.#index, this.#known, { file, span: keySpan }),
      ...problemsNear(this.#index, this.#known, { file, span }),
    ]);
  }

  /** Adds to a known problem the reason that is closest to it. */
  #confirm(group: readonly LocatedReason[], error: Problem): PlacedReport {
    const lineOf = (found: LocatedNode) => this.#index.rangeOf(found.file, found.span).start.line;
    const { reason } = group.find(({ found }) => found.exists && lineOf(found) === error.range.start.line) ?? group[0]!;
    return this.#explain(`${reason.path ? `(${reason.path}) ` : ''}${reason.text}`, error);
  }

  /** A template or program may create the member elsewhere, so this searches for its key, preferably with its value. */
  #inDynamicPart(group: readonly LocatedReason[]): PlacedReport | undefined {
    if (!this.#definition.open || group.some(({ found }) => found.exists)) return undefined;
    const own = this.#index.file(this.#definition.file)!;
    const others = [...this.#index.files].filter((one) => one !== own && one.definitions.length === 0);
    const exact = (['value', 'not-allowed'] as const).flatMap((kind) =>
      [own, ...others].map((file) => ({ file, kind, withValue: kind === 'value' })),
    );
    for (const { file, kind, withValue } of [...exact, { file: own, kind: 'value', withValue: false } as const]) {
      for (const { reason } of group) {
        if (reason.kind !== kind) continue;
        const match = keyIn(file.text, reason, withValue);
        if (!match) continue;
        const span = { start: match.index, end: match.index + match[0].length };
        const message = `\`${match[0]}\` ${reason.text}`;
        return placeAt(this.#index, { file: file.path, span, message }, this.#report.message, this.#report);
      }
    }
    const member = group[0]!.reason.path?.split('.')[1];
    const written = member && locateNameOutput(this.#index, this.#definition, member);
    if (!written) return undefined;
    const { reason } = group.toSorted((a, b) => rank(a) - rank(b))[0]!;
    return placeAt(this.#index, { ...written, message: this.#messageOf(reason) }, this.#report.message, this.#report);
  }

  /** The group of a member that a template or program may create. */
  #dynamicGroup(path: string | undefined): Span | undefined {
    const [group, member] = (path ?? '').split('.');
    if (member === undefined || !this.#definition.open) return undefined;
    return entryOf(this.#definition.node, group!)?.value;
  }

  #problemsWithin(definition: Definition, span: Span): Problem[] {
    const range = this.#index.rangeOf(definition.file, span);
    return this.#known.filter(
      (one) =>
        one.file === definition.file &&
        one.range.start.line >= range.start.line &&
        one.range.end.line <= range.end.line,
    );
  }
}

/** The key of a reason in a text, with the wrong value behind it or with any value. */
function keyIn(text: string, { path, value }: Reason, withValue: boolean): RegExpExecArray | null {
  const key = path?.split('.').at(-1);
  if (!key || key === 'sql' || !/^\w+$/.test(key) || (withValue && value === undefined)) return null;
  const after = withValue ? `\\s*:\\s*["'\`]?${value!.replace(/[^\w\s]/g, '\\$&')}\\b` : '\\s*:';
  return new RegExp(`(?<!\\w)(?:${key}|${snakeCase(key)})(?=["']?${after})`).exec(text);
}

/** `a does not match any type` adds nothing to another reason about a part of `a`. */
function isImplied(reason: Reason, all: readonly Reason[]): boolean {
  const { path, text } = reason;
  if (path === undefined || !/required value|does not match any|must be (?:of type object|an array)/.test(text)) {
    return false;
  }
  return all.some((other) => other.path !== undefined && other.path !== path && other.path.startsWith(path));
}

/** Whether a problem concerns the same kind of mistake as a reason without a path. */
function hasSameSubject({ text }: Reason, { code, message }: Problem): boolean {
  if (/either|not both|not supported/.test(text)) return code === problemCatalog.conflictingKeys.code;
  if (/at least one of/.test(text)) return code === problemCatalog.missingKey.code || /Did you mean `sql/.test(message);
  if (/property can only/.test(text))
    return code === problemCatalog.unknownKey.code || code === problemCatalog.wrongValue.code;
  return code === problemCatalog.wrongValue.code;
}

/** Orders the reasons of one member, the most specific first. */
function rank({ reason, found }: LocatedReason): number {
  if (reason.kind === 'value' && found.exists) return 0;
  if (reason.kind === 'not-allowed' && found.exists) return 1;
  if (reason.kind === 'conflict') return 2;
  if (reason.kind === 'required') return /sql$/.test(reason.path ?? '') ? 3 : 4;
  return 5;
}
