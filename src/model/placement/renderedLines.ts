/** Finds the line of a template that wrote a line of its output. */

import type { Definition } from '../index/definitions.ts';
import type { IndexedFile, ModelIndex } from '../index/modelIndex.ts';
import { isTemplate, outputPattern } from '../source/jinja.ts';
import { macrosOf } from '../source/jinjaNames.ts';
import { lineEnd, lineStart } from '../source/lines.ts';
import { contains } from '../source/range.ts';
import type { Location } from './location.ts';

export interface QuotedLine {
  /** 1-based line of the output. */
  number: number;
  text: string;
}

interface TemplateLine {
  /** The texts before, between and after the tags. */
  parts: readonly string[];
  indent: number;
}

function templateLines(text: string): TemplateLine[] {
  return text.split(/\r\n|\n|\r/).map((line) => {
    const content = line.trim();
    const parts = content.split(/\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}/);
    return { parts, indent: line.length - line.trimStart().length };
  });
}

function score({ parts, indent }: TemplateLine | undefined = nothing, text: string): number {
  const content = text.trim();
  if (content === '') return 0;
  const cut = cutLine(content);
  const fixed = cut ? fixedInCut(parts, cut) : fixedFrom(parts, content, false);
  if (fixed < 3) return 0;
  return fixed + (!cut && indent === text.length - text.trimStart().length ? 1 : 0);
}

const nothing: TemplateLine = { parts: [], indent: 0 };

/** Longer lines of templates are not compared with pieces of lines. */
const maximumParts = 50;
const maximumFixed = 2_000;

interface CutLine {
  text: string;
  /** Something is missing there. */
  before: boolean;
  after: boolean;
}

/** The parser of the compiler shortens long lines. Undefined for a whole line. */
export function cutLine(content: string): CutLine | undefined {
  const [, before, text, after] = /^(\.\.\. ?)?(.*?)( ?\.\.\.)?$/.exec(content) ?? [];
  return before || after ? { text: text!, before: !!before, after: !!after } : undefined;
}

/** Characters of a piece of a line that the parts of a template line wrote at most; 0 if they cannot have written it. */
function fixedInCut(parts: readonly string[], { text, before, after }: CutLine): number {
  if (text === '' || parts.length > maximumParts || parts.join('').length > maximumFixed) return 0;
  if (!before) return fixedFrom(parts, text, after);
  let most = 0;
  for (const [i, part] of parts.entries()) {
    const rest = parts.slice(i + 1);
    for (let at = 0; at <= part.length; at += 1)
      most = Math.max(most, fixedFrom([part.slice(at), ...rest], text, after));
    if (i > 0) most = Math.max(most, fixedFrom(['', part, ...rest], text, after));
  }
  return most;
}

/** The same of text that starts where the parts start. */
function fixedFrom([first = '', ...rest]: readonly string[], text: string, after: boolean): number {
  if (!text.startsWith(first)) return after && first.startsWith(text) ? text.length : 0;
  if (rest.length === 0) return text === first ? text.length : 0;
  let [fixed, at] = [first.length, first.length];
  for (const [i, part] of rest.entries()) {
    const isEnd = i === rest.length - 1 && !after;
    const found = isEnd ? text.length - part.length : text.indexOf(part, at);
    if (isEnd && (found < at || !text.endsWith(part))) return 0;
    // The rest of the line is missing.
    if (found < 0) return after ? fixed : 0;
    fixed += part.length;
    at = found + part.length;
  }
  return fixed;
}

/** The text of a template that holds a long piece of its output: an item of a list, or the value of a variable. */
export function findLiteral(files: readonly IndexedFile[], output: string): Location | undefined {
  const content = output.trim();
  const text = (cutLine(content)?.text ?? content).trim();
  if (text.length < 8) return undefined;
  for (const { path, text: template } of files) {
    const start = isTemplate(path, template) ? template.indexOf(text) : -1;
    if (start >= 0) return { file: path, span: { start, end: start + text.length } };
  }
  return undefined;
}

/**
 * The line that most likely wrote `quoted[last]`, compared with the lines around it; else the one that wrote a line before it.
 * Files that are not templates write nothing.
 */
export function findRendered(
  files: readonly IndexedFile[],
  quoted: readonly QuotedLine[],
  last: number,
): { file: IndexedFile; line: number; output: string } | undefined {
  const templates = files
    .filter(({ path, text }) => isTemplate(path, text))
    .map((file) => ({ file, lines: templateLines(file.text) }));
  for (let target = last; target >= 0; target -= 1) {
    let best: { file: IndexedFile; line: number; score: number } | undefined;
    for (const { file, lines } of templates) {
      for (const [line, template] of lines.entries()) {
        const own = score(template, quoted[target]!.text);
        if (own === 0) continue;
        const around = quoted.reduce((sum, { text }, i) => {
          return i === target ? sum : sum + score(lines[line + i - target], text);
        }, 0);
        if (own + around > (best?.score ?? 0)) best = { file, line, score: own + around };
      }
    }
    if (best) return { ...best, output: quoted[target]!.text };
  }
  return undefined;
}

