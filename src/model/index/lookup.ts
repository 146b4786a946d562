/** Finds the symbol (cube, view or member) at a position, its definition and its references. For the language features. */

import type { Position, Range, Span } from '../source/range.ts';
import type { Definition, Member } from './definitions.ts';
import type { ModelIndex } from './modelIndex.ts';
import type { Reference } from './references.ts';
import { type ReferenceTarget, resolve } from './resolve.ts';

export type ModelSymbol = { definition: Definition } | { member: Member };

export interface SourceLocation {
  file: string;
  range: Range;
}

/** An occurrence of a symbol's name. */
interface NamedSpan {
  span: Span;
  symbol: ModelSymbol;
}

/** A position right after a name belongs to the name. */
function touches(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}

function isSame(a: ModelSymbol, b: ModelSymbol): boolean {
  if ('member' in a) return 'member' in b && a.member === b.member;
  return 'definition' in b && a.definition === b.definition;
}

function symbolOf(target: ReferenceTarget | undefined): ModelSymbol | undefined {
  return target && !('granularity' in target) ? target : undefined;
}

/** The parts of a reference with their symbols; a name without dots has one part. */
function partsOf(index: ModelIndex, reference: Reference): NamedSpan[] {
  const { targets } = resolve(index, reference);
  return reference.chain.parts.flatMap((part, i) => {
    const symbol = symbolOf(targets[i]);
    return symbol ? [{ span: part, symbol }] : [];
  });
}

/** The symbol whose name is at a position, with the range of that name. */
export function symbolAt(
  index: ModelIndex,
  path: string,
  position: Position,
): { symbol: ModelSymbol; range: Range } | undefined {
  const file = index.file(path);
  if (!file) return undefined;
  const offset = file.lines.offsetAt(position);
  for (const definition of file.definitions) {
    const names: NamedSpan[] = [
      { span: definition.nameSpan, symbol: { definition } },
      ...definition.members.map((member) => ({ span: member.nameSpan, symbol: { member } })),
    ];
    const found =
      names.find(({ span }) => touches(span, offset)) ??
      index
        .references(definition)
        .references.filter(({ chain }) => touches(chain, offset))
        .flatMap((reference) => partsOf(index, reference))
        .find(({ span }) => touches(span, offset));
    if (found) return { symbol: found.symbol, range: file.lines.rangeOf(found.span) };
  }
  return undefined;
}

export function locationOf(index: ModelIndex, symbol: ModelSymbol): SourceLocation {
  const { file, nameSpan } =
    'member' in symbol
      ? { file: symbol.member.definition.file, nameSpan: symbol.member.nameSpan }
      : { file: symbol.definition.file, nameSpan: symbol.definition.nameSpan };
  return { file, range: index.rangeOf(file, nameSpan) };
}

/** The name in the definition of the symbol at a position. */
export function definitionAt(index: ModelIndex, path: string, position: Position): SourceLocation | undefined {
  const found = symbolAt(index, path, position);
  return found && locationOf(index, found.symbol);
}

/** The definition of the symbol at a position, then all references to it. */
export function referencesAt(index: ModelIndex, path: string, position: Position): SourceLocation[] {
  const found = symbolAt(index, path, position);
  if (!found) return [];
  const uses = index.definitions.flatMap((definition) =>
    index
      .references(definition)
      .references.flatMap((reference) => partsOf(index, reference))
      .filter(({ symbol }) => isSame(symbol, found.symbol))
      .map(({ span }) => ({ file: definition.file, range: index.rangeOf(definition.file, span) })),
  );
  return [locationOf(index, found.symbol), ...uses];
}
