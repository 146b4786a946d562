/** Finds the definitions that refer to a name. Kept up to date file by file, because most edits concern one. */

import { type Definition, extendsName } from './definitions.ts';
import { type IndexedFile, referencesIn } from './indexedFile.ts';

export class Mentions {
  readonly #byName = new Map<string, Definition[]>();

  constructor(files: Iterable<IndexedFile>) {
    for (const file of files) this.add(file);
  }

  add(file: IndexedFile): void {
    forEachMention(file, (name, definition) => {
      const same = this.#byName.get(name);
      if (same) same.push(definition);
      else this.#byName.set(name, [definition]);
    });
  }

  remove(file: IndexedFile): void {
    forEachMention(file, (name, definition) => {
      const same = this.#byName.get(name);
      same?.splice(same.indexOf(definition), 1);
    });
  }

  /** A definition may be in it twice. */
  of(name: string): Iterable<Definition> {
    return this.#byName.get(name) ?? [];
  }
}

function forEachMention(
  { definitions, generated }: IndexedFile,
  visit: (name: string, definition: Definition) => void,
): void {
  for (const definition of [...definitions, ...generated]) {
    for (const name of referencesIn(definition).byName.keys()) visit(name, definition);
    // In a program it can be a text, which is not a reference.
    const parent = extendsName(definition);
    if (parent !== undefined) visit(parent, definition);
  }
}

/** The members that documents outside of the model name, such as `orders.count`. */
export interface NamesInDocuments {
  tests: ReadonlySet<string>;
  queries: ReadonlySet<string>;
}
