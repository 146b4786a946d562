/** Which queries may have another result after an edit of the model. */

import type { Definition } from '../../model/index/definitions.ts';
import { definitionsIn } from '../../model/index/lookup.ts';
import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import { MemberGraph } from './memberGraph.ts';

/** Says whether a query with these members is affected. */
export type IsAffected = (members: Iterable<string>) => boolean;

/** The names of definitions and members whose texts differ; `unknown`: programs or templates differ, which can change any of them. */
export function changesBetween(before: ModelIndex, after: ModelIndex): ReadonlySet<string> | 'unknown' {
  const changed = new Set<string>();
  for (const path of new Set([...before.files, ...after.files].map((file) => file.path))) {
    const [old, now] = [before.file(path), after.file(path)];
    if (old?.text === now?.text) continue;
    // Programs and templates can change definitions of other files.
    if (mayReachFurther(old, now)) return 'unknown';
    for (const name of changedIn(old, now)) changed.add(name);
  }
  return before.globals?.text === after.globals?.text ? changed : 'unknown';
}

export function affectedBy(before: ModelIndex, after: ModelIndex): IsAffected {
  const changed = changesBetween(before, after);
  if (changed === 'unknown') return () => true;
  if (changed.size === 0) return () => false;
  const graphs = [before, after].map((index) => new MemberGraph(index));
  const affected = new Set(graphs.flatMap((graph) => [...graph.withUsers(changed)]));
  return (members) =>
    [...members].some((name) => affected.has(name) || graphs.some((graph) => affected.has(graph.memberOf(name))));
}

function mayReachFurther(old: IndexedFile | undefined, now: IndexedFile | undefined): boolean {
  return outside(old) !== outside(now) && [old, now].some((file) => file?.isOpen || file?.path.endsWith('.js'));
}

/** The text of a file outside of its definitions, without blanks. */
function outside(file: IndexedFile | undefined): string {
  return file ? without(file.text, { start: 0, end: file.text.length }, definitionsIn(file)) : '';
}

function changedIn(old: IndexedFile | undefined, now: IndexedFile | undefined): Set<string> {
  const [partsBefore, partsAfter] = [partsOf(old), partsOf(now)];
  const names = new Set([...partsBefore.keys(), ...partsAfter.keys()]);
  return new Set([...names].filter((name) => partsBefore.get(name) !== partsAfter.get(name)));
}

/** The texts of members, and of cubes and views without their members and joins, by name. */
function partsOf(file: IndexedFile | undefined): Map<string, string> {
  const parts = new Map<string, string>();
  const add = (name: string, text: string) => parts.set(name, `${parts.get(name) ?? ''}\n${text}`);
  for (const definition of file ? definitionsIn(file) : []) {
    add(definition.name, ownText(file!.text, definition));
    for (const { name, span } of definition.members) {
      add(`${definition.name}.${name}`, file!.text.slice(span.start, span.end).trimEnd());
    }
  }
  return parts;
}

function ownText(text: string, { span, members }: Definition): string {
  return without(
    text,
    span,
    members.map((member) => member.span),
  );
}

interface Part {
  start: number;
  end: number;
}

function without(text: string, { start, end }: Part, parts: readonly (Part | { span: Part })[]): string {
  const spans = parts.map((part) => ('span' in part ? part.span : part)).sort((a, b) => a.start - b.start);
  let at = start;
  let rest = '';
  for (const part of spans) {
    // The dash or the comma of a list item goes with it.
    rest += text.slice(at, Math.max(at, part.start)).replace(/^\s*,/, '').replace(/-\s*$/, '');
    at = Math.max(at, part.end);
  }
  return (rest + text.slice(at, end).replace(/^\s*,/, '')).replace(/\s+/g, '');
}
