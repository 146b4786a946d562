/** Messages that do say a line: parse errors of YAML, JavaScript and templates, mostly without saying the file. */

import type { ModelFile, ModelIndex, SourceText } from '../index/modelIndex.ts';
import { contentOfLine } from '../source/lines.ts';
import type { Location } from './location.ts';

/** Lines of source the message quotes, by number (1-based), as YAML excerpts and code frames show them. */
function quotedLines(message: string): { number: number; text: string }[] {
  return [...message.matchAll(/^[ >]*(\d+) \|(.*)$/gm)].map((match) => ({
    number: Number(match[1]),
    text: match[2]!.replace(/^ /, '').trimEnd(),
  }));
}

function linesOf(file: ModelFile): string[] {
  return file.text.split(/\r\n|\n|\r/).map((line) => line.trim());
}

function fits(file: ModelFile, quoted: readonly { number: number; text: string }[]): boolean {
  const lines = linesOf(file);
  return quoted.every(({ number, text }) => (lines[number - 1] ?? '') === text.trim());
}

function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}

function fileFor(
  index: ModelIndex,
  message: string,
  named: ModelFile | undefined,
  line: number,
): ModelFile | undefined {
  if (named) return named;
  const files = [...index.files];
  const failing = files.filter((file) => file.source.problems.length > 0);
  const failingHere = failing.filter(({ source, lines }) =>
    source.problems.some(({ span }) => lines.positionAt(span.start).line === line),
  );
  const quoted = quotedLines(message);
  const byText = quoted.length > 0 ? files.filter((file) => fits(file, quoted)) : [];
  const excerpt = /:\n([^\n]+)\n *\^/.exec(message)?.[1];
  const byExcerpt = excerpt === undefined ? [] : files.filter((file) => file.text.includes(excerpt));
  for (const candidates of [byText, byExcerpt]) {
    const among = (some: readonly ModelFile[]) => only(candidates.filter((file) => some.includes(file)));
    const found = only(candidates) ?? among(failingHere) ?? among(failing) ?? candidates[0];
    if (found) return found;
  }
  return only(failingHere) ?? only(failing) ?? rendered(files, quoted)?.file;
}

/** A template quotes what it has written, so only some lines are those of the source, and at other numbers. */
function rendered(
  files: readonly ModelFile[],
  quoted: readonly { number: number; text: string }[],
): { file: ModelFile; line: number } | undefined {
  let best: { file: ModelFile; line: number; score: number } | undefined;
  for (const file of files) {
    const lines = linesOf(file);
    const found = quoted.map(({ text }) => (text.trim() === '' ? -1 : lines.indexOf(text.trim())));
    const score = found.filter((line) => line >= 0).length;
    if (score >= 2 && score > (best?.score ?? 0)) best = { file, line: Math.max(...found), score };
  }
  return best;
}

/** `(13:8)`, `> 9 |`, `(in cubes/j.yml:4)`. */
export function locateByLine(index: ModelIndex, message: string, named: ModelFile | undefined): Location[] {
  const template = /\(in ([^()\n]+?):(\d+)\)/.exec(message);
  if (template) {
    const python = /(^|\/)globals\.py$/.test(template[1]!) ? index.globals : undefined;
    const file = python ?? index.fileBySuffix(template[1]!) ?? named;
    return file ? [spotAt(file, Number(template[2]) - 1, undefined)] : [];
  }
  const frame = /^> *(\d+) \|/m.exec(message);
  const position = /\((\d+):(\d+)\)/.exec(message);
  if (!frame && !position) return [];
  const yaml = /YAMLException|^ *\d+ \|/m.test(message) && !frame;
  const line = Number(position?.[1] ?? frame?.[1]) - 1;
  const file = fileFor(index, message, named, line);
  if (!file) return [];
  if (yaml && !fits(file, quotedLines(message))) return spotInTemplate(file, message);
  const column = position
    ? Number(position[2]) - (yaml || file.source.language === 'yaml' ? 1 : 0)
    : caretColumn(message);
  return [spotAt(file, line, column)];
}

/** The line after the last quoted line before the failing one that the source holds too. */
function spotInTemplate(file: ModelFile, message: string): Location[] {
  const failing = Number(/\((\d+):\d+\)/.exec(message)?.[1]);
  const lines = linesOf(file);
  const before = quotedLines(message).filter(({ number, text }) => number <= failing && text.trim() !== '');
  for (const { number, text } of before.reverse()) {
    const at = lines.indexOf(text.trim());
    if (at >= 0) return [spotAt(file, Math.min(lines.length - 1, at + failing - number), undefined)];
  }
  return [spotAt(file, Math.min(lines.length, failing) - 1, undefined)];
}

function caretColumn(message: string): number | undefined {
  const caret = /^ *\| *(\^+)/m.exec(message);
  const bar = caret ? caret[0].indexOf('|') : -1;
  return caret && bar >= 0 ? caret[0].indexOf('^') - bar - 2 : undefined;
}

function spotAt(file: SourceText, line: number, column: number | undefined): Location {
  const start = file.lines.offsetAt({ line, character: column ?? 0 });
  const words = contentOfLine(file.text, start);
  if (column === undefined || start >= words.end || start < words.start)
    return { file: file.path, span: words, vague: true };
  const word = /^[\w$]+|^\S/.exec(file.text.slice(start, words.end))?.[0] ?? '';
  return { file: file.path, span: { start, end: start + Math.max(1, word.length) }, vague: true };
}
