/** What stands under a position: the cube, view or member that is meant there, where it is defined and where it is used. */

import type { Position, Range, Span } from '../source/range.ts';
import type { Definition, Member } from './definitions.ts';
import type { ModelIndex } from './modelIndex.ts';
import type { Reference } from './references.ts';
import { type Meaning, resolve } from './resolve.ts';

export type Thing = { definition: Definition } | { member: Member };

export interface Place {
  file: string;
  range: Range;
}

function covers(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}

function same(a: Thing, b: Thing): boolean {
  if ('member' in a) return 'member' in b && a.member === b.member;
  return 'definition' in b && a.definition === b.definition;
}

function thingOf(meaning: Meaning | undefined): Thing | undefined {
  return meaning && !('granularity' in meaning) ? meaning : undefined;
}

/** Parts of a reference with what each means; a plain name has one part. */
function partsOf(index: ModelIndex, reference: Reference): { span: Span; thing: Thing }[] {
  const { meanings } = resolve(index, reference);
  return reference.chain.parts.flatMap((part, i) => {
    const thing = thingOf(meanings[i]);
    return thing ? [{ span: part, thing }] : [];
  });
}

/** The thing named at a position, with the words that name it; undefined where nothing is named. */
export function thingAt(
  index: ModelIndex,
  path: string,
  position: Position,
): { thing: Thing; range: Range } | undefined {
  const file = index.file(path);
  if (!file) return undefined;
  const offset = file.lines.offsetAt(position);
  for (const definition of file.definitions) {
    const named: { span: Span; thing: Thing }[] = [
      { span: definition.nameSpan, thing: { definition } },
      ...definition.members.map((member) => ({ span: member.nameSpan, thing: { member } })),
    ];
    const found =
      named.find(({ span }) => covers(span, offset)) ??
      index
        .references(definition)
        .references.filter(({ chain }) => covers(chain, offset))
        .flatMap((reference) => partsOf(index, reference))
        .find(({ span }) => covers(span, offset));
    if (found) return { thing: found.thing, range: file.lines.rangeOf(found.span) };
  }
  return undefined;
}

function placeOf(index: ModelIndex, thing: Thing): Place {
  const { file, nameSpan } =
    'member' in thing
      ? { file: thing.member.definition.file, nameSpan: thing.member.nameSpan }
      : { file: thing.definition.file, nameSpan: thing.definition.nameSpan };
  return { file, range: index.rangeOf(file, nameSpan) };
}

/** Where the thing named at a position is defined: its name there. */
export function definitionAt(index: ModelIndex, path: string, position: Position): Place | undefined {
  const found = thingAt(index, path, position);
  return found && placeOf(index, found.thing);
}

/** Everywhere the thing named at a position is named: its definition first, then each use. */
export function referencesAt(index: ModelIndex, path: string, position: Position): Place[] {
  const found = thingAt(index, path, position);
  if (!found) return [];
  const uses = index.definitions.flatMap((definition) =>
    index
      .references(definition)
      .references.flatMap((reference) => partsOf(index, reference))
      .filter(({ thing }) => same(thing, found.thing))
      .map(({ span }) => ({ file: definition.file, range: index.rangeOf(definition.file, span) })),
  );
  return [placeOf(index, found.thing), ...uses];
}
