/** One source as the index has it: what can be read of it without other files. */

import { isTemplate } from '../source/jinja.ts';
import { maximumLength, tooLargeMessage, unreadableProblem, unreadProblem } from '../source/limits.ts';
import { parseSource } from '../source/parseSource.ts';
import type { TextProblem } from '../source/problem.ts';
import { LineIndex } from '../source/range.ts';
import type { ParsedSource } from '../source/tree.ts';
import { languageOf, unreadSource } from '../source/unreadSource.ts';
import { type Definition, definitionsOf } from './definitions.ts';
import { type DefinitionReferences, referencesOf } from './references.ts';

/** A text in which positions can be shown. */
export interface IndexedText {
  path: string;
  text: string;
  lines: LineIndex;
  /** Why the text is not known, or not used. */
  unread?: TextProblem;
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

/** A source that cannot be read, with the reason. What it defines is not certain, as for a text with errors. */
export function unreadFile(path: string, text: string, unread: TextProblem): IndexedFile {
  return { ...fileOf(path, text, unreadSource(languageOf(path), unread), []), unread };
}

/** Never throws: what makes a text unreadable is a problem of its source. */
export function indexedFile(path: string, text: string): IndexedFile {
  if (text.length > maximumLength) return unreadFile(path, '', unreadProblem(tooLargeMessage));
  const source = parseSource(path, text);
  try {
    const all = definitionsOf(path, text, source);
    for (const one of all) references.set(one, referencesOf(one, text, source.masked));
    return fileOf(path, text, source, all);
  } catch (failure) {
    return fileOf(path, text, unreadSource(source.language, unreadableProblem(failure)), []);
  }
}

function fileOf(path: string, text: string, source: ParsedSource, all: readonly Definition[]): IndexedFile {
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
