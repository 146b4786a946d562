/** Which cubes and views can differ between two models: all others need not be compared. */

import { type Definition, extendsName } from '../../model/index/definitions.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { valueAt } from '../../model/source/tree.ts';

/**
 * The names of the definitions in different files. If such a definition has other members, also of those that extend or
 * include it.
 */
export function touchedNames(before: ModelIndex, after: ModelIndex): ReadonlySet<string> {
  const touched = new Set<string>();
  const changed: Definition[] = [];
  for (const [index, other] of [
    [before, after],
    [after, before],
  ] as const) {
    for (const { path, text, definitions } of index.files) {
      if (other.file(path)?.text === text) continue;
      for (const one of definitions) {
        touched.add(one.name);
        changed.push(one);
      }
    }
  }
  const reshaped = new Set(
    [...touched].filter((name) => shapeOf(before, before.cube(name)) !== shapeOf(after, after.cube(name))),
  );
  if (reshaped.size === 0) return touched;
  const users = new Map<string, string[]>();
  for (const definition of [...after.definitions, ...changed]) {
    for (const name of namesUsedBy(after, definition)) users.set(name, [...(users.get(name) ?? []), definition.name]);
  }
  // A set also visits what is added during the loop.
  for (const name of reshaped) for (const user of users.get(name) ?? []) reshaped.add(user);
  for (const name of reshaped) touched.add(name);
  return touched;
}

/** A text that decides which members the definitions have that extend or include this one. */
function shapeOf(index: ModelIndex, definition: Definition | undefined): string {
  if (!definition) return '';
  const { kind, open, members, node, file } = definition;
  const text = index.text(file)?.text ?? '';
  const included = ['cubes', 'hierarchies'].map((key) => {
    const value = valueAt(node, key);
    return value && text.slice(value.start, value.end);
  });
  return JSON.stringify([kind, open, extendsName(definition), members.map((one) => [one.kind, one.name]), included]);
}

/** The names that a definition extends or includes. */
function namesUsedBy(index: ModelIndex, definition: Definition): string[] {
  const parent = extendsName(definition);
  const paths = index.references(definition).references.filter(({ role }) => role === 'joinPath');
  return [...(parent === undefined ? [] : [parent]), ...paths.map(({ chain }) => chain.parts.at(-1)!.name)];
}
