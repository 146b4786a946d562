/** Turns the errors of the YAML parser into readable problems at the text to correct. */

import type { Document } from 'yaml';
import { findBadLine } from './findBadLine.ts';
import type { JinjaTag } from './jinja.ts';
import { contentOfLine, lineEnd, lineStart } from './lines.ts';
import type { TextProblem } from './problem.ts';
import { problemCatalog } from './problemCatalog.ts';
import { LineIndex, type Span } from './range.ts';

type YamlError = Document['errors'][number];

function keyAt(text: string, offset: number): Span {
  const rest = /^(["']?)([^"':#\r\n]+?)\1\s*(?=:|$|[\r\n])/.exec(text.slice(offset, lineEnd(text, offset)));
  if (!rest) return { start: offset, end: Math.min(text.length, offset + 1) };
  const quote = rest[1]!.length;
  return { start: offset + quote, end: offset + quote + rest[2]!.length };
}

/** From a quote at `offset` to the end of the line. The parser reports a missing closing quote only far below. */
function openQuoteAt(text: string, offset: number): Span | undefined {
  if (text[offset] !== '"' && text[offset] !== "'") return undefined;
  return { start: offset, end: Math.max(offset + 1, contentOfLine(text, offset).end) };
}

function tabAt(text: string, offset: number): Span {
  const tab = text.indexOf('\t', lineStart(text, offset));
  const start = tab >= 0 && tab < lineEnd(text, offset) ? tab : offset;
  let end = start;
  while (text[end] === '\t') end += 1;
  return { start, end: Math.max(end, start + 1) };
}

function problemOf(text: string, error: YamlError): TextProblem {
  const [from, to] = error.pos;
  const at: Span = { start: from, end: Math.max(to, from + 1) };
  const line = () => contentOfLine(text, from);
  switch (error.code) {
    case 'DUPLICATE_KEY': {
      const span = keyAt(text, from);
      const key = text.slice(span.start, span.end);
      return { span, ...problemCatalog.duplicateKey(key, 'block') };
    }
    case 'TAB_AS_INDENT':
      return { span: tabAt(text, from), ...problemCatalog.yamlTab() };
    case 'MISSING_CHAR':
      if (/quote/.test(error.message)) {
        return { span: openQuoteAt(text, from) ?? at, ...problemCatalog.yamlOpenQuote() };
      }
      if (/map end|sequence|flow|\]|\}/.test(error.message)) {
        return { span: at, ...problemCatalog.yamlOpenBracket() };
      }
      return { span: at, ...problemCatalog.yamlSyntax(parserMessage(error)) };
    case 'BAD_INDENT':
      return {
        span: line(),
        ...problemCatalog.yamlBadIndent(
          /flow/i.test(error.message)
            ? 'This line must be indented deeper than the bracket it belongs to.'
            : 'This line is indented differently from the lines it belongs to.',
        ),
      };
    case 'BLOCK_AS_IMPLICIT_KEY':
      return {
        span: line(),
        ...problemCatalog.yamlBadIndent(
          'A value cannot contain another `key: value` on the same line. Is the next line indented too deep, or does the text need quotes?',
        ),
      };
    case 'MULTILINE_IMPLICIT_KEY':
    case 'BLOCK_IN_FLOW':
      return {
        span: line(),
        ...problemCatalog.yamlSyntax('A key and its colon must be on one line. Is a colon missing above?'),
      };
    case 'BAD_ALIAS':
      return { span: at, ...problemCatalog.yamlAlias(parserMessage(error)) };
    case 'MULTIPLE_DOCS':
      return { span: line(), ...problemCatalog.yamlDocuments() };
    default:
      return { span: at, ...problemCatalog.yamlSyntax(parserMessage(error)) };
  }
}

function parserMessage({ message }: YamlError): string {
  const first = message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '');
  return `This is not valid YAML: ${first.charAt(0).toLowerCase()}${first.slice(1)}.`.replace(/\.\.$/, '.');
}

/** `text` is masked, `tags` are its template tags. Problems in a template are less severe: its output may be valid. */
export function yamlProblems(text: string, document: Document.Parsed, tags: readonly JinjaTag[]): TextProblem[] {
  const branches = tags.some((tag) => tag.kind === 'statement' && tag.structural);
  const alternatives = tags.some(({ keyword }) => /^(if|elif|else)$/.test(keyword));
  const isWritten = (offset: number) =>
    tags.some(
      ({ start, end }) => start >= offset && start < lineEnd(text, offset) && !/:/.test(text.slice(offset, end)),
    );
  const found: TextProblem[] = [];
  let lastDuplicate = -2;
  let lines: LineIndex | undefined;
  for (const error of document.errors) {
    if (error.code === 'DUPLICATE_KEY' && (alternatives || isWritten(error.pos[0]))) continue;
    const duplicate = error.code === 'DUPLICATE_KEY';
    if (duplicate) {
      // Keys that repeat line after line are one mistake: the dash of a list item is missing.
      lines ??= new LineIndex(text);
      const { line } = lines.positionAt(error.pos[0]);
      const follows = line === lastDuplicate + 1 || isSameItem(text, found.at(-1), error.pos[0]);
      lastDuplicate = line;
      if (follows) {
        found.at(-1)!.message = `${found.at(-1)!.message.replace(/ Is .*$/, '')} Is \`- \` missing before it?`;
        continue;
      }
    }
    const problem = (duplicate ? undefined : findBadLine(text)) ?? problemOf(text, error);
    if (tags.length > 0 && error.code !== 'TAB_AS_INDENT') problem.severity = branches ? 'warning' : 'error';
    found.push(problem);
    // Errors after the first one are mostly its consequences.
    if (error.code !== 'DUPLICATE_KEY') break;
  }
  return [...found, ...unknownTags(text, document)];
}

/** Whether a repeated key follows another one in one block: the item that starts there has no dash. */
function isSameItem(text: string, first: TextProblem | undefined, offset: number): boolean {
  if (!first) return false;
  const indent = offset - lineStart(text, offset);
  const between = text.slice(lineStart(text, first.span.start), offset).split(/\r?\n/).slice(0, -1);
  const isDeeper = between.every((line) => line.trim() === '' || line.length - line.trimStart().length >= indent);
  return isDeeper && first.span.start - lineStart(text, first.span.start) === indent;
}

function unknownTags(text: string, document: Document.Parsed): TextProblem[] {
  return document.warnings
    .filter(({ code }) => code === 'TAG_RESOLVE_FAILED')
    .map(({ pos }) => ({
      span: { start: pos[0], end: lineEnd(text, pos[0]) },
      ...problemCatalog.yamlQuotesNeeded(
        'YAML reads text that starts with `!` as a tag, and the compiler does not know this one.',
      ),
    }));
}
