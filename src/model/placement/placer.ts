/** Places one report of the compiler: by its wording, by a local finding that says the same, or as near as its words allow. */

import type { Definition } from '../index/definitions.ts';
import type { ModelFile, ModelIndex } from '../index/modelIndex.ts';
import { snakeCase } from '../source/names.ts';
import { type Problem, startOfFile } from '../source/problem.ts';
import type { Span } from '../source/range.ts';
import { entryOf } from '../source/tree.ts';
import { causesOf, errorsIn, isSyntax } from './consequences.ts';
import { locateByLine } from './locateByLine.ts';
import { type LocatedNode, locateNode } from './locateNode.ts';
import { type Location, locationIn, type ReportContext } from './location.ts';
import { messagePatterns } from './messagePatterns.ts';
import type { Report } from './splitReports.ts';
import { type Reason, reasonsOf } from './validationReasons.ts';

export interface PlacedReport {
  problem: Problem;
  /** The findings, local ones or other placed ones, that say the same or that this is a consequence of. */
  explainedBy: readonly Problem[];
}

/** Raw exceptions: something the compiler stumbled over, not something it says. */
const internalErrors =
  /^(?:\w*Error: )?(?:Cannot (?:read|destructure|convert|set)|Maximum call stack|Unexpected input during yaml|Property \w+ (?:of \w+ )?expected|undefined is not|.* is not (?:a function|iterable|a constructor)|Can't match args|Can't resolve)/;

export class Placer {
  readonly #index: ModelIndex;
  /** Local findings; what is placed on its own joins them, so that consequences find it. */
  readonly #local: Problem[];

  constructor(index: ModelIndex, local: readonly Problem[]) {
    this.#index = index;
    this.#local = [...local];
  }

  addFindings(placed: readonly PlacedReport[]): void {
    for (const { problem, explainedBy } of placed) if (explainedBy.length === 0) this.#local.push(problem);
  }

  place(report: Report): PlacedReport[] {
    const file = report.fileName === undefined ? undefined : this.#index.fileBySuffix(report.fileName);
    const context = /^(\S+) (cube|view group): ([\s\S]*)$/.exec(report.message);
    const message = context?.[3] ?? report.message;
    const definition = context ? this.#definition(context[1]!, file) : undefined;
    const clues: ReportContext = { index: this.#index, definition, file };
    const reasons = definition ? reasonsOf(message) : undefined;
    if (definition && reasons) return this.#validation(definition, reasons, report);
    const followed = causesOf(this.#index, this.#local, message, definition);
    if (followed.length > 0) return [this.#explained(report, followed)];
    const spots = this.#spots(clues, message, report);
    if (spots.length === 0) return [this.#unplaced(clues, message, report)];
    return this.#merge(spots, message, report);
  }

  #definition(name: string, file: ModelFile | undefined): Definition | undefined {
    const all = this.#index.definitionsNamed(name);
    return all.find((one) => one.file === file?.path) ?? all[0] ?? this.#splitOwner(name);
  }

  /** A view made by `split` stands where the view that makes it stands. */
  #splitOwner(name: string): Definition | undefined {
    return this.#index.definitions.find(
      (one) => one.kind === 'view' && this.#index.viewMembers(one).splitViews.includes(name),
    );
  }

  #spots(clues: ReportContext, message: string, report: Report): Location[] {
    for (const [pattern, find] of messagePatterns) {
      const match = pattern.exec(message);
      if (!match) continue;
      const found = find(clues, match);
      if (found.length > 0) return found;
    }
    return locateByLine(this.#index, report.message, clues.file);
  }

  #problem(spot: Location, message: string, report: Report): Problem {
    return {
      file: spot.file,
      range: this.#index.rangeOf(spot.file, spot.span),
      severity: 'error',
      message: spot.message ?? tidy(message),
      code: 'compiler',
      source: 'compiler',
      ...(spot.message ? { related: [this.#said(spot, report)] } : {}),
    };
  }

  #said(spot: Location, report: Report) {
    return {
      file: spot.file,
      range: this.#index.rangeOf(spot.file, spot.span),
      message: `The compiler says: ${tidy(report.message)}`,
    };
  }

  #explained(report: Report, explainedBy: readonly Problem[]): PlacedReport {
    const [root] = explainedBy;
    return {
      problem: { ...root!, severity: 'error', source: 'compiler', message: tidy(report.message), code: 'compiler' },
      explainedBy,
    };
  }

  /** The one reason of a long message that is about this finding. */
  #confirmed(
    definition: Definition,
    group: readonly { reason: Reason; found: LocatedNode }[],
    error: Problem,
  ): PlacedReport {
    const line = (found: LocatedNode) => this.#index.rangeOf(found.file, found.span).start.line;
    const close = group.find(({ found }) => found.exists && line(found) === error.range.start.line) ?? group[0]!;
    const message = `${definition.name} cube: ${close.reason.path ? `(${close.reason.path}) ` : ''}${close.reason.text}`;
    return this.#explained({ message, fileName: undefined }, [error]);
  }

