/** Messages that do say a line: parse errors of YAML, JavaScript and templates, mostly without saying the file. */

import type { ModelFile, ModelIndex } from '../modelIndex.ts';
import { wordsOfLine } from '../yamlProblems.ts';
import type { Spot } from './spot.ts';

/** Lines of source the message quotes, by number (1-based), as YAML excerpts and code frames show them. */
function quotedLines(message: string): { number: number; text: string }[] {
  return [...message.matchAll(/^[ >]*(\d+) \|(.*)$/gm)].map((match) => ({
    number: Number(match[1]),
    text: match[2]!.replace(/^ /, '').trimEnd(),
  }));
}

function fits(file: ModelFile, quoted: readonly { number: number; text: string }[]): boolean {
  const lines = file.text.split(/\r\n|\n|\r/);
  return (
    quoted.length > 0 &&
    quoted.every(({ number, text }) => {
      const line = lines[number - 1]?.trimEnd() ?? '';
      return line.includes(text.trim()) || text.includes(line.trim());
    })
  );
}

function fileFor(index: ModelIndex, message: string, named: ModelFile | undefined): ModelFile | undefined {
  if (named) return named;
  const quoted = quotedLines(message);
  const files = [...index.files];
  const byText = files.filter((file) => fits(file, quoted));
  if (byText.length === 1) return byText[0];
  const excerpt = /:\n([^\n]+)\n *\^/.exec(message)?.[1];
  const byExcerpt = excerpt === undefined ? [] : files.filter((file) => file.text.includes(excerpt));
  if (byExcerpt.length === 1) return byExcerpt[0];
  const candidates = byText.length > 0 ? byText : byExcerpt.length > 0 ? byExcerpt : files;
  const failing = candidates.filter((file) => file.source.broken || file.source.problems.length > 0);
  return failing.length === 1 ? failing[0] : byText[0];
}

/** `(13:8)`, `> 9 |`, `(in cubes/j.yml:4)`. */
export function spotsByLine(index: ModelIndex, message: string, named: ModelFile | undefined): Spot[] {
  const template = /\(in ([^()\n]+?):(\d+)\)/.exec(message);
  if (template) {
    const file = index.fileBySuffix(template[1]!) ?? named;
    return file ? [spotAt(file, Number(template[2]) - 1, undefined)] : [];
  }
  const frame = /^> *(\d+) \|/m.exec(message);
  const position = /\((\d+):(\d+)\)/.exec(message);
  if (!frame && !position) return [];
  const yaml = /YAMLException|^ *\d+ \|/m.test(message) && !frame;
  const file = fileFor(index, message, named);
  if (!file) return [];
  const line = Number(position?.[1] ?? frame?.[1]) - 1;
  const column = position
    ? Number(position[2]) - (yaml || file.source.language === 'yaml' ? 1 : 0)
    : caretColumn(message);
  return [spotAt(file, line, column)];
}

function caretColumn(message: string): number | undefined {
  const caret = /^ *\| *(\^+)/m.exec(message);
  const bar = caret ? caret[0].indexOf('|') : -1;
  return caret && bar >= 0 ? caret[0].indexOf('^') - bar - 2 : undefined;
}

function spotAt(file: ModelFile, line: number, column: number | undefined): Spot {
  const start = file.lines.offsetAt({ line, character: column ?? 0 });
  const words = wordsOfLine(file.text, start);
  if (column === undefined || start >= words.end || start < words.start)
    return { file: file.path, span: words, vague: true };
  const word = /^[\w$]+|^\S/.exec(file.text.slice(start, words.end))?.[0] ?? '';
  return { file: file.path, span: { start, end: start + Math.max(1, word.length) }, vague: true };
}
