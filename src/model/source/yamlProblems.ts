/** Puts what the YAML parser complains about into plain words, on the character a person has to change. */

import type { Document } from 'yaml';
import type { JinjaTag } from './jinja.ts';
import type { TextProblem } from './problem.ts';
import { LineIndex, type Span } from './range.ts';
import { findBadLine } from './yamlLines.ts';

type YamlError = Document['errors'][number];

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  const end = newline < 0 ? text.length : newline;
  return text[end - 1] === '\r' && end > offset ? end - 1 : end;
}

/** The words on the line of `offset`, without indentation and trailing blanks. */
export function wordsOfLine(text: string, offset: number): Span {
  const start = lineStart(text, offset);
  const line = text.slice(start, lineEnd(text, start));
  const lead = line.length - line.trimStart().length;
  return { start: start + lead, end: start + Math.max(lead, line.trimEnd().length) };
}

/** The indentation that leads the line of `offset`. */
function indentOfLine(text: string, offset: number): Span {
  const start = lineStart(text, offset);
  const words = wordsOfLine(text, offset);
  return { start, end: words.start };
}

function keyAt(text: string, offset: number): Span {
  const rest = /^(["']?)([^"':#\r\n]+?)\1\s*(?=:|$|[\r\n])/.exec(text.slice(offset, lineEnd(text, offset)));
  if (!rest) return { start: offset, end: Math.min(text.length, offset + 1) };
  const quote = rest[1]!.length;
  return { start: offset + quote, end: offset + quote + rest[2]!.length };
}

/** A missing closing quote is noticed far below; the quote that opens is what has to be mended. */
function openingQuote(text: string, offset: number): Span | undefined {
  const quote = text[offset] === '"' || text[offset] === "'" ? offset : -1;
  if (quote < 0) return undefined;
  return { start: quote, end: Math.max(quote + 1, wordsOfLine(text, quote).end) };
}

function describe(text: string, error: YamlError): TextProblem {
  const [from, to] = error.pos;
  const at: Span = { start: from, end: Math.max(to, from + 1) };
  const make = (code: string, message: string, span: Span = at): TextProblem => ({
    span,
    severity: 'error',
    code,
    message,
  });
  switch (error.code) {
    case 'DUPLICATE_KEY': {
      const span = keyAt(text, from);
      return make(
        'duplicate-key',
        `The key \`${text.slice(span.start, span.end)}\` is already set above, in the same block.`,
        span,
      );
    }
    case 'TAB_AS_INDENT': {
      const tab = text.indexOf('\t', lineStart(text, from));
      const start = tab >= 0 && tab < lineEnd(text, from) ? tab : from;
      let end = start;
      while (text[end] === '\t') end += 1;
      return make('yaml-tab', 'Tabs cannot indent YAML. Use spaces.', { start, end: Math.max(end, start + 1) });
    }
    case 'MISSING_CHAR':
      if (/quote/.test(error.message)) {
        const open = openQuoteBefore(text, from);
        return make('yaml-open-quote', 'This quote is never closed.', open);
      }
      if (/map end|sequence|flow|\]|\}/.test(error.message)) {
        return make('yaml-open-bracket', 'A bracket is not closed, or a comma is missing between the items.', at);
      }
      return make('yaml-syntax', plain(error.message), at);
    case 'BAD_INDENT':
      if (/flow/i.test(error.message)) {
        return make(
          'yaml-bad-indent',
          'This line must be indented deeper than the bracket it belongs to.',
          wordsOfLine(text, from),
        );
      }
      return make(
        'yaml-bad-indent',
        'This line is indented differently from the lines it belongs to.',
        wordsOfLine(text, from),
      );
    case 'BLOCK_AS_IMPLICIT_KEY':
      return make(
        'yaml-bad-indent',
        'A value cannot hold another `key: value` on the same line. Is the next line indented too deep, or does the text need quotes?',
        wordsOfLine(text, from),
      );
    case 'MULTILINE_IMPLICIT_KEY':
    case 'BLOCK_IN_FLOW':
      return make(
        'yaml-syntax',
        'A key and its colon must stand on one line. Is a colon missing above?',
        wordsOfLine(text, from),
      );
    case 'BAD_ALIAS':
      return make('yaml-alias', plain(error.message), at);
    case 'MULTIPLE_DOCS':
      return make(
        'yaml-documents',
        'A model file holds one YAML document: `---` may not separate several.',
        wordsOfLine(text, from),
      );
    default:
      return make('yaml-syntax', plain(error.message), at);
  }
}

function openQuoteBefore(text: string, offset: number): Span | undefined {
  const here = openingQuote(text, offset);
  if (here) return here;
  return undefined;
}

function plain(message: string): string {
  const first = message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '');
  return `This is not valid YAML: ${first.charAt(0).toLowerCase()}${first.slice(1)}.`.replace(/\.\.$/, '.');
}

/** Errors of a template are softened: what it writes when it runs may well be sound. */
export function yamlProblems(text: string, document: Document.Parsed, tags: readonly JinjaTag[]): TextProblem[] {
  const branches = tags.some((tag) => tag.kind === 'statement' && tag.structural);
  const found: TextProblem[] = [];
  let lastDuplicate = -2;
  let lines: LineIndex | undefined;
  for (const error of document.errors) {
    if (error.code === 'DUPLICATE_KEY' && branches) continue;
    const duplicate = error.code === 'DUPLICATE_KEY';
    if (duplicate) {
      // Keys that repeat line after line are one mistake: the dash of a list item is lost.
      lines ??= new LineIndex(text);
      const { line } = lines.positionAt(error.pos[0]);
      const follows = line === lastDuplicate + 1;
      lastDuplicate = line;
      if (follows) {
        found.at(-1)!.message = `${found.at(-1)!.message.replace(/ Is .*$/, '')} Is \`- \` missing before it?`;
        continue;
      }
    }
    const problem = (duplicate ? undefined : findBadLine(text)) ?? describe(text, error);
    if (tags.length > 0 && error.code !== 'TAB_AS_INDENT') problem.severity = branches ? 'warning' : 'error';
    found.push(problem);
    // What follows the first break is mostly its echo.
    if (error.code !== 'DUPLICATE_KEY') break;
  }
  for (const { code, pos } of document.warnings) {
    if (code !== 'TAG_RESOLVE_FAILED') continue;
    const message =
      'A text that starts with `!` is a tag in YAML, one the compiler does not know. Put the text in quotes.';
    found.push({
      span: { start: pos[0], end: lineEnd(text, pos[0]) },
      severity: 'error',
      code: 'yaml-quotes-needed',
      message,
    });
  }
  return found;
}

export { indentOfLine };
