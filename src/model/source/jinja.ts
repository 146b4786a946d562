/** Finds template tags in a YAML source and hides them behind text of the same length, so that positions stay true. */

import type { TextProblem } from './problem.ts';
import type { Span } from './range.ts';

export interface JinjaTag extends Span {
  kind: 'expression' | 'statement' | 'comment';
  /** First word of a statement: `for`, `endfor`, `set`, … */
  keyword: string;
  /** It may write lines of YAML: a statement that loops or chooses, or an expression alone on its line. */
  structural: boolean;
}

export interface MaskedText {
  text: string;
  tags: readonly JinjaTag[];
  problems: TextProblem[];
  /** What stands in `if` blocks: it may never be written. */
  branches: Span[];
}

const opens: Record<string, JinjaTag['kind']> = { '{{': 'expression', '{%': 'statement', '{#': 'comment' };
const closes = { expression: '}}', statement: '%}', comment: '#}' } as const;
const blocks = new Set(['for', 'if', 'macro', 'call', 'filter', 'block', 'with', 'autoescape', 'raw']);

/** Whether the compiler renders this file as a template before it reads it as YAML. */
export function isTemplate(path: string, text: string): boolean {
  return path.endsWith('.jinja') || /\{%|%\}|\{\{|\}\}/.test(text);
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

function endOfString(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === text[from]) return i;
  }
  return -1;
}

function aloneOnLine(text: string, span: Span): boolean {
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const newline = text.indexOf('\n', span.end);
  const lineEnd = newline < 0 ? text.length : newline;
  return /^[ \t]*$/.test(text.slice(lineStart, span.start)) && /^[ \t\r]*(#.*)?$/.test(text.slice(span.end, lineEnd));
}

function findTags(text: string, problems: TextProblem[]): JinjaTag[] {
  const tags: JinjaTag[] = [];
  let i = 0;
  while (i < text.length - 1) {
    const kind = text[i] === '{' ? opens[text.slice(i, i + 2)] : undefined;
    if (!kind) {
      i += 1;
      continue;
    }
    const close = endOfTag(text, i + 2, kind);
    if (close < 0) {
      problems.push({
        span: { start: i, end: i + 2 },
        severity: 'error',
        code: 'template-unclosed-tag',
        message: `This template tag is never closed: \`${closes[kind]}\` is missing.`,
      });
      const newline = text.indexOf('\n', i);
      const end = newline < 0 ? text.length : newline;
      tags.push({ start: i, end, kind, keyword: '', structural: true });
      i = end;
      continue;
    }
    const end = close + 2;
    const keyword = kind === 'statement' ? (/^[-+]?\s*([a-z]+)/i.exec(text.slice(i + 2, close))?.[1] ?? '') : '';
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

function isBlockSet(text: string, tag: JinjaTag): boolean {
  return tag.keyword === 'set' && !/=/.test(text.slice(tag.start, tag.end));
}

/** Checks that blocks are closed; `hidden` are macro and `set` bodies, which write nothing where they stand. */
function matchBlocks(
  text: string,
  tags: readonly JinjaTag[],
  problems: TextProblem[],
): { hidden: Span[]; branches: Span[] } {
  const hidden: Span[] = [];
  const branches: Span[] = [];
  const open: JinjaTag[] = [];
  const report = (tag: JinjaTag, message: string) =>
    problems.push({
      span: { start: tag.start, end: tag.end },
      severity: 'error',
      code: 'template-unbalanced-block',
      message,
    });
  for (const tag of tags) {
    if (tag.kind !== 'statement') continue;
    if (blocks.has(tag.keyword) || isBlockSet(text, tag)) {
      open.push(tag);
    } else if (tag.keyword.startsWith('end')) {
      const wanted = tag.keyword.slice(3);
      const at = open.findLastIndex((candidate) => candidate.keyword === wanted);
      if (at < 0) {
        report(tag, `\`${tag.keyword}\` closes nothing: there is no open \`${wanted}\` block before it.`);
        continue;
      }
      for (const unclosed of open.splice(at + 1)) {
        report(unclosed, `This \`${unclosed.keyword}\` block is never closed: \`end${unclosed.keyword}\` is missing.`);
      }
      const start = open.pop()!;
      if (start.keyword === 'if') branches.push({ start: start.end, end: tag.start });
      if (start.keyword === 'macro' || start.keyword === 'set') hidden.push({ start: start.end, end: tag.start });
    } else if (['else', 'elif'].includes(tag.keyword) && !open.some((block) => ['if', 'for'].includes(block.keyword))) {
      report(tag, `\`${tag.keyword}\` stands outside of any \`if\` block.`);
    }
  }
  for (const unclosed of open) {
    report(unclosed, `This \`${unclosed.keyword}\` block is never closed: \`end${unclosed.keyword}\` is missing.`);
  }
  return { hidden, branches };
}

function blank(text: string, fill: string): string {
  return text.replace(/[^\r\n]/g, fill);
}

/** Statements, comments and tags on a line of their own become blanks; other expressions become a word. */
export function maskJinja(text: string): MaskedText {
  const problems: TextProblem[] = [];
  const tags = findTags(text, problems);
  const { hidden, branches } = matchBlocks(text, tags, problems);
  const pieces: string[] = [];
  let done = 0;
  for (const tag of tags) {
    pieces.push(text.slice(done, tag.start));
    const word = tag.kind === 'expression' && !tag.structural;
    pieces.push(blank(text.slice(tag.start, tag.end), word ? 'J' : ' '));
    done = tag.end;
  }
  pieces.push(text.slice(done));
  let masked = pieces.join('');
  for (const span of hidden) {
    masked = masked.slice(0, span.start) + blank(masked.slice(span.start, span.end), ' ') + masked.slice(span.end);
  }
  return { text: masked, tags, problems, branches };
}
