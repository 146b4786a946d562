/**
 * The text of a value with the place of each character in the source. In YAML it is the value itself; in JavaScript it is the text
 * as a template literal writes it, so that `${}` in it is a reference.
 */

import { columnOf, lineStart } from '../source/lines.ts';
import { javaScriptText, withQuotes } from '../source/quotes.ts';
import type { Span } from '../source/range.ts';
import type { ScalarNode } from '../source/tree.ts';
import type { IndexedFile } from './indexedFile.ts';

export type ScalarStyle = 'template' | 'double' | 'single' | 'plain' | 'literal' | 'folded';

/** A character of a text, or what one escape or line break of the source writes. */
export interface Unit extends Span {
  text: string;
}

const quoteStyles: Readonly<Record<string, ScalarStyle>> = { '`': 'template', '"': 'double', "'": 'single' };

const blockHeader = /([|>])[-+0-9]*[ \t]*(?:#[^\r\n]*)?\r?\n\s*$/;

export function styleOf({ text, source }: IndexedFile, node: Span): ScalarStyle {
  const outer = withQuotes(text, node);
  if (outer.start < node.start) return quoteStyles[text[outer.start]!]!;
  if (source.language === 'javascript') return 'plain';
  const header = blockHeader.exec(text.slice(Math.max(0, node.start - 2000), node.start));
  if (!header) return 'plain';
  return header[1] === '|' ? 'literal' : 'folded';
}

/** The span of a scalar with its quotes, or with the header of its block. */
export function outerSpan(file: IndexedFile, node: ScalarNode): Span {
  const style = styleOf(file, node);
  if (style !== 'literal' && style !== 'folded') return withQuotes(file.text, node);
  const from = Math.max(0, node.start - 2000);
  return { start: from + blockHeader.exec(file.text.slice(from, node.start))!.index, end: node.end };
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
  a: '\x07',
  e: '\x1b',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};

const javaScriptEscapes = 'nrtbfv0';

/** An escape of double quotes or of JavaScript, from its backslash. */
const escapeSequence =
  /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}|U([0-9A-Fa-f]{8})|(\r\n|[\s\S]))/y;

function escaped(match: RegExpExecArray, isYaml: boolean): string {
  const [, two, four, braces, eight, other = ''] = match;
  const code = two ?? four ?? braces ?? eight;
  if (code !== undefined) return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code, 16)));
  if (/[\r\n]/.test(other)) return '';
  return isYaml || javaScriptEscapes.includes(other) ? (escapes[other] ?? other) : other;
}

/** Line breaks of YAML that are folded: one is a space, each further one is a line break. */
const fold = /[ \t]*(?:\r?\n[ \t]*)+/y;

function yamlUnits(text: string, { start, end }: Span, style: ScalarStyle): Unit[] {
  const units: Unit[] = [];
  const indent = columnOf(text, start);
  for (let at = start; at < end; ) {
    let size = 1;
    let by = text[at]!;
    if (style === 'double' && by === '\\') {
      escapeSequence.lastIndex = at;
      const match = escapeSequence.exec(text);
      if (match) {
        size = match[0].length;
        by = escaped(match, true);
        // The indentation behind an escaped line break is not part of the text.
        if (by === '' && /[\r\n]$/.test(match[0])) size += /^[ \t]*/.exec(text.slice(at + size, end))![0].length;
      }
    } else if (style === 'single' && by === "'" && text[at + 1] === "'") {
      size = 2;
    } else if (style === 'literal' && (by === '\n' || by === '\r')) {
      size = /^\r?\n/.exec(text.slice(at, at + 2))?.[0].length ?? 1;
      by = '\n';
      size += new RegExp(`^ {0,${indent}}`).exec(text.slice(at + size, at + size + indent))![0].length;
    } else if (style !== 'literal') {
      fold.lastIndex = at;
      const match = fold.exec(text);
      if (match && match.index + match[0].length <= end) {
        size = match[0].length;
        const breaks = match[0].split('\n').length - 1;
        by = breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
      }
    }
    units.push({ start: at, end: at + size, text: by });
    at += size;
  }
  return units;
}

function javaScriptUnits(text: string, { start, end }: Span, style: ScalarStyle): { units: Unit[]; value: string } {
  const units: Unit[] = [];
  let value = '';
  for (let at = start; at < end; ) {
    escapeSequence.lastIndex = at;
    const match = text[at] === '\\' ? escapeSequence.exec(text) : null;
    const size = match ? match[0].length : 1;
    const source = text.slice(at, at + size);
    const read = match ? escaped(match, false) : source;
    value += read;
    // In quotes, `${` is a text.
    const by = style === 'template' ? source : read === '$' ? '\\$' : javaScriptText(read).slice(1, -1);
    units.push({ start: at, end: at + size, text: by });
    at += size;
  }
  return { units, value };
}

export function joined(units: readonly Unit[]): string {
  return units.map(({ text }) => text).join('');
}

/** Undefined for a value that is not a text, or whose characters cannot be told from its source. */
export function unitsOf(file: IndexedFile, node: ScalarNode): Unit[] | undefined {
  if (node.dynamic || typeof node.value !== 'string') return undefined;
  const style = styleOf(file, node);
  if (file.source.language === 'javascript') {
    if (style === 'plain') return undefined;
    const { units, value } = javaScriptUnits(file.text, node, style);
    return style === 'template' || value === node.value ? units : undefined;
  }
  const units = yamlUnits(file.text, node, style);
  const isBlock = style === 'literal' || style === 'folded';
  return joined(units) === (isBlock ? node.value.trim() : node.value) ? units : undefined;
}

/** The text of a value; undefined if `unitsOf` is. */
export function scalarText(file: IndexedFile, node: ScalarNode): string | undefined {
  const units = unitsOf(file, node);
  return units && joined(units);
}

/** The indentation of the lines of a block. */
export function blockIndent({ text }: IndexedFile, { start }: Span): string {
  return text.slice(lineStart(text, start), start);
}