  #near(spot: Location): Problem[] {
    const range = this.#index.rangeOf(spot.file, spot.span);
    const sameFile = this.#local.filter((one) => one.file === spot.file);
    const sameLine = sameFile.filter(
      (one) => one.range.start.line <= range.start.line && range.start.line <= one.range.end.line,
    );
    const exact = sameLine.filter(
      (one) => one.range.start.character <= range.end.character && range.start.character <= one.range.end.character,
    );
    if (exact.length > 0) return exact;
    if (sameLine.length > 0) return sameLine;
    return spot.vague ? sameFile.filter(isSyntax).slice(0, 1) : [];
  }

  #merge(spots: readonly Location[], message: string, report: Report): PlacedReport[] {
    const placed: PlacedReport[] = [];
    for (const spot of spots) {
      const near = this.#near(spot);
      placed.push(
        near.length > 0
          ? this.#explained(report, near.slice(0, 1))
          : { problem: this.#problem(spot, message, report), explainedBy: [] },
      );
    }
    const known = placed.filter((one) => one.explainedBy.length > 0);
    // When reading the texts found the cause, other guesses are worth nothing.
    if (known.length > 0) return [{ ...known[0]!, explainedBy: known.flatMap((one) => one.explainedBy) }];
    return placed.slice(0, 1);
  }

  /** One message may hold the errors of many members: each gets its own place. */
  #validation(definition: Definition, reasons: readonly Reason[], report: Report): PlacedReport[] {
    const byPart = new Map<string, { reason: Reason; found: LocatedNode }[]>();
    const inside = errorsIn(this.#index, this.#local, definition);
    const placed: PlacedReport[] = [];
    for (const reason of reasons.filter((one) => !isEcho(one, reasons))) {
      const same = reason.path === undefined ? inside.filter((one) => saysTheSame(reason, one)) : [];
      if (same.length > 0) {
        placed.push(
          this.#explained(
            { message: `${definition.name} cube: ${reason.text}`, fileName: undefined },
            same.slice(0, 1),
          ),
        );
        continue;
      }
      const found = locateNode(this.#index, definition, reason.path ?? '');
      const part = (reason.path ?? '').split(/[.[]/).slice(0, 2).join('.');
      const key = `${found.part?.span.start ?? part}:${found.file}`;
      byPart.set(key, [...(byPart.get(key) ?? []), { reason, found }]);
    }
    for (const group of byPart.values()) placed.push(...this.#validationOf(definition, group, report));
    return placed;
  }

  #validationOf(
    definition: Definition,
    group: readonly { reason: Reason; found: LocatedNode }[],
    report: Report,
  ): PlacedReport[] {
    const part = group[0]!.found.part;
    const unseen = part ? undefined : this.#groupOf(definition, group[0]!.reason.path);
    const known = part
      ? this.#localWithin(part.definition, part.span)
      : unseen
        ? this.#localWithin(unseen.definition, unseen.span)
        : group.flatMap(({ found }) =>
            this.#near({ file: found.file, span: found.keySpan }).concat(
              this.#near({ file: found.file, span: found.span }),
            ),
          );
    const errors = known.filter((one) => one.severity === 'error');
    if (errors.length > 0) return [...new Set(errors)].map((error) => this.#confirmed(definition, group, error));
    const written = this.#writtenElsewhere(definition, group, report);
    if (written) return [written];
    const best = [...group].sort((a, b) => rank(a) - rank(b))[0]!;
    if (best.reason.kind === 'alternatives' && !part && byPartEmpty(best)) return [];
    const key = best.reason.path?.split(/[.[]/).at(-1)?.replace(/\]$/, '');
    const shown = key && definition.language === 'yaml' ? snakeCase(key) : key;
    const message = shown ? `\`${shown}\` ${best.reason.text}` : best.reason.text;
    const spot: Location = { file: best.found.file, span: best.found.span, message };
    return [{ problem: this.#problem(spot, message, report), explainedBy: [] }];
  }

  /** A member out of a program or a template stands somewhere else in the file: its keys are looked for as words. */
  #writtenElsewhere(
    definition: Definition,
    group: readonly { reason: Reason; found: LocatedNode }[],
    report: Report,
  ): PlacedReport | undefined {
    if (!definition.open || group.some(({ found }) => found.exists)) return undefined;
    const { text } = this.#index.file(definition.file)!;
    for (const kind of ['value', 'not-allowed']) {
      for (const { reason } of group) {
        const key = reason.path?.split('.').at(-1);
        if (reason.kind !== kind || !key || key === 'sql' || !/^\w+$/.test(key)) continue;
        const at = new RegExp(`(?<!\\w)(?:${key}|${snakeCase(key)})(?=["']?\\s*:)`).exec(text);
        if (!at) continue;
        const spot: Location = { file: definition.file, span: { start: at.index, end: at.index + at[0].length } };
        return {
          problem: this.#problem({ ...spot, message: `\`${at[0]}\` ${reason.text}` }, report.message, report),
          explainedBy: [],
        };
      }
    }
    return undefined;
  }

  /** For a member that a template or a program makes: all of the group it belongs to. */
  #groupOf(definition: Definition, path: string | undefined): { definition: Definition; span: Span } | undefined {
    const [group, member] = (path ?? '').split('.');
    const entry = member !== undefined && definition.open ? entryOf(definition.node, group!) : undefined;
    return entry && { definition, span: entry.value };
  }

  #localWithin(definition: Definition, span: { start: number; end: number }): Problem[] {
    const range = this.#index.rangeOf(definition.file, span);
    return this.#local.filter(
      (one) =>
        one.file === definition.file &&
        one.range.start.line >= range.start.line &&
        one.range.end.line <= range.end.line,
    );
  }

  #unplaced(clues: ReportContext, message: string, report: Report): PlacedReport {
    const errors = this.#local.filter((one) => one.severity === 'error');
    const inFile = clues.file ? errors.filter((one) => one.file === clues.file!.path) : errors;
    if (internalErrors.test(message) && inFile.length > 0) return this.#explained(report, inFile.slice(0, 1));
    if (clues.definition) {
      const spot = locationIn(clues.definition, clues.definition.nameSpan);
      return { problem: this.#problem(spot, message, report), explainedBy: [] };
    }
    const mentioned = this.#mentioned(message);
    if (mentioned) return { problem: this.#problem(mentioned, message, report), explainedBy: [] };
    const file = clues.file?.path ?? this.#index.projectFile;
    return {
      problem: {
        file,
        range: startOfFile,
        severity: 'error',
        message: tidy(report.message),
        code: 'compiler',
        source: 'compiler',
      },
      explainedBy: [],
    };
  }

  /** Any quoted name of the model in a wording nobody knows. */
  #mentioned(message: string): Location | undefined {
    for (const match of message.matchAll(/['"`](\w+)(?:\.(\w+))?['"`]|\b(\w+)\.(\w+)\b/g)) {
      const definition = this.#index.cube(match[1] ?? match[3]!);
      if (!definition) continue;
      const member = this.#index.members(definition).get(match[2] ?? match[4] ?? '')?.[0];
      return member ? locationIn(member.definition, member.nameSpan) : locationIn(definition, definition.nameSpan);
    }
    return undefined;
  }
}

/** `a does not match any type` says nothing where another reason is about a part of `a`. */
function isEcho(reason: Reason, all: readonly Reason[]): boolean {
  if (
    reason.path === undefined ||
    !/required value|does not match any|must be (?:of type object|an array)/.test(reason.text)
  )
    return false;
  return all.some(
    (other) =>
      other !== reason && other.path !== undefined && other.path.startsWith(reason.path!) && other.path !== reason.path,
  );
}

/** For reasons without a path: whether a finding in the same cube is about the same kind of thing. */
function saysTheSame(reason: Reason, problem: Problem): boolean {
  if (/either|not both|not supported/.test(reason.text)) return problem.code === 'conflicting-keys';
  if (/at least one of/.test(reason.text)) return problem.code === 'missing-key';
  if (/property can only/.test(reason.text)) return problem.code === 'unknown-key' || problem.code === 'wrong-value';
  return problem.code === 'wrong-value';
}

function byPartEmpty(best: { found: LocatedNode }): boolean {
  return !best.found.exists;
}

/** Which of the reasons of one member tells most. */
function rank({ reason, found }: { reason: Reason; found: LocatedNode }): number {
  if (reason.kind === 'value' && found.exists) return 0;
  if (reason.kind === 'not-allowed' && found.exists) return 1;
  if (reason.kind === 'conflict') return 2;
  if (reason.kind === 'required') return /sql$/.test(reason.path ?? '') ? 3 : 4;
  return 5;
}

/** The first paragraph, without code frames and stack traces. */
function tidy(message: string): string {
  const lines = message.split('\n').filter((line) => !/^\s+at |^[ >]*\d+ \||^\s*\|?\s*\^+\s*$/.test(line));
  return lines.join('\n').trim();
}
