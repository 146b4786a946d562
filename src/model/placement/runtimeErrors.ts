/** Locates errors that a program throws while it runs, by the names and texts in their messages. */

import type { IndexedFile, ModelIndex } from '../index/modelIndex.ts';
import { lineStart } from '../source/lines.ts';
import { textOf, valueAt } from '../source/tree.ts';
import { type Location, locationIn } from './location.ts';

/** The first match outside of comments in a program of the model. */
function firstMatch(index: ModelIndex, pattern: RegExp, path?: string): Location | undefined {
  for (const file of index.files) {
    if (file.source.language !== 'javascript' || (path !== undefined && file.path !== path)) continue;
    const found = matchIn(file, pattern);
    if (found) return found;
  }
  return undefined;
}

function matchIn({ path, text }: IndexedFile, pattern: RegExp): Location | undefined {
  for (const { 0: word, index: start } of text.matchAll(new RegExp(pattern, 'g'))) {
    if (/^\s*(\/\/|\*)/.test(text.slice(lineStart(text, start), start))) continue;
    return { file: path, span: { start, end: start + word.length }, vague: true };
  }
  return undefined;
}

function assignedConstant(index: ModelIndex): Location | undefined {
  for (const file of index.files) {
    const constants = [...file.text.matchAll(/\bconst\s+(\w+)\s*=/g)].map(([, name]) => name);
    const imported = file.source.imports.flatMap(({ names }) => names.map(({ name }) => name));
    for (const name of [...constants, ...imported]) {
      const found = matchIn(file, new RegExp(`(?<!const\\s+|[\\w.])${name}(?=\\s*(?:[-+*/]?=(?![=>])|\\+\\+|--))`));
      if (found) return found;
    }
  }
  return undefined;
}

function parentNamed(index: ModelIndex, name: string): Location | undefined {
  for (const definition of index.definitions) {
    const value = valueAt(definition.node, 'extends');
    if (value && definition.language === 'javascript' && textOf(value) === name) return locationIn(definition, value);
  }
  return undefined;
}

function escaped(text: string): string {
  return text.replace(/[^\w\s]/g, '\\$&');
}

/** The place at which the program most likely fails; undefined for messages of the compiler itself. */
export function locateRuntimeError(index: ModelIndex, message: string): Location | undefined {
  if (/^(?:TypeError: )?Assignment to constant variable/.test(message)) return assignedConstant(index);
  if (/^(?:SyntaxError: )?await is only valid/.test(message)) return firstMatch(index, /\bawait\b/);
  const property = /properties of (?:undefined|null) \((?:reading|setting) '(\w+)'\)/.exec(message)?.[1];
  if (property !== undefined) return firstMatch(index, new RegExp(`\\.${property}\\b`));
  const parent = /^(?:TypeError: )?Object prototype may only be an Object or null: (.+)$/.exec(message)?.[1];
  if (parent !== undefined) return parentNamed(index, parent);
  const text = message.replace(/^\w*Error: /, '').trim();
  return text.length < 4 || text.includes('\n')
    ? undefined
    : firstMatch(index, new RegExp(`throw\\b.*${escaped(text)}`));
}

/** The call of a name that is not a function, in one file or in any. */
export function locateCall(index: ModelIndex, name: string, path?: string): Location | undefined {
  return firstMatch(index, new RegExp(`(?<!\\w|(?<!\\.\\.)\\.)${escaped(name)}(?=\\()`), path);
}
