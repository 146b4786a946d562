/** One source as the index has it: what can be read of it without other files. */

import { isTemplate } from '../source/jinja.ts';
import { parseSource } from '../source/modelSource.ts';
import { LineIndex } from '../source/range.ts';
import type { ParsedSource } from '../source/tree.ts';
import { type Definition, definitionsOf } from './definitions.ts';
import { type DefinitionReferences, referencesOf } from './references.ts';

/** A text in which positions can be shown. */
export interface IndexedText {
  path: string;
  text: string;
  lines: LineIndex;
}

export interface IndexedFile extends IndexedText {
  source: ParsedSource;
  definitions: readonly Definition[];
  /** Definitions whose names are known only at run time. */
  generated: readonly Definition[];
  /** A program, a template or a text with errors: what it defines is not certain. */
  isOpen: boolean;
}

const references = new WeakMap<Definition, DefinitionReferences>();

export function referencesIn(definition: Definition): DefinitionReferences {
  return references.get(definition)!;
}

/** Never throws. */
export function indexedFile(path: string, text: string): IndexedFile {
  const source = parseSource(path, text);
  const all = definitionsOf(path, text, source);
  for (const one of all) references.set(one, referencesOf(one, text));
  return {
    path,
    text,
    lines: new LineIndex(text),
    source,
    definitions: all.filter(({ pattern }) => !pattern),
    generated: all.filter(({ pattern }) => pattern),
    isOpen: source.language === 'javascript' || source.generates || source.broken || isTemplate(path, text),
  };
}
