/** Finds template tags in a YAML source and replaces them by text of the same length, so that offsets stay the same. */

import { lineEnd, lineStart } from './lines.ts';
import type { TextProblem } from './problem.ts';
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
  problems: TextProblem[];
  /** The bodies of `if` blocks, which may not be in the output. */
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
  const before = text.slice(lineStart(text, span.start), span.start);
  const after = text.slice(span.end, lineEnd(text, span.end));
  return /^[ \t]*$/.test(before) && /^[ \t]*(#.*)?$/.test(after);
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
      const end = lineEnd(text, i);
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

/** Checks that blocks are closed. `hidden` are the bodies of macros and `set` blocks, which write nothing at their position. */
function matchBlocks(
  text: string,
  tags: readonly JinjaTag[],
  problems: TextProblem[],
): { hidden: Span[]; branches: Span[] } {
  const hidden: Span[] = [];
  const branches: Span[] = [];
  const open: JinjaTag[] = [];
  const addProblem = (tag: JinjaTag, message: string) =>
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
      const blockKeyword = tag.keyword.slice(3);
      const at = open.findLastIndex((candidate) => candidate.keyword === blockKeyword);
      if (at < 0) {
        addProblem(tag, `\`${tag.keyword}\` closes nothing: there is no open \`${blockKeyword}\` block before it.`);
        continue;
      }
      for (const unclosed of open.splice(at + 1)) {
        addProblem(
          unclosed,
          `This \`${unclosed.keyword}\` block is never closed: \`end${unclosed.keyword}\` is missing.`,
        );
      }
      const start = open.pop()!;
      if (start.keyword === 'if') branches.push({ start: start.end, end: tag.start });
      if (start.keyword === 'macro' || start.keyword === 'set') hidden.push({ start: start.end, end: tag.start });
    } else if (['else', 'elif'].includes(tag.keyword) && !open.some((block) => ['if', 'for'].includes(block.keyword))) {
      addProblem(tag, `\`${tag.keyword}\` is outside of any \`if\` block.`);
    }
  }
  for (const unclosed of open) {
    addProblem(unclosed, `This \`${unclosed.keyword}\` block is never closed: \`end${unclosed.keyword}\` is missing.`);
  }
  return { hidden, branches };
}

function fill(text: string, char: string): string {
  return text.replace(/[^\r\n]/g, char);
}

/** Expressions inside a line become a word. All other tags become spaces. */
export function maskJinja(text: string): MaskedText {
  const problems: TextProblem[] = [];
  const tags = findTags(text, problems);
  const { hidden, branches } = matchBlocks(text, tags, problems);
  const pieces: string[] = [];
  let done = 0;
  for (const tag of tags) {
    pieces.push(text.slice(done, tag.start));
    const isValue = tag.kind === 'expression' && !tag.structural;
    pieces.push(fill(text.slice(tag.start, tag.end), isValue ? 'J' : ' '));
    done = tag.end;
  }
  pieces.push(text.slice(done));
  let masked = pieces.join('');
  for (const span of hidden) {
    masked = masked.slice(0, span.start) + fill(masked.slice(span.start, span.end), ' ') + masked.slice(span.end);
  }
  return { text: masked, tags, problems, branches };
}
