/** Places the reports of the compiler: by message pattern, by a known problem with the same cause, or as close as possible. */

import type { Definition, Member } from '../index/definitions.ts';
import type { IndexedFile, ModelIndex } from '../index/modelIndex.ts';
import { type Problem, startOfFile } from '../source/problem.ts';
import { type ProblemCode, problemCatalog } from '../source/problemCatalog.ts';
import { contains } from '../source/range.ts';
import { causesOf, errorsIn, errorsInLineage, isSyntax, neededBy } from './consequences.ts';
import { locateByLine } from './locateByLine.ts';
import { locateNode } from './locateNode.ts';
import { type Location, locationIn, type ReportContext } from './location.ts';
import { messagePatterns } from './messagePatterns.ts';
import { explainBy, type PlacedReport, placeAt, problemsNear, withoutFrames } from './placedReport.ts';
import { placeValidation } from './placeValidation.ts';
import { locateReferenceOutput } from './renderedLines.ts';
import { locateRuntimeError } from './runtimeErrors.ts';
import type { Report } from './splitReports.ts';
import { locateEmptyOutput } from './templateCauses.ts';
import { type Reason, reasonsOf } from './validationReasons.ts';

/** Internal errors of the compiler, which do not describe a mistake in the model. */
const internalErrors =
  /^(?:\w*(?:Error|Exception): )?(?:expected a single document|Missing \} in|Unexpected token|Cannot (?:read|destructure|convert|set)|Maximum call stack|Unexpected input during yaml|Property \w+ (?:of \w+ )?expected|undefined is not|.* is not (?:a function|iterable|a constructor)|Can't match args|Can't resolve)/;

/** Errors because of which the members of a cube are not known. */
const hiding: ReadonlySet<ProblemCode> = new Set([
  problemCatalog.unknownKey.code,
  problemCatalog.badName.code,
  problemCatalog.missingName.code,
  problemCatalog.emptyValue.code,
  problemCatalog.missingDash.code,
  problemCatalog.duplicateKey.code,
]);

export class Placer {
  readonly #index: ModelIndex;
  /** Our own problems, and reports placed so far that are not consequences of them. */
  readonly #known: Problem[];

  constructor(index: ModelIndex, local: readonly Problem[]) {
    this.#index = index;
    this.#known = [...local];
  }

  /** Later reports can be consequences of the placed ones. */
  addKnown(placed: readonly PlacedReport[]): void {
    for (const { problem, explainedBy } of placed) if (explainedBy.length === 0) this.#known.push(problem);
  }

