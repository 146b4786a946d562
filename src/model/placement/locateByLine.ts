/** Locates messages with a line number: syntax errors of YAML, JavaScript and templates, mostly without a file name. */

import type { IndexedFile, IndexedText, ModelIndex } from '../index/modelIndex.ts';
import { isTemplate } from '../source/jinja.ts';
import { contentOfLine } from '../source/lines.ts';
import type { Location } from './location.ts';
import { cutLine, findLiteral, findRendered, locateJsonText, type QuotedLine } from './renderedLines.ts';
import { renderedMessage } from './renderedYaml.ts';
import { locateBadMacro, locateBadOutput } from './templateCauses.ts';

/** The source lines in a YAML excerpt or code frame of the message, with their 1-based numbers. */
function quotedLines(message: string): QuotedLine[] {
  return [...message.matchAll(/^[ >]*(\d+) \|(.*)$/gm)].map((match) => ({
    number: Number(match[1]),
    // The parser of the compiler prints tabs as arrows.
    text: match[2]!.replace(/^ /, '').replaceAll('→', '\t').trimEnd(),
  }));
}

function linesOf(file: IndexedFile): string[] {
  return file.text.split(/\r\n|\n|\r/).map((line) => line.trim());
}

function isQuoteOf(quoted: string, line: string): boolean {
  const cut = cutLine(quoted);
  if (!cut) return quoted === line;
  return cut.before ? line.includes(cut.text) : line.startsWith(cut.text);
}

function holdsLines(file: IndexedFile, quoted: readonly QuotedLine[]): boolean {
  const lines = linesOf(file);
  return quoted.every(({ number, text }) => isQuoteOf(text.trim(), lines[number - 1] ?? ''));
}

function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/** The file that the message means: by name, by its excerpt, or because our own parser fails there. */
function fileFor(
  index: ModelIndex,
  message: string,
  named: IndexedFile | undefined,
  line: number,
): IndexedFile | undefined {
  if (named) return named;
  const files = [...index.files];
  const failing = files.filter((file) => file.source.problems.length > 0);
  const failingHere = failing.filter(({ source, lines }) =>
    source.problems.some(({ span }) => lines.positionAt(span.start).line === line),
  );
  const quoted = quotedLines(message);
  const byText = quoted.length > 0 ? files.filter((file) => holdsLines(file, quoted)) : [];
  const excerpt = /:\n([^\n]+)\n *\^/.exec(message)?.[1];
  const byExcerpt = excerpt === undefined ? [] : files.filter((file) => file.text.includes(excerpt));
  for (const candidates of [byText, byExcerpt]) {
    const among = (some: readonly IndexedFile[]) => only(candidates.filter((file) => some.includes(file)));
    const found = only(candidates) ?? among(failingHere) ?? among(failing) ?? candidates[0];
    if (found) return found;
  }
  return only(failingHere) ?? only(failing);
}

/** Recognises `(13:8)`, `> 9 |` and `(in cubes/j.yml:4)`. */
export function locateByLine(index: ModelIndex, message: string, named: IndexedFile | undefined): Location[] {
  const template = /\(in ([^()\n]+?):(\d+)\)/.exec(message);
  if (template) {
    const python = /(^|\/)globals\.py$/.test(template[1]!) ? index.globals : undefined;
    const file = python ?? index.fileBySuffix(template[1]!) ?? named;
    return file ? [locationAt(file, Number(template[2]) - 1, undefined)] : [];
  }
  const frame = /^> *(\d+) \|/m.exec(message);
  const position = /\((\d+):(\d+)\)/.exec(message);
  if (!frame && !position) return [];
  const yaml = /YAMLException|^ *\d+ \|/m.test(message) && !frame;
  const line = Number(position?.[1] ?? frame?.[1]) - 1;
  const file = fileFor(index, message, named, line);
  if (yaml && !(file && holdsLines(file, quotedLines(message)))) {
    const plain = renderedMessage(message, quotedLines(message));
    return locateInTemplate(index, message, file).map((one) => (plain ? { message: plain, ...one } : one));
  }
  if (!file) return [];
  const column = position
    ? Number(position[2]) - (yaml || file.source.language === 'yaml' ? 1 : 0)
    : caretColumn(message);
  return [locationAt(file, line, column)];
}

/** The line of a template that wrote the failing line, or the line above it if that one has no colon. */
function locateInTemplate(index: ModelIndex, message: string, file: IndexedFile | undefined): Location[] {
  const failing = Number(/\((\d+):\d+\)/.exec(message)?.[1]);
  const quoted = quotedLines(message).filter(({ text }) => text.trim() !== '');
  const before = quoted.filter(({ number }) => number <= failing);
  const colon = /implicit key|colon is missed/.test(message)
    ? before.findLastIndex(({ text }) => !/^\s*(-\s|.*:(\s|$))/.test(text))
    : -1;
  const files = file
    ? [file, ...[...index.files].filter(({ definitions }) => definitions.length === 0)]
    : [...index.files];
  const cause = locateBadMacro(index) ?? locateBadOutput(index, quoted);
  if (cause) return [cause];
  const last = colon < 0 ? before.length - 1 : colon;
  const found = findRendered(files, quoted, last);
  const literal = found?.output === quoted[last]?.text ? undefined : findLiteral(files, quoted[last]?.text ?? '');
  if (literal) return [literal];
  if (found) {
    const location = locationAt(found.file, found.line, undefined);
    return [locateJsonText(found.file, location.span.start, found.output) ?? location];
  }
  const writesYaml = ({ path, text }: IndexedFile) => /\.ya?ml$/.test(path) && isTemplate(path, text);
  const meant = file ?? only(files.filter(writesYaml));
  if (!meant) return [];
  // The line of the output says nothing about that of a template.
  const line = writesYaml(meant) ? 0 : Math.min(linesOf(meant).length, failing) - 1;
  return [locationAt(meant, line, undefined)];
}

function caretColumn(message: string): number | undefined {
  const caret = /^ *\| *(\^+)/m.exec(message);
  const bar = caret ? caret[0].indexOf('|') : -1;
  return caret && bar >= 0 ? caret[0].indexOf('^') - bar - 2 : undefined;
}

function locationAt(file: IndexedText, line: number, column: number | undefined): Location {
  const start = file.lines.offsetAt({ line, character: column ?? 0 });
  const content = contentOfLine(file.text, start);
  if (column === undefined || start >= content.end || start < content.start)
    return { file: file.path, span: content, vague: true };
  const word = /^[\w$]+|^\S/.exec(file.text.slice(start, content.end))?.[0] ?? '';
  return { file: file.path, span: { start, end: start + Math.max(1, word.length) }, vague: true };
}
