/** Finds the line of a template that wrote a line of its output. */

import type { IndexedFile } from '../index/modelIndex.ts';
import { isTemplate, outputPattern } from '../source/jinja.ts';

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
 * The line that most likely wrote the last of `quoted`, compared with the lines around it; else the one that wrote a line
 * before it. Files that are no templates write nothing.
 */
export function findRendered(
  files: readonly IndexedFile[],
  quoted: readonly QuotedLine[],
): { file: IndexedFile; line: number } | undefined {
  const templates = files
    .filter(({ path, text }) => isTemplate(path, text))
    .map((file) => ({ file, lines: templateLines(file.text) }));
  for (let target = quoted.length - 1; target >= 0; target -= 1) {
    let best: { file: IndexedFile; line: number; score: number } | undefined;
    for (const { file, lines } of templates) {
      for (const [line, template] of lines.entries()) {
        const own = score(template, quoted[target]!.text);
        if (own === 0) continue;
        const before = quoted.slice(0, target).reverse();
        const around = before.reduce((sum, { text }, i) => sum + score(lines[line - 1 - i], text), 0);
        if (own + around > (best?.score ?? 0)) best = { file, line, score: own + around };
      }
    }
    if (best) return best;
  }
  return undefined;
}
