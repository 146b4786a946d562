/** What stands under a position: the cube, view or member that is meant there, where it is defined and where it is used. */

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

function contains(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}

function same(a: ModelSymbol, b: ModelSymbol): boolean {
  if ('member' in a) return 'member' in b && a.member === b.member;
  return 'definition' in b && a.definition === b.definition;
}

function symbolOf(meaning: ReferenceTarget | undefined): ModelSymbol | undefined {
  return meaning && !('granularity' in meaning) ? meaning : undefined;
}

/** Parts of a reference with what each means; a plain name has one part. */
function partsOf(index: ModelIndex, reference: Reference): { span: Span; thing: ModelSymbol }[] {
  const { targets: meanings } = resolve(index, reference);
  return reference.chain.parts.flatMap((part, i) => {
    const thing = symbolOf(meanings[i]);
    return thing ? [{ span: part, thing }] : [];
  });
}

/** The thing named at a position, with the words that name it; undefined where nothing is named. */
export function symbolAt(
  index: ModelIndex,
  path: string,
  position: Position,
): { thing: ModelSymbol; range: Range } | undefined {
  const file = index.file(path);
  if (!file) return undefined;
  const offset = file.lines.offsetAt(position);
  for (const definition of file.definitions) {
    const named: { span: Span; thing: ModelSymbol }[] = [
      { span: definition.nameSpan, thing: { definition } },
      ...definition.members.map((member) => ({ span: member.nameSpan, thing: { member } })),
    ];
    const found =
      named.find(({ span }) => contains(span, offset)) ??
      index
        .references(definition)
        .references.filter(({ chain }) => contains(chain, offset))
        .flatMap((reference) => partsOf(index, reference))
        .find(({ span }) => contains(span, offset));
    if (found) return { thing: found.thing, range: file.lines.rangeOf(found.span) };
  }
  return undefined;
}

function locationOf(index: ModelIndex, thing: ModelSymbol): SourceLocation {
  const { file, nameSpan } =
    'member' in thing
      ? { file: thing.member.definition.file, nameSpan: thing.member.nameSpan }
      : { file: thing.definition.file, nameSpan: thing.definition.nameSpan };
  return { file, range: index.rangeOf(file, nameSpan) };
}

/** Where the thing named at a position is defined: its name there. */
export function definitionAt(index: ModelIndex, path: string, position: Position): SourceLocation | undefined {
  const found = symbolAt(index, path, position);
  return found && locationOf(index, found.thing);
}

/** Everywhere the thing named at a position is named: its definition first, then each use. */
export function referencesAt(index: ModelIndex, path: string, position: Position): SourceLocation[] {
  const found = symbolAt(index, path, position);
  if (!found) return [];
  const uses = index.definitions.flatMap((definition) =>
    index
      .references(definition)
      .references.flatMap((reference) => partsOf(index, reference))
      .filter(({ thing }) => same(thing, found.thing))
      .map(({ span }) => ({ file: definition.file, range: index.rangeOf(definition.file, span) })),
  );
  return [locationOf(index, found.thing), ...uses];
}
