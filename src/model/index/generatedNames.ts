/**
 * Decides whether a template or a program may define a cube with a certain name. Without data from outside, such a name is made
 * of the texts in it, so that a misspelt name in another place is still an error.
 */

import { isTemplate } from '../source/jinja.ts';
import type { IndexedFile, ModelIndex } from './modelIndex.ts';

/** Names may come from anywhere: the environment, Python, a database, packages. */
const outside = {
  yaml: /\benv_var\b|COMPILE_CONTEXT/,
  javascript: /\b(?:asyncModule|fetch|process|COMPILE_CONTEXT)\b|\b(?:require\(|from )\s*['"`][^.]/,
};

interface Origin {
  path: string;
  /** Undefined: any name. */
  words: ReadonlySet<string> | undefined;
}

const caches = new WeakMap<ModelIndex, { generation: number; origins: Origin[] }>();

function originsOf(index: ModelIndex): Origin[] {
  const known = caches.get(index);
  if (known?.generation === index.generation) return known.origins;
  const files = [...index.files];
  const origins = files.flatMap((file): Origin[] => {
    if (!file.source.generates) return [];
    const { language, definitions } = file.source;
    const together = files.filter((one) =>
      language === 'javascript' ? one.source.language === language : isTemplate(one.path, one.text),
    );
    const isUnnamed = definitions.some(({ name, pattern }) => name === undefined && !pattern);
    const isOutside =
      (language === 'yaml' && index.globals !== undefined) || together.some(({ text }) => outside[language].test(text));
    return [{ path: file.path, words: isUnnamed || isOutside ? undefined : wordsOf(together) }];
  });
  caches.set(index, { generation: index.generation, origins });
  return origins;
}

/** The parts of all texts that can become a name: in JavaScript all words, in templates those in tags and beside them. */
function wordsOf(files: readonly IndexedFile[]): Set<string> {
  const words = new Set<string>();
  const add = (text: string) => {
    for (const [word] of text.toLowerCase().matchAll(/[a-z]+/g)) words.add(word);
  };
  for (const { path, text, source } of files) {
    if (source.language === 'javascript' || path.endsWith('.jinja')) add(text);
    for (const [tag] of text.matchAll(/[\w-]*\{\{[\s\S]*?\}\}[\w-]*|\{%[\s\S]*?%\}/g)) add(tag);
    for (const [macro] of text.matchAll(/\{%-?\s*macro\b[\s\S]*?endmacro/g)) add(macro);
  }
  return words;
}

/** Whether a name consists of words, digits and `_`. */
function isMadeOf(name: string, words: ReadonlySet<string>): boolean {
  const text = name
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();
  const ends = new Set([0]);
  for (let at = 0; at < text.length; at += 1) {
    if (!ends.has(at)) continue;
    if (text[at] === ' ') ends.add(at + 1);
    for (let end = at + 1; end <= text.length; end += 1) if (words.has(text.slice(at, end))) ends.add(end);
  }
  return ends.has(text.length);
}

/** `from` is the file with the reference: names in a program that generates cubes are not checked. */
export function mayBeGenerated(index: ModelIndex, name: string, from: string): boolean {
  if (index.isSplitView(name)) return true;
  for (const file of index.files) {
    if (file.source.broken && new RegExp(`\\b${name.replace(/\W/g, '')}\\b`).test(file.text)) return true;
  }
  return originsOf(index).some(
    ({ path, words }) => !words || (path === from && path.endsWith('.js')) || isMadeOf(name, words),
  );
}
