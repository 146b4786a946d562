/** Finds the definitions that refer to a name. Kept up to date file by file, because most edits concern one. */

import { type Definition, extendsName } from './definitions.ts';
import { type IndexedFile, referencesIn } from './indexedFile.ts';

export class Mentions {
  readonly #byName = new Map<string, Set<Definition>>();

  constructor(files: Iterable<IndexedFile>) {
    for (const file of files) this.add(file);
  }

  add(file: IndexedFile): void {
    for (const [name, definition] of mentionsIn(file)) {
      const same = this.#byName.get(name);
      if (same) same.add(definition);
      else this.#byName.set(name, new Set([definition]));
    }
  }

  remove(file: IndexedFile): void {
    for (const [name, definition] of mentionsIn(file)) this.#byName.get(name)?.delete(definition);
  }

  of(name: string): Iterable<Definition> {
    return this.#byName.get(name) ?? [];
  }
}

function* mentionsIn({ definitions, generated }: IndexedFile): Generator<[name: string, definition: Definition]> {
  for (const definition of [...definitions, ...generated]) {
    for (const name of referencesIn(definition).byName.keys()) yield [name, definition];
    // In a program it can be a text, which is no reference.
    const parent = extendsName(definition);
    if (parent !== undefined) yield [parent, definition];
  }
}