  place(report: Report): PlacedReport[] {
    const file = report.fileName === undefined ? undefined : this.#index.fileBySuffix(report.fileName);
    const prefix = /^(\S+) (cube|view group): ([\s\S]*)$/.exec(report.message);
    const message = prefix?.[3] ?? report.message;
    const definition = prefix ? this.#definition(prefix[1]!, file) : undefined;
    const context: ReportContext = { index: this.#index, definition, file };
    const reasons = definition ? reasonsOf(message) : undefined;
    if (definition && reasons) {
      const meant = file ? definition : this.#withPaths(definition, reasons);
      return placeValidation(this.#index, this.#known, meant, reasons, report);
    }
    const causes = causesOf(this.#index, this.#known, message, definition);
    if (causes.length > 0) return [explainBy(report, causes)];
    const locations = this.#locate(context, message, report);
    if (locations.length === 0) return [this.#placeNearby(context, message, report)];
    const holder = locations.find((one) => one.holder?.open)?.holder;
    const empty = holder && locateEmptyOutput(this.#index, message, holder.file);
    if (empty) return this.#placeAtBest([empty], message, report);
    return this.#placeAtBest(locations, message, report);
  }

  #definition(name: string, file: IndexedFile | undefined): Definition | undefined {
    const all = this.#index.definitionsNamed(name);
    const named = all.find((one) => one.file === file?.path) ?? all[0] ?? this.#splitOwner(name);
    return named ?? this.#index.generatedNamed(name)[0];
  }

  /** The definition of this name that has most of the paths of the reasons. */
  #withPaths(definition: Definition, reasons: readonly Reason[]): Definition {
    const same = this.#index.definitionsNamed(definition.name);
    if (same.length < 2) return definition;
    const found = (one: Definition) =>
      reasons.filter(({ path }) => path !== undefined && locateNode(this.#index, one, path).exists).length;
    return same.reduce((best, one) => (found(one) > found(best) ? one : best));
  }

  /** The view that creates the view `name` by `split`. */
  #splitOwner(name: string): Definition | undefined {
    return this.#index.definitions.find(
      (one) => one.kind === 'view' && this.#index.viewMembers(one).splitViews.includes(name),
    );
  }

  #locate(context: ReportContext, message: string, report: Report): Location[] {
    for (const [pattern, locate] of messagePatterns) {
      const match = pattern.exec(message);
      if (!match) continue;
      const found = locate(context, match);
      if (found.length > 0) return found;
    }
    return locateByLine(this.#index, report.message, context.file);
  }

  /** Prefers locations with a known problem, because the others are guesses then. */
  #placeAtBest(locations: readonly Location[], message: string, report: Report): PlacedReport[] {
    const placed = locations.map((location): PlacedReport => {
      const near = this.#near(location) ?? this.#hidingError(location);
      return near ? explainBy(report, [near]) : placeAt(this.#index, location, message, report);
    });
    const explained = placed.filter((one) => one.explainedBy.length > 0);
    const hidden = explained.length === 0 ? hiddenCause(this.#index, this.#known, locations) : undefined;
    if (hidden) return [explainBy(report, [hidden])];
    // The same mistake in several places is one message of the compiler.
    if (explained.length === 0) return locations.some(({ vague }) => vague) ? placed.slice(0, 1) : placed;
    return [{ ...explained[0]!, explainedBy: explained.flatMap((one) => one.explainedBy) }];
  }

  /** The error in a cube because of which its members are not known. */
  #hidingError({ holder }: Location): Problem | undefined {
    if (!holder || !this.#index.isOpen(holder)) return undefined;
    const inside = errorsInLineage(this.#index, this.#known, holder);
    return inside.find(({ code }) => hiding.has(code));
  }

  #near(location: Location): Problem | undefined {
    const [near] = problemsNear(this.#index, this.#known, location);
    if (near || !location.vague) return near;
    return this.#known.find((one) => one.file === location.file && isSyntax(one));
  }

  /** Without a location: the name of the cube, a name in the message, the file or the project. */
  #placeNearby(context: ReportContext, message: string, report: Report): PlacedReport {
    const { definition, file } = context;
    const errors = this.#known.filter((one) => one.severity === 'error');
    const inFile = file ? errors.filter((one) => one.file === file.path) : errors;
    if (internalErrors.test(message) && inFile.length > 0) return explainBy(report, inFile.slice(0, 1));
    if (definition) {
      const inside = errorsInLineage(this.#index, this.#known, definition);
      if (inside.length > 0) return explainBy(report, inside.slice(0, 1));
      return placeAt(this.#index, locationIn(definition, definition.nameSpan), message, report);
    }
    const written =
      locateRuntimeError(this.#index, message) ??
      locateEmptyOutput(this.#index, message) ??
      locateReferenceOutput(this.#index, /^(?:ReferenceError: )?([\w$]+) is not defined/.exec(message)?.[1] ?? '');
    if (written) return this.#placeAtBest([written], message, report)[0]!;
    const mentioned = this.#mentioned(message);
    if (mentioned) {
      const { definition: named, member } = mentioned;
      const inside = member ? [] : errorsInLineage(this.#index, this.#known, named);
      if (inside.length > 0) return explainBy(report, inside.slice(0, 1));
      const location = locationIn(member?.definition ?? named, (member ?? named).nameSpan);
      return placeAt(this.#index, location, message, report);
    }
    return {
      problem: {
        file: file?.path ?? this.#index.projectFile,
        range: startOfFile,
        ...problemCatalog.compiler(withoutFrames(report.message)),
        source: 'compiler',
      },
      explainedBy: [],
    };
  }

  /** The first name of the model in a message without a pattern. */
  #mentioned(message: string): { definition: Definition; member: Member | undefined } | undefined {
    for (const match of message.matchAll(/['"`](\w+)(?:\.(\w+))?['"`]|\b(\w+)\.(\w+)\b/g)) {
      const definition = this.#index.cube(match[1] ?? match[3]!);
      if (!definition) continue;
      const member = this.#index.members(definition).get(match[2] ?? match[4] ?? '')?.[0];
      return { definition, member };
    }
    return undefined;
  }
}

/** An error in a part of the model that declares unknown names, and that a reference or a definition needs. */
function hiddenCause(
  index: ModelIndex,
  known: readonly Problem[],
  locations: readonly Location[],
): Problem | undefined {
  for (const location of locations) {
    const definition = index.file(location.file)?.definitions.find((one) => contains(one.span, location.span));
    if (!definition || !isUse(index, definition, location)) continue;
    for (const needed of neededBy(index, definition)) {
      const errors = needed.open ? errorsIn(index, known, needed) : [];
      // The place of a compiler's message may be a guess.
      const error = errors.find(({ source }) => source === 'data-model');
      if (error) return error;
    }
  }
  return undefined;
}

/** Whether the location is a reference, or the name of the definition, for messages about all of it. */
function isUse(index: ModelIndex, definition: Definition, { span }: Location): boolean {
  if (definition.nameSpan.start === span.start) return true;
  const { references } = index.references(definition);
  return references.some(({ chain }) => chain.parts.some(({ start }) => start === span.start));
}
