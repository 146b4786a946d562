/**
 * Decides whether a template or a program may define a cube or a member with a certain name. Without data from outside, such a
 * name is made of the texts in it, so that a misspelt name in another place is still an error.
 */

import { isTemplate } from '../source/jinja.ts';
import { maximumName } from '../source/names.ts';
import type { Language } from '../source/tree.ts';
import type { Definition } from './definitions.ts';
import type { Derivation } from './derivedValues.ts';
import type { IndexedFile, ModelIndex } from './modelIndex.ts';
import { allViewCubes, type ViewCube } from './viewMembers.ts';

/** Names may come from anywhere: the environment, Python, a database, packages. */
const outside = {
  yaml: /\benv_var\b|COMPILE_CONTEXT|\{%[-+]?\s*include\b/,
  javascript: /\b(?:asyncModule|fetch|process|COMPILE_CONTEXT)\b|\b(?:require\(|from )\s*['"`][^.]/,
};

type Words = ReadonlySet<string> | 'any';

/** The words of which programs or templates make names. */
const generatorWords: Readonly<Record<Language, Derivation<ModelIndex, ModelIndex, Words>>> = {
  yaml: {
    compute(index) {
      const templates = index.openFiles.filter(({ path, text }) => isTemplate(path, text));
      return index.globals || templates.some(({ text }) => outside.yaml.test(text)) ? 'any' : wordsOf(templates);
    },
  },
  javascript: {
    compute(index) {
      const programs = index.openFiles.filter(({ source }) => source.language === 'javascript');
      return programs.some(({ text }) => outside.javascript.test(text)) ? 'any' : wordsOf(programs);
    },
  },
};

function generatedWords(index: ModelIndex, language: Language): Words {
  return index.derive(generatorWords[language], index);
}

/** The parts of all texts that can become a name: in JavaScript those of keys and texts, in templates those in tags and next to them. */
function wordsOf(files: readonly IndexedFile[]): Set<string> {
  const words = new Set<string>();
  const add = (text: string) => {
    for (const [word] of text.matchAll(/[A-Za-z]+/g)) {
      words.add(word.toLowerCase());
      for (const part of word.split(/(?=[A-Z])/)) words.add(part.toLowerCase());
    }
  };
  for (const { path, text, source } of files) {
    if (source.words) for (const word of source.words) words.add(word);
    else if (path.endsWith('.jinja')) add(text);
    if (source.words) continue;
    for (const [tag] of text.matchAll(/[\w-]*\{\{[\s\S]*?\}\}[\w-]*|\{%[\s\S]*?%\}/g)) add(tag);
    for (const [macro] of text.matchAll(/\{%-?\s*macro\b[\s\S]*?endmacro/g)) add(macro);
  }
  return words;
}

/** Whether a name consists of words, digits and `_`. A letter is a word between other characters, and as the ending of a plural. */
function isMadeOf(name: string, words: Words): boolean {
  if (words === 'any') return true;
  return (name.toLowerCase().match(/[a-z]+/g) ?? []).every((text) => {
    const ends = new Set([0]);
    for (let at = 0; at < text.length; at += 1) {
      if (!ends.has(at)) continue;
      for (let end = at + 1; end <= Math.min(text.length, at + maximumName); end += 1) {
        const word = text.slice(at, end);
        if (words.has(word) && (word.length > 1 || word === text || word === 's')) ends.add(end);
      }
    }
    return ends.has(text.length);
  });
}

/** `from` is the file with the reference: names in a program that generates cubes are not checked. */
export function mayBeGenerated(index: ModelIndex, name: string, from: string): boolean {
  if (isSplitView(index, name)) return true;
  for (const file of index.openFiles) {
    if (file.unread || (file.source.broken && isWritten(name, file))) return true;
  }
  const generators = index.openFiles.filter(({ source }) => source.generates);
  return generators.some(({ path, source }) => {
    if (path === from && path.endsWith('.js')) return true;
    const isUnnamed = source.definitions.some((one) => one.name === undefined && !one.pattern);
    return isUnnamed || isMadeOf(name, generatedWords(index, source.language));
  });
}

const written = new WeakMap<IndexedFile, ReadonlySet<string>>();

/** Whether a text contains the word. */
function isWritten(name: string, file: IndexedFile): boolean {
  let words = written.get(file);
  if (!words) {
    words = new Set(file.text.match(/\w+/g));
    written.set(file, words);
  }
  return words.has(name.replace(/\W/g, ''));
}

/** Whether a cube or view may have a member with that name that cannot be read from the text. */
export function mayHaveMember(
  index: ModelIndex,
  definition: Definition,
  name: string,
  passed: readonly Definition[] = [],
): boolean {
  if (!index.isOpen(definition) || passed.includes(definition)) return false;
  const mayHave: MayHave = (cube, inner) => mayHaveMember(index, cube, inner, [...passed, definition]);
  const line = index.lineage(definition);
  if (index.hasUnknownAncestor(line)) return true;
  return (
    line.some((one) => mayDeclare(index, one, name)) ||
    (definition.kind === 'view' &&
      allViewCubes(index, definition).some((item) => mayInclude(index, item, name, mayHave)))
  );
}

function mayDeclare(index: ModelIndex, { file, open }: Definition, name: string): boolean {
  const indexed = index.file(file)!;
  if (!open || open === 'unnamed') return open === 'unnamed';
  if ((indexed.source.broken || open === 'unread') && isWritten(name, indexed)) return true;
  return open === 'generated' && isMadeOf(name, generatedWords(index, indexed.source.language));
}

type MayHave = (cube: Definition, name: string) => boolean;

/** Whether an item of a view may include a member under that name. */
function mayInclude(
  index: ModelIndex,
  { prefix, split, includes, cubeName, open }: ViewCube,
  name: string,
  mayHave: MayHave,
): boolean {
  const cube = cubeName === undefined ? undefined : index.cube(cubeName);
  if (split) return false;
  if (open || !cube) {
    // The name of an unknown cube may be wrong in the prefix, too.
    return open || includes === '*' || includes.some(({ alias }) => name === alias || name.endsWith(`_${alias}`));
  }
  if (prefix !== undefined && !name.startsWith(`${prefix}_`)) return false;
  const inCube = prefix === undefined ? name : name.slice(prefix.length + 1);
  if (includes !== '*' && includes.some(({ alias }) => alias === inCube)) return true;
  // An explicitly included hierarchy also includes its levels.
  return mayHave(cube, inCube);
}

/** Whether `split` creates a view with that name. */
export function isSplitView(index: ModelIndex, name: string): boolean {
  for (let at = name.indexOf('_'); at >= 0 && at < maximumName; at = name.indexOf('_', at + 1)) {
    const views = index.definitionsNamed(name.slice(0, at)).filter(({ kind }) => kind === 'view');
    if (views.some((one) => index.viewMembers(one).splitViews.includes(name))) return true;
  }
  return false;
}
