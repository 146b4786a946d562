/** Checks that references can be resolved and expressions can be translated. */

import { type Definition, timeShiftsOf } from '../index/definitions.ts';
import { knownCubes, knownMembers, knownSymbols, knownVariables } from '../index/knownNames.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import type { ExpressionErrorInField, Reference } from '../index/references.ts';
import { granularitiesOf, needsCube, type Resolution, resolve } from '../index/resolve.ts';
import { type KnownNames, suggestion, suggestionOf } from '../source/names.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import type { Span } from '../source/range.ts';
import { describe, type Finding, type Findings } from './findings.ts';
import { isEvaluated } from './isEvaluated.ts';

/** The names of a view's members that a path may mean: with the names of its cubes as prefix, or without them. */
function nameOfPath(path: string, known: KnownNames): string[] {
  const parts = path.split('.').slice(0, 10);
  return known.among(parts.map((_, i) => parts.slice(i).join('_'))).slice(0, 3);
}

/** A cube cannot extend itself. */
function isOtherThan({ path, definition }: Reference): (cube: string) => boolean {
  return (cube) => cube === 'CUBE' || (path === 'extends' && cube === definition.name);
}

/** The problem for a reference that cannot be resolved. */
function problemOf(
  index: ModelIndex,
  reference: Reference,
  failure: NonNullable<Resolution['failure']>,
): Pick<Finding, 'code' | 'severity' | 'message' | 'span' | 'missing' | 'fix'> {
  const { chain } = reference;
  const owner = `${reference.definition.name} ${reference.path.split('.').slice(0, 2).join('.')}`;
  const part = chain.parts[failure.at]!;
  // Filters of measures have `cube.member` as one text.
  const isPath = reference.path.includes('.filter.include.');
  const name = isPath ? part.name.slice(part.name.lastIndexOf('.') + 1) : part.name;
  const span: Span = { start: isPath ? part.end - name.length : part.start, end: part.end };
  switch (failure.kind) {
    case 'unknown-member': {
      const holder = failure.holder!;
      const known = knownMembers(index, holder);
      if (name.includes('.') && reference.role === 'own') {
        const { hint, ...fix } = suggestionOf(nameOfPath(name, known));
        const message = `\`${name}\` is a path. Only names of members of ${describe(holder)} are allowed here.${hint}`;
        return { span, ...problemCatalog.unknownMember(message), ...fix };
      }
      // A member cannot refer to itself.
      const isItself = (one: string) => holder === reference.definition && one === reference.member?.name;
      const { hint, ...fix } = suggestionOf(known.similar(name, isItself));
      const message = `There is no \`${name}\` in ${describe(holder)}.${hint}`;
      const missing = { kind: 'member', name, holder, owner } as const;
      return { span, ...problemCatalog.unknownMember(message), ...fix, missing };
    }
    case 'unknown-cube': {
      const { hint, ...fix } = suggestion(name, knownCubes(index), isOtherThan(reference));
      return { span, ...problemCatalog.unknownCube(name, hint), ...fix, missing: { kind: 'cube', name, owner } };
    }
    case 'unknown-granularity': {
      const { hint, ...fix } = suggestion(name, granularitiesOf(failure.member!));
      const message = `\`${failure.member!.name}\` has no granularity \`${name}\`.${hint}`;
      return { span, ...problemCatalog.unknownGranularity(message), ...fix };
    }
    case 'unknown-time-shift': {
      const { hint, ...fix } = suggestion(
        name,
        timeShiftsOf(failure.member!).map((one) => one.name),
      );
      const message = `\`${failure.member!.name}\` has no time shift \`${name}\`.${hint}`;
      return { span, ...problemCatalog.unknownTimeShift(message), ...fix };
    }
    case 'unknown-view-group':
      return { span, ...problemCatalog.unknownViewGroup(name) };
    default: {
      if (reference.role === 'text') {
        const field = reference.path.slice(reference.path.lastIndexOf('.') + 1);
        return { span, ...problemCatalog.referenceInText(field, name) };
      }
      const holder = failure.holder!;
      const isCalled = chain.called && chain.parts.length === 1 && reference.definition.language === 'javascript';
      const isItself = (one: string) => one === reference.member?.name;
      const { hint, ...fix } = suggestionOf(
        chain.parts.length > 1
          ? knownCubes(index).similar(name, (one) => one !== 'CUBE' && isOtherThan(reference)(one))
          : isCalled
            ? knownVariables(index, reference.definition).similar(name)
            : knownSymbols(index, holder).similar(name, isItself),
      );
      if (chain.parts.length > 1)
        return { span, ...problemCatalog.unknownCube(name, hint), ...fix, missing: { kind: 'cube', name, owner } };
      const message = `\`${name}\` is neither a member of ${describe(holder)} nor a cube.${hint}`;
      const missing = { kind: 'member', name, holder, owner } as const;
      return { span, ...problemCatalog.unknownMember(message), ...fix, missing };
    }
  }
}

