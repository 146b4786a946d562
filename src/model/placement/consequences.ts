/** Recognises errors that are consequences of other errors, and finds their causes among the known problems. */

import type { Definition } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { allViewCubes } from '../index/viewMembers.ts';
import type { Problem } from '../source/problem.ts';
import { isSyntaxCode, problemCatalog } from '../source/problemCatalog.ts';
import { contains } from '../source/range.ts';
import { definitionsNamed } from './definitionLocators.ts';
import type { Report } from './splitReports.ts';

/** The known problems that cause an error because a cube, view or file that it needs is invalid. */
export function causesOf(
  index: ModelIndex,
  local: readonly Problem[],
  message: string,
  definition: Definition | undefined,
): Problem[] {
  const importedFile = /^Required import for (\S+) is not found/.exec(message)?.[1];
  const file = importedFile === undefined ? undefined : index.fileBySuffix(importedFile);
  if (file) return local.filter((one) => one.file === file.path && isSyntax(one)).slice(0, 1);
  const imported =
    /^(?:TypeError: )?([\w$]+) is not a function/.exec(message)?.[1] ?? importedFile?.replace(/\.js$/, '');
  const wrongImport = local.filter(
    ({ code, message: text }) => code === problemCatalog.unknownImport.code && text.includes(`\`${imported}`),
  );
  if (wrongImport.length > 0) return wrongImport.slice(0, 1);
  const folder = /^Member '.+?' (?:included in folder|used as \w+ in default)/.test(message);
  const views = folder ? (definition ? [definition] : index.definitions.filter((one) => one.kind === 'view')) : [];
  for (const view of views) {
    // Members are missing in a view with unknown parts because of the error in it.
    const inside = index.isOpen(view) ? errorsIn(index, local, view) : [];
    if (inside.length > 0) return inside.slice(0, 1);
  }
  const path = /^Cube '.+?' not found for join path '(.+?)' in folder/.exec(message)?.[1];
  for (const one of path?.split('.') ?? []) {
    for (const cube of definitionsNamed(index, one).flatMap((found) => neededBy(index, found))) {
      const inside = errorsIn(index, local, cube);
      if (inside.length > 0) return inside.slice(0, 1);
    }
  }
  const names = missingNames(message);
  const view = /^Member '(.+?)' is included in '(.+?)' but/.exec(message);
  const targets = view
    ? targetsOf(index, view[2]!, view[1]!)
    : names.flatMap((name) => definitionsNamed(index, name).slice(0, 1));
  const isPart = view === null && targets.length < names.length;
  if (isPart && targets[0]?.open) return errorsIn(index, local, targets[0]).slice(0, 1);
  if (targets.length === 0 || isPart) return [];
  const errors = local.filter((one) => one.severity === 'error');
  const needed = targets.flatMap((target) => neededBy(index, target));
  for (const one of needed) {
    const inside = errorsIn(index, local, one);
    if (inside.length > 0) return inside.slice(0, 1);
    const around = errors.filter(
      (problem) =>
        problem.file === one.file && (isSyntax(problem) || problem.code === problemCatalog.unknownTopLevelKey.code),
    );
    if (around.length > 0) return around.slice(0, 1);
  }
  return view || targets.length === 0 ? [] : errors.slice(0, 1);
}

/** The cube or view, its ancestors, and the cubes that a view includes. */
export function neededBy(index: ModelIndex, definition: Definition): Definition[] {
  const line = index.lineage(definition);
  const items = line.flatMap((one) => (one.kind === 'view' ? allViewCubes(index, one) : []));
  const cubes = items.flatMap((item) => item.joinPath?.parts.flatMap((part) => index.cube(part.name) ?? []) ?? []);
  return [...new Set([...line, ...cubes.flatMap((cube) => index.lineage(cube))])];
}

/** The cubes from which a view includes the member with this name in the view. */
function targetsOf(index: ModelIndex, viewName: string, memberName: string): Definition[] {
  const [view] = definitionsNamed(index, viewName);
  if (view?.kind !== 'view') return [];
  return allViewCubes(index, view).flatMap((item) => {
    if (item.includes === '*' || item.cubeName === undefined) return [];
    const includesMember = item.includes.some(
      (one) => (item.prefix === undefined ? one.alias : `${item.prefix}_${one.alias}`) === memberName,
    );
    return includesMember ? (index.cube(item.cubeName) ?? []) : [];
  });
}

/** The errors in a definition, or else in the definitions that it extends. */
export function errorsInLineage(index: ModelIndex, local: readonly Problem[], definition: Definition): Problem[] {
  for (const one of index.lineage(definition)) {
    const inside = errorsIn(index, local, one);
    if (inside.length > 0) return inside;
  }
  return [];
}

/** The errors that start inside a definition, or that have a consequence there. */
export function errorsIn(index: ModelIndex, local: readonly Problem[], definition: Definition): Problem[] {
  // A YAML alias refers to lines elsewhere in the file.
  const aliased = definition.node.entries.filter(({ value }) => !contains(definition.span, value));
  const ranges = [definition.span, ...aliased.map(({ value }) => value)].map((one) =>
    index.rangeOf(definition.file, one),
  );
  const isInside = ({ file, range }: Pick<Problem, 'file' | 'range'>) =>
    file === definition.file &&
    ranges.some(({ start, end }) => range.start.line >= start.line && range.start.line <= end.line);
  const errors = local.filter((one) => one.severity === 'error');
  const inside = errors.filter(isInside);
  return inside.length > 0 ? inside : errors.filter(({ related }) => related?.some(isInside));
}

/** The names that do not exist according to the message. */
function missingNames(message: string): string[] {
  const one =
    /^Cube (\S+) doesn't exist/.exec(message)?.[1] ??
    /^(?:ReferenceError: )?([\w$]+) is not defined/.exec(message)?.[1] ??
    /^View group ".+?" includes "(.+?)" which/.exec(message)?.[1];
  if (one !== undefined) return [one];
  return /^([\w.]+) cannot be resolved\./.exec(message)?.[1]?.split('.') ?? [];
}

/** Whether a report is often only a consequence of another error. */
export function isConsequence(report: Report): boolean {
  return (
    missingNames(report.message.replace(/^\S+ cube: /, '')).length > 0 ||
    /but not defined in any cube$/.test(report.message)
  );
}

export function isSyntax(problem: Problem): boolean {
  return isSyntaxCode(problem.code);
}
