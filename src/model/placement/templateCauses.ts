/** Finds mistakes in templates whose errors name only the output: empty values, broken macros, quoted and joined lines. */

import type { IndexedFile, ModelIndex } from '../index/modelIndex.ts';
import { findBadLine } from '../source/findBadLine.ts';
import { isTemplate, maskJinja, outputPattern } from '../source/jinja.ts';
import { type Macro, macrosOf } from '../source/jinjaNames.ts';
import { lineStart } from '../source/lines.ts';
import type { Span } from '../source/range.ts';
import type { Location } from './location.ts';
import { jsonTextMessage, type QuotedLine } from './renderedLines.ts';

function templatesOf(index: ModelIndex, path?: string): IndexedFile[] {
  return [...index.files].filter((one) => (path === undefined || one.path === path) && isTemplate(one.path, one.text));
}

function first<T>(items: readonly T[], find: (item: T) => Location | undefined): Location | undefined {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return undefined;
}

/** Messages that an empty value or a loop without items can cause. */
const emptyOutput =
  /^Unexpected input during yaml transpiling|^[\w$.]+ (?:is not defined|cannot be resolved)|not defined in any cube$|^Found duplicate/;

/** The part of a template, or of one file, that writes nothing, if the message can be its consequence. */
export function locateEmptyOutput(index: ModelIndex, message: string, path?: string): Location | undefined {
  if (index.globals || !emptyOutput.test(message)) return undefined;
  const templates = templatesOf(index, path);
  const unnamed = first(templates, ({ path: file, source }) => {
    const [name] = source.free;
    return name && { file, span: name };
  });
  if (unnamed || !/^Unexpected input/.test(message)) return unnamed;
  const macros = new Map(
    templatesOf(index).flatMap(({ text }) => macrosOf(text).map((one) => [one.name, { ...one, text }])),
  );
  return (
    first(templates, (file) => emptyValue(file)) ??
    first(templates, (file) => emptyCall(file, macros)) ??
    first(templates, (file) => wholeValue(file))
  );
}

/** A key in a macro without a value. */
function emptyValue({ path, text }: IndexedFile): Location | undefined {
  return first(macrosOf(text), ({ body }) => {
    const lines = /^([ \t]*)((?:- +)?[\w]+:)[ \t]*\r?\n(?:[ \t]*\r?\n)*([ \t]*)/gm;
    for (const { 0: all, 1: indent, 2: key, 3: next, index } of text.slice(body.start, body.end).matchAll(lines)) {
      const start = body.start + index + indent!.length;
      const isList = text[body.start + index + all.length] === '-' && next!.length >= indent!.length;
      if (next!.length <= indent!.length && !isList) return { file: path, span: { start, end: start + key!.length } };
    }
    return undefined;
  });
}

/** A call as the value of a key, of a macro that does not exist, gets too few arguments or writes nothing. */
function emptyCall(
  { path, text }: IndexedFile,
  macros: ReadonlyMap<string, Macro & { text: string }>,
): Location | undefined {
  const imports = [...text.matchAll(/\{%[-+]?\s*import\b.*?\bas\s+(\w+)/g)].map(([, name]) => name);
  for (const { 0: tag, 1: space, 2: name, 3: list, index: start } of text.matchAll(
    /\{\{[-+]?\s*(?:(\w+)\.)?(\w+)(?:\(([^()]*)\))?[^{}]*\}\}/g,
  )) {
    if (space !== undefined && !imports.includes(space)) continue;
    const macro = macros.get(name!);
    if (!macro && space === undefined) continue;
    const given = list?.trim() ? list.split(',').length : 0;
    const isEmpty = !macro || macro.text.slice(macro.body.start, macro.body.end).trim() === '';
    if (isEmpty || macro.parameters.filter(({ required }) => required).length > given)
      return { file: path, span: { start, end: start + tag.length } };
  }
  return undefined;
}

/** An expression as the whole value of a key. */
function wholeValue({ path, text }: IndexedFile): Location | undefined {
  const match = /:[ \t]*(\{\{[^{}]*\}\})[ \t]*$/m.exec(text);
  if (!match) return undefined;
  const end = match.index + match[0].trimEnd().length;
  return { file: path, span: { start: end - match[1]!.length, end } };
}

/** Why the output of a template is not YAML, if the line that fails was not written as it is. */
export function locateBadOutput(index: ModelIndex, quoted: readonly QuotedLine[]): Location | undefined {
  const templates = templatesOf(index);
  return (
    first(templates, (file) => joinedLines(file, quoted)) ??
    // A line feed in a JSON text.
    (quoted.some(({ text }) => text.includes('\\n')) ? first(templates, quotedOutput) : undefined)
  );
}

/** A line of a macro that is not YAML, if no other line is known to be wrong. */
export function locateBadMacro(index: ModelIndex): Location | undefined {
  if ([...index.files].some(({ source }) => source.broken)) return undefined;
  return first(templatesOf(index), ({ path, text }) =>
    first(macrosOf(text), ({ body }) => {
      const source = maskJinja(text.slice(body.start, body.end)).text;
      const problem = /^\s*\n\s*(?:- |\w+:)/.test(source) ? findBadLine(source) : undefined;
      return problem && { file: path, span: moved(problem.span, body.start) };
    }),
  );
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

/** A tag that trims the line feed between two lines of the template, which are one line of the output. */
function joinedLines({ path, text }: IndexedFile, quoted: readonly QuotedLine[]): Location | undefined {
  for (const { 0: tag, index: start } of text.matchAll(/\{%-[^%]*-%\}/g)) {
    const before = text.slice(0, start).trimEnd();
    const previous = before.slice(lineStart(before, before.length)).trim();
    const next = /^\s*(.*)/.exec(text.slice(start + tag.length))![1]!.trim();
    const joined = outputPattern(previous + next);
    if (previous !== '' && !/^$|\{%/.test(next) && quoted.some((one) => joined.test(one.text.trim())))
      return { file: path, span: { start, end: start + tag.length } };
  }
  return undefined;
}

/** An expression alone on its line that writes several lines as one quoted text, because `safe` is not its last filter. */
function quotedOutput({ path, text }: IndexedFile): Location | undefined {
  const expression = /^[ \t]*(?:- +)?(\{\{[^{}]*\|\s*(?!safe\b)\w+\s*(?:\([^()]*\)\s*)?[-+]?\}\})[ \t]*$/m;
  const match = expression.exec(text);
  if (!match) return undefined;
  const end = match.index + match[0].trimEnd().length;
  return { file: path, span: { start: end - match[1]!.length, end }, message: jsonTextMessage(match[1]!) };
}
