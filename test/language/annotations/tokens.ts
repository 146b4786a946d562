/** Semantic tokens, decoded as the protocol says. */

import assert from 'node:assert/strict';
import { semanticTokens, semanticTokensLegend } from '../../../src/language/annotations/semanticTokens.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import type { Range } from '../../../src/model/source/range.ts';

interface DecodedToken {
  range: Range;
  /** With its modifiers: `class.declaration`. */
  type: string;
}

export function tokensOf(index: ModelIndex, path: string, within?: Range): DecodedToken[] {
  const { tokenTypes, tokenModifiers } = semanticTokensLegend;
  const { data } = semanticTokens(index, path, within) ?? assert.fail(`no tokens of ${path}`);
  const found: DecodedToken[] = [];
  let line = 0;
  let character = 0;
  for (let i = 0; i < data.length; i += 5) {
    const [down, right, length, type, bits] = data.slice(i, i + 5) as [number, number, number, number, number];
    line += down;
    character = down === 0 ? character + right : right;
    const name = tokenTypes[type] ?? assert.fail(`no type ${type}`);
    assert.ok(bits < 1 << tokenModifiers.length);
    const modifiers = tokenModifiers.filter((_, at) => bits & (1 << at));
    found.push({
      range: { start: { line, character }, end: { line, character: character + length } },
      type: [name, ...modifiers].join('.'),
    });
  }
  return found;
}
