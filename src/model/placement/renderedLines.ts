/** Finds the line of a template that wrote a line of its output. */

import type { IndexedFile, ModelIndex } from '../index/modelIndex.ts';
import { isTemplate, outputPattern } from '../source/jinja.ts';
import { undefinedNames } from '../source/jinjaNames.ts';
import type { Location } from './location.ts';

export interface QuotedLine {
  /** 1-based line of the output. */
  number: number;
  text: string;
}

interface TemplateLine {
  /** Matches the output without indentation. */
  pattern: RegExp;
  indent: number;
  /** Number of characters that are not written by tags. */
  fixed: number;
}

function templateLines(text: string): TemplateLine[] {
  return text.split(/\r\n|\n|\r/).map((line) => {
    const content = line.trim();
    const fixed = content.replace(/\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}/g, '').trim().length;
    return { pattern: outputPattern(content), indent: line.length - line.trimStart().length, fixed };
  });
}

function score({ pattern, indent, fixed }: TemplateLine | undefined = nothing, text: string): number {
  const content = text.trim();
  if (fixed < 3 || content === '' || !pattern.test(content)) return 0;
  return fixed + (indent === text.length - text.trimStart().length ? 1 : 0);
}

const nothing: TemplateLine = { pattern: /$^/, indent: 0, fixed: 0 };

/**
 * The line that most likely wrote `quoted[last]`, compared with the lines around it; else the one that wrote a line before it.
 * Files that are no templates write nothing.
 */
export function findRendered(
  files: readonly IndexedFile[],
  quoted: readonly QuotedLine[],
  last: number,
): { file: IndexedFile; line: number } | undefined {
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
    if (best) return best;
  }
  return undefined;
}

/** Messages that an empty value or a loop without items can cause. */
const emptyOutput =
  /^Unexpected input during yaml transpiling|^[\w$.]+ (?:is not defined|cannot be resolved)|not defined in any cube$|^Found duplicate/;

/** The first name in a template, or in one file, that nothing defines, if the message can be its consequence. */
export function locateEmptyOutput(index: ModelIndex, message: string, path?: string): Location | undefined {
  if (index.globals || !emptyOutput.test(message)) return undefined;
  for (const file of index.files) {
    if ((path !== undefined && file.path !== path) || !isTemplate(file.path, file.text)) continue;
    const [name] = undefinedNames(file.text);
    if (!name) continue;
    const reason = `\`${name.name}\` is not defined in this template, so nothing is written for it.`;
    return { file: file.path, span: name, message: reason };
  }
  return undefined;
}

/** `x is not defined`: the text with template tags that most likely wrote the name. */
export function locateOutput(index: ModelIndex, message: string): Location | undefined {
  const name = /^(?:ReferenceError: )?([\w$]+) is not defined/.exec(message)?.[1];
  if (name === undefined) return undefined;
  let best: (Location & { fixed: number }) | undefined;
  for (const { path, text } of index.files) {
    if (!isTemplate(path, text)) continue;
    for (const { 0: word, index: start } of text.matchAll(/\w*(?:\{\{.*?\}\}\w*)+/g)) {
      const fixed = word.replace(/\{\{.*?\}\}/g, '').length;
      if (fixed < 2 || fixed <= (best?.fixed ?? 0) || !outputPattern(word).test(name)) continue;
      best = { file: path, span: { start, end: start + word.length }, fixed };
    }
  }
  return best;
}
