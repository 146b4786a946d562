/** Finds template tags in a YAML source and replaces them by text of the same length, so that offsets stay the same. */

import { lineEnd, lineStart } from './lines.ts';
import { allClosest, closest, maximumName, patternOfParts, suggestion, suggestionOf } from './names.ts';
import type { TextProblem } from './problem.ts';
import { problemCatalog } from './problemCatalog.ts';
import type { Span } from './range.ts';

export interface JinjaTag extends Span {
  kind: 'expression' | 'statement' | 'comment';
  /** The first word of a statement: `for`, `endfor`, `set`, … */
  keyword: string;
  /** The tag may write lines of YAML: a loop or condition, or an expression alone on its line. */
  structural: boolean;
}

export interface MaskedText {
  text: string;
  tags: readonly JinjaTag[];
  problems: readonly TextProblem[];
  /** The bodies of `if` blocks, which may not be in the output. */
  branches: readonly Span[];
}

const opens: Record<string, JinjaTag['kind']> = { '{{': 'expression', '{%': 'statement', '{#': 'comment' };
const closes = { expression: '}}', statement: '%}', comment: '#}' } as const;
const blocks = new Set(['for', 'if', 'macro', 'call', 'filter', 'block', 'with', 'autoescape', 'raw']);
const statements = new Set([
  ...blocks,
  ...['set', ...blocks].map((name) => `end${name}`),
  ...['set', 'elif', 'else', 'import', 'from', 'include', 'extends', 'do', 'break', 'continue'],
]);

/** Whether the compiler renders this file as a template before it reads it as YAML. */
export function isTemplate(path: string, text: string): boolean {
  return path.endsWith('.jinja') || ['{%', '%}', '{{', '}}'].some((sign) => text.includes(sign));
}

function endOfTag(text: string, from: number, kind: JinjaTag['kind']): number {
  const close = closes[kind];
  if (kind === 'comment') return text.indexOf(close, from);
  let depth = 0;
  for (let i = from; i < text.length; i += 1) {
    const char = text[i]!;
    if (char === '"' || char === "'") {
      const end = endOfString(text, i);
      if (end < 0) return text.indexOf(close, from);
      i = end;
    } else if (depth <= 0 && text.startsWith(close, i)) {
      return i;
    } else if (char === '{' || char === '[' || char === '(') {
      depth += 1;
    } else if (char === '}' || char === ']' || char === ')') {
      depth -= 1;
    }
  }
  return text.indexOf(close, from);
}

/** Offset of a quote in the tag that is still open at the end of a line, behind the end of the tag; or -1. */
function openQuoteIn(text: string, from: number): number {
  for (let i = from; i < text.length && text[i] !== '\n' && text[i] !== '\r'; i += 1) {
    if (/^[%#}]\}/.test(text.slice(i, i + 2))) return -1;
    if (text[i] !== '"' && text[i] !== "'") continue;
    const end = endOfString(text, i, true);
    if (end < 0) return /[%}]\}/.test(text.slice(i, lineEnd(text, i))) ? i : -1;
    i = end;
  }
  return -1;
}

function endOfString(text: string, from: number, inLine = false): number {
  for (let i = from + 1; i < text.length; i += 1) {
    if (inLine && (text[i] === '\n' || text[i] === '\r')) return -1;
    if (text[i] === '\\') i += 1;
    else if (text[i] === text[from]) return i;
  }
  return -1;
}

/** Characters of a line around a tag. */
const maximumLine = 1000;

