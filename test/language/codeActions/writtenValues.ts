/** Writes a text in each style of YAML and JavaScript, part by part, so that a test knows where each part is. */

import type { Span } from '../../../src/model/source/range.ts';

export type Style = 'plain' | 'single' | 'double' | 'literal' | 'folded' | 'template' | 'quotes' | 'apostrophes';

export interface Written {
  /** The value behind the colon of its key. */
  source: string;
  /** The place of each part in it. */
  parts: readonly Span[];
}

const yamlIndent = '          ';

/** The text that each style makes of a part; undefined if it cannot write it. References are `{name}` in YAML and `${name}` in JavaScript. */
const encoders: Readonly<Record<Style, (part: string) => string | undefined>> = {
  plain: (part) => (/[\n#:"'`{}[\]\\&*!|>%@,]/.test(part) ? undefined : part),
  single: (part) => (part.includes('\n') ? undefined : part.replaceAll("'", "''")),
  double: (part) => JSON.stringify(part).slice(1, -1),
  literal: (part) => part.replaceAll('\n', `\n${yamlIndent}`),
  folded: (part) => (part.includes('\n') ? undefined : part),
  template: (part) =>
    part.startsWith('{')
      ? `$${part}`
      : part
          .replace(/[\\`]/g, '\\$&')
          .replace(/\$(?=\{)/g, '\\$')
          .replace(/\{(\w+)\}/g, '\\x7b$1}'),
  quotes: (part) => (part.startsWith('{') ? undefined : JSON.stringify(part).slice(1, -1)),
  apostrophes: (part) => (part.startsWith('{') ? undefined : part.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')),
};

const around: Readonly<Record<Style, readonly [string, string]>> = {
  plain: ['', ''],
  single: ["'", "'"],
  double: ['"', '"'],
  literal: [`|\n${yamlIndent}`, ''],
  folded: [`>-\n${yamlIndent}`, ''],
  template: ['`', '`'],
  quotes: ['"', '"'],
  apostrophes: ["'", "'"],
};

/** Undefined if the style cannot write the parts. */
export function written(parts: readonly string[], style: Style): Written | undefined {
  const [open, close] = around[style];
  let source = open;
  const spans: Span[] = [];
  for (const part of parts) {
    const encoded = encoders[style](part);
    if (encoded === undefined) return undefined;
    spans.push({ start: source.length, end: source.length + encoded.length });
    source += encoded;
  }
  if (style === 'plain' && !/^[A-Za-z_]/.test(source)) return undefined;
  if ((style === 'literal' || style === 'folded') && /^\s|\s$/.test(parts.join(''))) return undefined;
  return { source: source + close, parts: spans };
}