/** An expression of the line that wrote its text as JSON, in quotes, into this output. */
export function locateJsonText({ path, text }: IndexedFile, start: number, output: string): Location | undefined {
  const line = text.slice(start, lineEnd(text, start));
  const tags = [...line.matchAll(/\{\{.*?\}\}/g)];
  const written = (index: number) => {
    const parts = line
      .trim()
      .split(/\{\{.*?\}\}/)
      .map((part) => part.replace(/[^\w\s]/g, '\\$&'));
    const joined = parts.reduce((all, part, i) => `${all}${i - 1 === index ? '"[^"]*"' : '.*'}${part}`);
    return new RegExp(`^${joined}`).test(output.trim());
  };
  const at = tags.findIndex(({ 0: tag }, i) => !/\|\s*safe\s*[-+]?\}\}$/.test(tag) && written(i));
  const tag = tags[at];
  if (!tag) return undefined;
  const span = { start: start + tag.index, end: start + tag.index + tag[0].length };
  return { file: path, span, message: jsonTextMessage(tag[0]) };
}

export function jsonTextMessage(tag: string): string {
  return `\`${tag}\` writes its text in quotes, as JSON. Add \`| safe\` before its end to write the text alone.`;
}

/** The text with template tags that most likely wrote a name: as the name of something, or as a reference to it. */
function locateOutput(index: ModelIndex, name: string, asName: boolean, path?: string): Location | undefined {
  let best: (Location & { fixed: number }) | undefined;
  for (const file of index.files) {
    if ((path !== undefined && file.path !== path) || !isTemplate(file.path, file.text)) continue;
    for (const { 0: word, index: start } of file.text.matchAll(/\w*(?:\{\{.*?\}\}\w*)+/g)) {
      const fixed = word.replace(/\{\{.*?\}\}/g, '').length;
      if (fixed < 2 || fixed <= (best?.fixed ?? 0) || !outputPattern(word).test(name)) continue;
      const before = file.text.slice(lineStart(file.text, start), start);
      if (/\bname:\s*["']?$/.test(before) !== asName || /\bsql\w*:[^{]*$/.test(before)) continue;
      best = { file: file.path, span: { start, end: start + word.length }, fixed };
    }
  }
  return best;
}

export function locateReferenceOutput(index: ModelIndex, name: string): Location | undefined {
  return locateOutput(index, name, false) ?? locateOutput(index, name, true);
}

/** Finds the text that writes the name of a member: one with template tags, or a macro with a fixed name. */
export function locateNameOutput(index: ModelIndex, { file }: Definition, name: string): Location | undefined {
  const output = locateOutput(index, name, true, file) ?? locateOutput(index, name, true);
  if (output) return output;
  for (const { path, text } of index.files) {
    for (const { body } of isTemplate(path, text) ? macrosOf(text) : []) {
      const match = new RegExp(`\\bname:\\s*["']?(${name})\\b`).exec(text.slice(body.start, body.end));
      const end = match && body.start + match.index + match[0].length;
      if (end) return { file: path, span: { start: end - name.length, end } };
    }
  }
  return undefined;
}

/** Finds the text that writes a member of a definition: the call of a macro in the definition, or the text with template tags. */
export function locateGenerated(index: ModelIndex, definition: Definition, name: string): Location | undefined {
  const output = locateNameOutput(index, definition, name);
  const macro = output && macrosOf(index.file(output.file)!.text).find(({ body }) => contains(body, output.span));
  if (!macro) return output;
  const { file, span } = definition;
  const own = index.file(file)!.text.slice(span.start, span.end);
  const call = new RegExp(`\\{\\{[^{}]*\\b${macro.name}\\(.*?\\}\\}`).exec(own);
  return call
    ? { file, span: { start: span.start + call.index, end: span.start + call.index + call[0].length } }
    : output;
}

/** The expression that writes the variable in whose `set` statement the location is. */
export function locateVariable(index: ModelIndex, { file, span }: Location): Location | undefined {
  const { text } = index.file(file)!;
  for (const { 0: tag, 1: name, index: start } of text.matchAll(/\{%[-+]?\s*set\s+(\w+)\s*=[\s\S]*?%\}/g)) {
    if (start > span.start || start + tag.length < span.end) continue;
    const use = new RegExp(`\\{\\{[-+]?\\s*${name}\\b.*?\\}\\}`).exec(text);
    return use ? { file, span: { start: use.index, end: use.index + use[0].length } } : undefined;
  }
  return undefined;
}
