/** The names of a file by what they are: cubes, views, members, granularities, names of templates, and names that do not exist. */

import type { Definition } from '../../model/index/definitions.ts';
import {
  aliasesIn,
  definitionsIn,
  type ModelSymbol,
  namesIn,
  type Occurrence,
  occurrencesOfReference,
  partFields,
  templateOccurrences,
} from '../../model/index/lookup.ts';
import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import { resolve } from '../../model/index/resolve.ts';
import { deprecationAt } from '../../model/lint/deprecation.ts';
import type { Range, Span } from '../../model/source/range.ts';
import type { SemanticTokens } from '../protocol/protocol.ts';

/** Standard types if they have different colors in most themes. package.json declares the others. */
const typeOfKind = {
  cube: 'class',
  view: 'view',
  view_group: 'namespace',
  measure: 'function',
  dimension: 'dimension',
  segment: 'enumMember',
  preAggregation: 'struct',
  hierarchy: 'enum',
  granularity: 'granularity',
  macro: 'macro',
  variable: 'variable',
  /** A function of `globals.py`. */
  function: 'macro',
} as const;

type TokenType = (typeof typeOfKind)[keyof typeof typeOfKind];

const tokenTypes = [...new Set<TokenType>(Object.values(typeOfKind))];
const tokenModifiers = ['declaration', 'deprecated', 'unresolved'] as const;
type TokenModifier = (typeof tokenModifiers)[number];

export const semanticTokensLegend: { tokenTypes: string[]; tokenModifiers: string[] } = {
  tokenTypes,
  tokenModifiers: [...tokenModifiers],
};

/** For editors that know only the types of the protocol: those that package.json gives ours as super types. */
const standardTypes: Partial<Record<TokenType, string>> = {
  dimension: 'property',
  view: 'interface',
  granularity: 'enumMember',
};

export const standardTokensLegend: typeof semanticTokensLegend = {
  tokenTypes: tokenTypes.map((type) => standardTypes[type] ?? type),
  tokenModifiers: [...tokenModifiers],
};

interface Token extends Span {
  type: TokenType;
  modifiers: readonly TokenModifier[];
}

/** The tokens of the file or, with `range`, at least those in the definitions that overlap it; undefined without the file. */
export function semanticTokens(index: ModelIndex, path: string, range?: Range): SemanticTokens | undefined {
  const file = index.file(path);
  if (!file) return undefined;
  const wanted = range
    ? { start: file.lines.offsetAt(range.start), end: file.lines.offsetAt(range.end) }
    : { start: 0, end: file.text.length };
  return { data: encode(file, tokensIn(index, file, wanted)) };
}

/** In the order of the text, without overlaps. */
function tokensIn(index: ModelIndex, file: IndexedFile, wanted: Span): Token[] {
  const found = new Map<number, Token>();
  const add = (token: Token | undefined) => {
    // Names that a template or a program writes are not one token.
    if (!token || found.has(token.start) || !/^[\w$.-]+$/.test(file.text.slice(token.start, token.end))) return;
    if (token.start < wanted.end && wanted.start < token.end) found.set(token.start, token);
  };
  for (const definition of definitionsIn(file)) {
    if (definition.span.start >= wanted.end || definition.span.end <= wanted.start) continue;
    for (const one of occurrencesIn(index, definition)) add(tokenOf(index, file, one));
    for (const token of unresolvedIn(index, file, definition)) add(token);
  }
  for (const one of templateOccurrences(index, file)) add(tokenOf(index, file, one));
  let end = 0;
  return [...found.values()]
    .sort((a, b) => a.start - b.start)
    .filter((token) => {
      const isFree = token.start >= end;
      if (isFree) end = token.end;
      return isFree;
    });
}

function kindOf(symbol: ModelSymbol): keyof typeof typeOfKind {
  if ('definition' in symbol) return symbol.definition.kind;
  if ('member' in symbol) return symbol.member.kind;
  return 'template' in symbol ? symbol.template.kind : 'granularity';
}

/** None for `CUBE`, which is a word of the language. */
function tokenOf(index: ModelIndex, file: IndexedFile, one: Occurrence): Token | undefined {
  const { span, symbol, role } = one;
  if (role === 'self') return undefined;
  const isDeprecated = deprecationAt(index, one, file.text.slice(span.start, span.end)) !== undefined;
  const modifiers: TokenModifier[] = [
    ...(role === 'name' || role === 'alias' ? (['declaration'] as const) : []),
    ...(isDeprecated ? (['deprecated'] as const) : []),
  ];
  return { ...span, type: typeOfKind[kindOf(symbol)], modifiers };
}

/** The names in a definition, in no particular order; its text may be elsewhere in the file, through a YAML alias. */
function occurrencesIn(index: ModelIndex, definition: Definition): Occurrence[] {
  return [
    ...namesIn(definition),
    ...aliasesIn(index, definition),
    ...partFields(index, definition),
    ...index.references(definition).references.flatMap((reference) => occurrencesOfReference(index, reference)),
  ];
}

function unresolvedIn(index: ModelIndex, file: IndexedFile, definition: Definition): Token[] {
  if (file.source.broken) return [];
  return index.references(definition).references.flatMap((reference): Token[] => {
    if (reference.role === 'text') return [];
    const { failure } = resolve(index, reference);
    const part = failure && !failure.unsure ? reference.chain.parts[failure.at] : undefined;
    return part ? [{ start: part.start, end: part.end, type: 'variable', modifiers: ['unresolved'] }] : [];
  });
}

/** Five numbers for each token: lines and characters since the token before, length, type, modifiers as bits. */
function encode({ lines }: IndexedFile, tokens: readonly Token[]): number[] {
  let before = { line: 0, character: 0 };
  return tokens.flatMap(({ start, end, type, modifiers }) => {
    const at = lines.positionAt(start);
    const character = at.line === before.line ? at.character - before.character : at.character;
    const line = at.line - before.line;
    before = at;
    const bits = modifiers.reduce((all, one) => all | (1 << tokenModifiers.indexOf(one)), 0);
    return [line, character, end - start, tokenTypes.indexOf(type), bits];
  });
}
