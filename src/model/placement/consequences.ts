/** Tells an error that only follows from another one, and finds that other one among the findings. */

import type { Definition } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { allViewCubes } from '../index/viewMembers.ts';
import type { Problem } from '../source/problem.ts';
import type { Report } from './splitReports.ts';

/** Errors of things that fail only because something they need, which is there to be read, has failed already. */
export function causesOf(
  index: ModelIndex,
  local: readonly Problem[],
  message: string,
  about: Definition | undefined,
): Problem[] {
  const imported = /^Required import for (\S+) is not found/.exec(message)?.[1];
  const file = imported === undefined ? undefined : index.fileBySuffix(imported);
  if (file) return local.filter((one) => one.file === file.path && isSyntax(one)).slice(0, 1);
  const folder = /^Member '.+?' (?:included in folder|used as \w+ in default)/.test(message);
  const views = folder ? (about ? [about] : index.definitions.filter((one) => one.kind === 'view')) : [];
  for (const view of views) {
    // A view that cannot be read in full lacks members only for that reason.
    const inside = index.isOpen(view) ? errorsIn(index, local, view) : [];
    if (inside.length > 0) return inside.slice(0, 1);
  }
  const names = missingNames(message);
  const view = /^Member '(.+?)' is included in '(.+?)' but/.exec(message);
  const targets = view ? targetsOf(index, view[2]!, view[1]!) : names.flatMap((name) => index.cube(name) ?? []);
  if (targets.length === 0 || (view === null && targets.length < names.length)) return [];
  const errors = local.filter((one) => one.severity === 'error');
  const needed = targets.flatMap((target) => neededBy(index, target));
  for (const definition of needed) {
    const inside = errorsIn(index, local, definition);
    if (inside.length > 0) return inside.slice(0, 1);
    const around = errors.filter(
      (one) => one.file === definition.file && (isSyntax(one) || one.code === 'unknown-top-level-key'),
    );
    if (around.length > 0) return around.slice(0, 1);
  }
  return view || targets.length === 0 ? [] : errors.slice(0, 1);
}

/** The cube or view, what it extends, and the cubes a view shows. */
function neededBy(index: ModelIndex, definition: Definition): Definition[] {
  const line = index.lineage(definition);
  const shown = line.flatMap((one) => (one.kind === 'view' ? allViewCubes(index, one) : []));
  const cubes = shown.flatMap((item) => item.joinPath?.parts.flatMap((part) => index.cube(part.name) ?? []) ?? []);
  return [...new Set([...line, ...cubes.flatMap((cube) => index.lineage(cube))])];
}

/** The cubes a view takes the member of this shown name from. */
function targetsOf(index: ModelIndex, viewName: string, shown: string): Definition[] {
  const view = index.cube(viewName);
  if (view?.kind !== 'view') return [];
  return allViewCubes(index, view).flatMap((item) => {
    if (item.includes === '*' || item.cubeName === undefined) return [];
    const fits = item.includes.some(
      (one) => (item.prefix === undefined ? one.alias : `${item.prefix}_${one.alias}`) === shown,
    );
    return fits ? (index.cube(item.cubeName) ?? []) : [];
  });
}

export function errorsIn(index: ModelIndex, local: readonly Problem[], definition: Definition): Problem[] {
  const range = index.rangeOf(definition.file, definition.span);
  return local.filter(
    (one) =>
      one.severity === 'error' &&
      one.file === definition.file &&
      one.range.start.line >= range.start.line &&
      one.range.start.line <= range.end.line,
  );
}

/** What the message says is not there. */
function missingNames(message: string): string[] {
  const one =
    /^Cube (\S+) doesn't exist/.exec(message)?.[1] ??
    /^(?:ReferenceError: )?([\w$]+) is not defined/.exec(message)?.[1] ??
    /^View group ".+?" includes "(.+?)" which/.exec(message)?.[1];
  if (one !== undefined) return [one];
  return /^([\w.]+) cannot be resolved\./.exec(message)?.[1]?.split('.') ?? [];
}

/** Complaints that are often only a consequence of another error. */
export function isConsequence(report: Report): boolean {
  return (
    missingNames(report.message.replace(/^\S+ cube: /, '')).length > 0 ||
    /but not defined in any cube$/.test(report.message)
  );
}

export function isSyntax(problem: Problem): boolean {
  return /^(yaml|javascript|template)-|^duplicate-key$/.test(problem.code);
}
