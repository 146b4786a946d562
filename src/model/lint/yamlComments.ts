/** The comments of a YAML text. A `#` in a quoted text or a block is not one. */

import { type CST, Parser } from 'yaml';
import type { Span } from '../source/range.ts';

/** In the order of the text; those before a syntax error, if there is one. */
export function yamlComments(text: string): Span[] {
  const found: Span[] = [];
  const visit = (token: CST.Token | CST.SourceToken) => {
    if (token.type === 'comment') found.push({ start: token.offset, end: token.offset + token.source.length });
    if ('start' in token && Array.isArray(token.start)) token.start.forEach(visit);
    if ('end' in token && Array.isArray(token.end)) token.end.forEach(visit);
    if ('props' in token) token.props.forEach(visit);
    if ('value' in token && token.value) visit(token.value);
    if (!('items' in token)) return;
    for (const item of token.items) {
      item.start.forEach(visit);
      if (item.key) visit(item.key);
      item.sep?.forEach(visit);
      if (item.value) visit(item.value);
    }
  };
  for (const token of new Parser().parse(text)) visit(token);
  return found.sort((a, b) => a.start - b.start);
}