/** The second line of a name that continues on two lines, because the dash of a list item is missing. */
function joinedLine(index: ModelIndex, reference: Reference): Span | undefined {
  const [span] = reference.chain.parts;
  if (!span || !/\s/.test(span.name)) return undefined;
  const text = index.file(reference.definition.file)?.text.slice(span.start, span.end);
  const second = text ? /[\r\n][\s-]*(\S.*)$/.exec(text) : null;
  return second ? { start: span.end - second[1]!.length, end: span.end } : undefined;
}

function includedMember({ chain: { parts } }: Reference): Omit<Finding, 'file'> {
  const [first] = parts;
  const { name } = first!;
  const fix = { kind: 'replace', texts: [`CUBE.${name}`] } as const;
  return { span: first!, ...problemCatalog.includedMember(name), fix };
}

const isPolicyMember = /^accessPolicy\.\d+\.rowLevel\.filters\..*\bmember$/;

/** A wrong reference in a field that the compiler does not evaluate is a warning, because it fails only in queries. */
export function checkReferences(index: ModelIndex, definition: Definition, findings: Findings): void {
  const { references, errors } = index.references(definition);
  for (const reference of references) {
    const joined = joinedLine(index, reference);
    if (joined) {
      const message =
        'YAML reads this line as part of the name above: `- ` is missing, or the line is indented too deep.';
      const severity = isEvaluated(index, reference) ? ('error' as const) : ('warning' as const);
      findings.add({ file: definition.file, span: joined, ...problemCatalog.missingDash(message), severity });
      continue;
    }
    const [first, second] = reference.chain.parts;
    if (second && isPolicyMember.test(reference.path) && index.cube(first!.name) && first!.name !== definition.name) {
      const found = problemCatalog.foreignMember(definition.kind);
      findings.add({ file: definition.file, span: reference.chain, ...found });
      continue;
    }
    if (needsCube(index, reference)) {
      findings.add({ file: definition.file, ...includedMember(reference) });
      continue;
    }
    const { failure } = resolve(index, reference);
    if (!failure || (reference.role === 'text' && findings.isSuppressed(definition.file, reference.chain))) continue;
    const problem = problemOf(index, reference, failure);
    const failsInQueries = !isEvaluated(index, reference) || first!.name === 'FILTER_PARAMS';
    const isUnsure = failure.unsure || reference.isWritten;
    const isIgnored = first!.name === 'FILTER_PARAMS' && failure.kind !== 'unknown-cube';
    const effect = isIgnored ? 'no query is filtered by it' : 'queries that use this will fail';
    findings.add({
      file: definition.file,
      ...problem,
      ...(failsInQueries ? { effect } : {}),
      ...(failsInQueries || isUnsure ? { severity: 'warning' as const } : {}),
      ...(failsInQueries || !isUnsure ? {} : { unsure: true }),
    });
  }
  for (const error of errors)
    findings.add({
      file: definition.file,
      ...expressionProblem(error),
      ...(error.kind === 'dangling' ? { severity: 'warning' as const } : {}),
    });
}

function expressionProblem(error: ExpressionErrorInField): Omit<Finding, 'file'> {
  const span = { start: error.start, end: error.end };
  if (error.kind === 'dash') {
    return { span, ...problemCatalog.missingDash('A `- ` is missing here: the next line is a list item.') };
  }
  if (error.kind === 'empty') {
    return { span, ...problemCatalog.emptyBraces(' Write `\\{\\}` for braces that are only text.') };
  }
  if (error.kind === 'unclosed' || error.kind === 'dangling') {
    return { span, ...problemCatalog.openBrace(error.text[0] ?? '{') };
  }
  if (error.kind === 'adjacent') return { span, ...problemCatalog.adjacentReferences() };
  return { span, ...problemCatalog.unsupportedExpression(error.text) };
}
