/** One source as the index has it: what can be read of it without other files. */

import { isTemplate } from '../source/jinja.ts';
import { maximumLength, tooLargeMessage, unreadableProblem, unreadProblem } from '../source/limits.ts';
import { pathInModel } from '../source/modelSource.ts';
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

/** Inputs of derived values, in addition to the names of definitions and the paths of files. */
export const anyFile = ' files';
export const openFiles = ' open files';

/** The inputs that change when a file is replaced, added or deleted. */
export function* inputsOf(before: IndexedFile | undefined, after: IndexedFile | undefined): Generator<string> {
  for (const file of [before, after]) {
    yield file?.path ?? anyFile;
    if (file?.isOpen) yield openFiles;
    for (const { name } of file?.definitions ?? []) yield name;
  }
}

/** The only file with a name that the platform reports: with or without a leading slash and the model folder. */
export function fileBySuffix(
  files: ReadonlyMap<string, IndexedFile>,
  modelFolder: string,
  reported: string,
): IndexedFile | undefined {
  const wanted = reported.replace(/\\/g, '/').replace(/^\.?\/+/, '');
  const exact = files.get(wanted) ?? files.get(pathInModel(modelFolder, wanted));
  if (exact) return exact;
  const matches = [...files.values()].filter(
    (file) => file.path.endsWith(`/${wanted}`) || wanted.endsWith(`/${file.path}`),
  );
  return matches.length === 1 ? matches[0] : undefined;
}