function aloneOnLine(text: string, span: Span): boolean {
  // Reads only a part of a long line, because it can have many tags.
  const before = text.slice(Math.max(0, span.start - maximumLine), span.start);
  const after = text.slice(span.end, span.end + maximumLine);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (line.length === maximumLine) return false;
  const rest = after.slice(0, lineEnd(after, 0));
  return /^[ \t]*(?:\{\{[^{}]*\}\}[ \t]*)*$/.test(line) && /^[ \t]*(?:\{\{[^{}]*\}\}[ \t]*)*(#.*)?$/.test(rest);
}

function keywordOf(text: string, start: number, end: number, kind: JinjaTag['kind']): string {
  return kind === 'statement' ? (/^[-+]?\s*([a-z]+)/i.exec(text.slice(start + 2, end))?.[1] ?? '') : '';
}

/** Each search for the end of a tag that is not closed reads the whole text. */
const maximumUnclosed = 100;

function findTags(text: string, problems: TextProblem[]): JinjaTag[] {
  const tags: JinjaTag[] = [];
  let i = 0;
  while (i < text.length - 1 && problems.length < maximumUnclosed) {
    const kind = text[i] === '{' ? opens[text.slice(i, i + 2)] : undefined;
    if (!kind) {
      i += 1;
      continue;
    }
    const quote = kind === 'comment' ? -1 : openQuoteIn(text, i + 2);
    const close = quote < 0 ? endOfTag(text, i + 2, kind) : -1;
    if (close < 0 || (kind !== 'comment' && /\n[^\n]*\{[{%]/.test(text.slice(i, close)))) {
      problems.push(
        quote < 0
          ? { span: { start: i, end: i + 2 }, ...problemCatalog.templateUnclosedTag(closes[kind]) }
          : { span: { start: quote, end: lineEnd(text, quote) }, ...problemCatalog.templateOpenQuote() },
      );
      const end = lineEnd(text, i);
      tags.push({ start: i, end, kind, keyword: keywordOf(text, i, end, kind), structural: true });
      i = end;
      continue;
    }
    const end = close + 2;
    const keyword = keywordOf(text, i, close, kind);
    const structural =
      kind === 'statement'
        ? !/^(end\w+|set|import|from|do|macro)$/.test(keyword)
        : kind === 'expression' && aloneOnLine(text, { start: i, end });
    tags.push({ start: i, end, kind, keyword, structural });
    i = end;
    if (keyword === 'raw') {
      const rest = /\{%[-+]?\s*endraw/.exec(text.slice(i));
      if (rest) i += rest.index;
    }
  }
  return tags;
}

export const filters = (
  'abs attr batch bool capitalize chain count d default dictsort e escape first float format groupby indent int items join last ' +
  'length lines list lower map max min pprint reject rejectattr replace reverse round safe select selectattr slice sort split ' +
  'string sum title tojson trim truncate unique upper urlencode zip'
).split(' ');

/** Only names that look like a known filter: the project may define others. */
function misspeltFilters(text: string, tags: readonly JinjaTag[]): TextProblem[] {
  const known = filters;
  return tags.flatMap(({ kind, start, end }) => {
    if (kind === 'comment') return [];
    const tag = text.slice(start, end).replace(/"[^"\n]*"|'[^'\n]*'/g, (quoted) => ' '.repeat(quoted.length));
    return [...tag.matchAll(/(?=[a-z_])(?<=\|\s*)[a-z_]\w*/g)].flatMap(({ 0: name, index }) => {
      if (known.includes(name) || closest(name, known) === undefined) return [];
      const span = { start: start + index, end: start + index + name.length };
      const { hint, ...fix } = suggestion(name, known);
      return [{ span, ...problemCatalog.templateUnknownFilter(name, hint), ...fix }];
    });
  });
}

function isBlockSet(text: string, tag: JinjaTag): boolean {
  return tag.keyword === 'set' && !/=/.test(text.slice(tag.start, tag.end));
}

/** Checks that blocks are closed. `hidden` are the bodies of macros and `set` blocks, which write nothing at their position. */
function matchBlocks(
  text: string,
  tags: readonly JinjaTag[],
  problems: TextProblem[],
): { hidden: Span[]; branches: Span[] } {
  const hidden: Span[] = [];
  const branches: Span[] = [];
  const open: JinjaTag[] = [];
  const counts = new Map<string, number>();
  const count = (keyword: string, difference = 0) => {
    const sum = (counts.get(keyword) ?? 0) + difference;
    counts.set(keyword, sum);
    return sum;
  };
  const spanOf = ({ start, end }: JinjaTag): Span => ({ start, end });
  const addProblem = (tag: JinjaTag, message: string) =>
    problems.push({ span: spanOf(tag), ...problemCatalog.templateUnbalancedBlock(message) });
  for (const tag of tags) {
    if (tag.kind !== 'statement' || tag.keyword === '') continue;
    const keyword = statements.has(tag.keyword) ? tag.keyword : (closest(tag.keyword, statements) ?? tag.keyword);
    if (keyword !== tag.keyword || !statements.has(keyword)) {
      const matches = allClosest(tag.keyword, statements);
      const { hint } = suggestionOf(matches);
      const texts = matches.map((match) => text.slice(tag.start, tag.end).replace(tag.keyword, match));
      const { fix } = suggestionOf(texts);
      problems.push({
        span: spanOf(tag),
        ...problemCatalog.templateUnknownStatement(tag.keyword, hint),
        ...(fix ? { fix } : {}),
      });
    }
    if (keyword === 'set' && /=\s*[-+]?%\}$/.test(text.slice(tag.start, tag.end))) {
      problems.push({ span: spanOf(tag), ...problemCatalog.templateMissingValue('A value is missing after `=`.') });
    }
    if (keyword === 'for' && !/\sin\b/.test(text.slice(tag.start, tag.end))) {
      const message = '`in` and a list are missing in this loop.';
      problems.push({ span: spanOf(tag), ...problemCatalog.templateMissingValue(message) });
    }
    if (blocks.has(keyword) || isBlockSet(text, tag)) {
      open.push({ ...tag, keyword });
      count(keyword, 1);
    } else if (keyword.startsWith('end')) {
      const blockKeyword = keyword.slice(3);
      const isOpen = count(blockKeyword) > 0;
      const at = isOpen ? open.findLastIndex((candidate) => candidate.keyword === blockKeyword) : -1;
      if (at < 0) {
        addProblem(tag, `\`${keyword}\` closes nothing: there is no open \`${blockKeyword}\` block before it.`);
        continue;
      }
      for (const unclosed of open.splice(at + 1)) {
        count(unclosed.keyword, -1);
        addProblem(
          unclosed,
          `This \`${unclosed.keyword}\` block is never closed: \`end${unclosed.keyword}\` is missing.`,
        );
      }
      const start = open.pop()!;
      count(start.keyword, -1);
      if (start.keyword === 'if') branches.push({ start: start.end, end: tag.start });
      if (start.keyword === 'macro' || start.keyword === 'set') hidden.push({ start: start.end, end: tag.start });
    } else if (['else', 'elif'].includes(keyword) && count('if') + count('for') === 0) {
      addProblem(tag, `\`${tag.keyword}\` is outside of any \`if\` block.`);
    }
  }
  for (const unclosed of open) {
    addProblem(unclosed, `This \`${unclosed.keyword}\` block is never closed: \`end${unclosed.keyword}\` is missing.`);
  }
  return { hidden, branches };
}

/** Matches what a text with template tags may become. */
export function outputPattern(text: string): RegExp {
  return patternOfParts(text.length > maximumName ? ['', ''] : text.split(/\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}/));
}

function fill(text: string, char: string): string {
  return text.replace(/[^\r\n]/g, char);
}

/** Whether an expression after a dash writes the first keys of an item, because keys in its column follow. */
function writesFirstKey(text: string, tag: Span): boolean {
  const before = text.slice(lineStart(text, tag.start), tag.start);
  const column = tag.start - lineStart(text, tag.start);
  const next = /^[ \t]*(?:#.*)?(?:\r?\n[ \t]*)*\r?\n([ \t]*)[^\s-]/.exec(text.slice(tag.end));
  return (
    /^[ \t]*(?:- +)+$/.test(before) && next?.[1]?.length === column && !/[\r\n]/.test(text.slice(tag.start, tag.end))
  );
}

/** Writes spaces over the spans, which may contain each other. */
function hide(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= done) continue;
    const from = Math.max(start, done);
    pieces.push(text.slice(done, from), fill(text.slice(from, end), ' '));
    done = end;
  }
  return [...pieces, text.slice(done)].join('');
}

/** The bodies of the macros that the text defines, by name. */
function macroBodies(text: string, tags: readonly JinjaTag[]): Map<string, string> {
  return new Map(
    tags.flatMap(({ keyword, start, end }, i): [string, string][] => {
      const name = keyword === 'macro' ? /macro\s+(\w+)/.exec(text.slice(start, end))?.[1] : undefined;
      const close = name === undefined ? undefined : tags.slice(i).find((tag) => tag.keyword === 'endmacro');
      return close ? [[name!, text.slice(end, close.start)]] : [];
    }),
  );
}

/** Keys of lists, below which an expression alone on its line writes items. */
const listKey =
  /^[ \t]*(?:- +)?(?:cubes|views|view_groups|measures|dimensions|segments|joins|pre_aggregations|hierarchies|indexes|granularities|filters|folders|access_policy)[ \t]*:[ \t]*(?:#.*)?$/;
const emptyKey = /:[ \t]*(?:#.*)?$/;
const blockScalar = /[|>][-+\d]*[ \t]*(?:#.*)?$/;

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The text in place of an expression alone on its line: what the deeper lines below it continue, a word in a block of text, or spaces. */
function maskOfLine(text: string, tag: Span, macros: ReadonlyMap<string, string>): string {
  const source = text.slice(tag.start, tag.end);
  const empty = fill(source, ' ');
  const column = tag.start - lineStart(text, tag.start);
  const start = lineStart(text, tag.start);
  // Reads only the nearest lines of a long file, because it may have many tags.
  const before = text
    .slice(Math.max(0, start - 20_000), start)
    .split(/\r?\n/)
    .slice(0, -1);
  const isLine = (line: string) => /\S/.test(line) && !/^[ \t]*(?:#|\{[%#])/.test(line);
  const parent = before.findLast((line) => isLine(line) && indentOf(line) < column) ?? '';
  if (blockScalar.test(parent)) return fill(source, 'J');
  const next = /^[^\n]*(?:\r?\n[ \t]*(?:#[^\n]*)?)*\r?\n([ \t]*)(-[ \t]|[\w"']+[ \t]*:(?:\s|$))/.exec(
    text.slice(tag.end),
  );
  const inner = next?.[1]?.length ?? 0;
  if (inner <= column || /[\r\n]/.test(source)) return empty;
  const body = macros.get(/(\w+)\s*\(/.exec(source)?.[1] ?? '');
  if (body !== undefined && emptyKey.test(body.trimEnd())) return `${'J'.repeat(source.length - 1)}:`;
  if (next![2]!.startsWith('-')) return empty;
  const above = before.findLast(isLine) ?? '';
  const outer = before.findLast((line) => isLine(line) && indentOf(line) <= column) ?? '';
  const isBelowList = listKey.test(above) && inner > indentOf(above);
  const isBelowItem = outer.trimStart().startsWith('- ') && indentOf(outer) === column;
  const item = /^(?:[ \t]*\r?\n)*([ \t]*)-( +)/.exec(body ?? '');
  const columns = item ? [column, item[1]!.length].map((one) => one + 1 + item[2]!.length) : [];
  const isItem = body === undefined ? isBelowList || isBelowItem : columns.includes(inner);
  // A macro may write the indentation of its item itself.
  const dash = isBelowList && indentOf(above) >= column ? inner - column - 2 : 0;
  const rest = source.length - (inner - column) - 3;
  if (!isItem || dash < 0 || rest < 0) return empty;
  return `${' '.repeat(dash)}-${' '.repeat(inner - column - dash - 1)}J: ${'J'.repeat(rest)}`;
}

/** Results that each feature would compute again for the same source; for the latest texts. */
const latest = new Map<string, MaskedText>();
const maximumLatest = 8;

/** Expressions become a word in their line, or a key or item if more keys of the same item follow. All other tags become spaces. */
export function maskJinja(text: string): MaskedText {
  const masked = latest.get(text) ?? maskedText(text);
  latest.delete(text);
  latest.set(text, masked);
  for (const oldest of latest.keys()) {
    if (latest.size <= maximumLatest) break;
    latest.delete(oldest);
  }
  return masked;
}

function maskedText(text: string): MaskedText {
  const problems: TextProblem[] = [];
  const tags = findTags(text, problems);
  const { hidden, branches } = matchBlocks(text, tags, problems);
  problems.push(...misspeltFilters(text, tags));
  const bodies = macroBodies(text, tags);
  const pieces: string[] = [];
  let done = 0;
  for (const tag of tags) {
    pieces.push(text.slice(done, tag.start));
    const isValue = tag.kind === 'expression' && !tag.structural;
    const source = text.slice(tag.start, tag.end);
    if (isValue && writesFirstKey(text, tag)) pieces.push(`J: ${'J'.repeat(source.length - 3)}`);
    else if (isValue) pieces.push(fill(source, 'J'));
    else pieces.push(tag.kind === 'expression' ? maskOfLine(text, tag, bodies) : fill(source, ' '));
    done = tag.end;
  }
  pieces.push(text.slice(done));
  return { text: hide(pieces.join(''), hidden), tags, problems, branches };
}
