/**
 * Finds what is at a position of a source, and all places that name it. The one answer for all language features: names of
 * definitions, members and granularities, aliases in views, and the parts of references.
 */

import type { Position, Range, Span } from '../source/range.ts';
import type { ChainPart } from '../source/tree.ts';
import type { Definition, Member } from './definitions.ts';
import type { Derivation } from './derivedValues.ts';
import { type DimensionPart, partFieldsIn, partsOf } from './dimensionParts.ts';
import type { IndexedFile, ModelIndex } from './modelIndex.ts';
import type { Reference } from './references.ts';
import { isCurrentCube, type ReferenceTarget, resolve } from './resolve.ts';
import { type TemplateName, templateNamesIn } from './templateNames.ts';
import type { ViewCube } from './viewMembers.ts';

/** A granularity or time shift is one that the dimension defines itself; a template name is a macro, variable or function of templates. */
export type ModelSymbol = { definition: Definition } | { member: Member } | DimensionPart | { template: TemplateName };

export interface SourceLocation {
  file: string;
  range: Range;
}

/** One place where a symbol is named. */
export interface Occurrence {
  file: string;
  span: Span;
  symbol: ModelSymbol;
  /** `name`: in the definition of the symbol; `alias`: its other name in a view; `self`: `CUBE` or `TABLE`. */
  role: 'name' | 'alias' | 'self' | 'reference';
  /** The view, if the text names its member and not that of the cube. */
  view?: Definition;
  /** The cube or view before the dot, or around a name without one. Not for names. */
  holder?: Definition;
  reference?: Reference;
  /** As written, in a file that is not a source. */
  text?: string;
}

/** A position right after a name belongs to the name. */
export function touches(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}

export function isSameSymbol(a: ModelSymbol, b: ModelSymbol): boolean {
  if ('member' in a) return 'member' in b && a.member === b.member;
  if ('definition' in a) return 'definition' in b && a.definition === b.definition;
  if ('template' in a) {
    return (
      'template' in b && a.template.file === b.template.file && a.template.nameSpan.start === b.template.nameSpan.start
    );
  }
  return (
    'granularity' in b &&
    a.dimension === b.dimension &&
    a.granularity.name === b.granularity.name &&
    a.isTimeShift === b.isTimeShift
  );
}

/** The place where the symbol is defined, and its name in the source. */
export function placeOf(symbol: ModelSymbol): { file: string; name: string; nameSpan: Span; span: Span } {
  if ('definition' in symbol) return symbol.definition;
  if ('template' in symbol) return symbol.template;
  const item = 'member' in symbol ? symbol.member : symbol.granularity;
  const { definition } = 'member' in symbol ? symbol.member : symbol.dimension;
  return { file: definition.file, name: item.name, nameSpan: item.nameSpan, span: item.span };
}

export function locationOf(index: ModelIndex, symbol: ModelSymbol): SourceLocation {
  const { file, nameSpan } = placeOf(symbol);
  return { file, range: index.rangeOf(file, nameSpan) };
}

/** The definitions of a file, also those with a name that is known only at run time. */
export function definitionsIn(file: IndexedFile): readonly Definition[] {
  return file.generated.length > 0 ? [...file.definitions, ...file.generated] : file.definitions;
}

/** The places where a definition names itself, its members, their granularities and time shifts. */
export function namesIn(definition: Definition): Occurrence[] {
  const { file, members } = definition;
  const name = (span: Span, symbol: ModelSymbol): Occurrence => ({ file, span, symbol, role: 'name' });
  return [
    name(definition.nameSpan, { definition }),
    ...members.map((member) => name(member.nameSpan, { member })),
    ...members.flatMap((dimension) => partsOf(dimension).map((part) => name(part.granularity.nameSpan, part))),
  ];
}

export function aliasesIn(index: ModelIndex, view: Definition): Occurrence[] {
  if (view.kind !== 'view') return [];
  const { members, items } = index.viewMembers(view);
  return items.flatMap(({ definition, includes, prefix }) => {
    if (definition !== view || includes === '*') return [];
    return includes.flatMap(({ alias, aliasSpan, nameSpan }): Occurrence[] => {
      if (aliasSpan.start === nameSpan.start) return [];
      const member = members.get(prefix === undefined ? alias : `${prefix}_${alias}`)?.sources[0];
      if (!member) return [];
      return [{ file: view.file, span: aliasSpan, symbol: { member }, role: 'alias', view, holder: view }];
    });
  });
}

/** Fields that name granularities and time shifts: one for each dimension that has such a part. */
export function partFields(index: ModelIndex, definition: Definition): Occurrence[] {
  const { file } = definition;
  return partFieldsIn(index, definition).flatMap(({ span, parts }) =>
    parts.map((symbol): Occurrence => ({ file, span, symbol, role: 'reference' })),
  );
}

/** The names in a reference. Some fields have `cube.member` as one text. */
function namesOf({ role, chain }: Reference): readonly ChainPart[] {
  const [part] = chain.parts;
  if (role !== 'own' || !part || part.end - part.start !== part.name.length) return chain.parts;
  let start = part.start;
  return part.name.split('.').map((name) => {
    const end = start + name.length;
    const found = { name, start, end };
    start = end + 1;
    return found;
  });
}

/** The target of each part of a reference. */
function targetsOf(
  index: ModelIndex,
  reference: Reference,
  parts: readonly ChainPart[],
): (ReferenceTarget | undefined)[] {
  const { targets } = resolve(index, reference);
  const [first, second, third, fourth, fifth] = parts.map(({ name }) => name);
  if (first === 'FILTER_PARAMS' && targets.length === 0) {
    const cube = second === undefined ? undefined : index.cube(second);
    const member = cube && third !== undefined ? index.member(cube, third) : undefined;
    const shift =
      fifth !== undefined && /^time_?shifts$/i.test(fourth!) ? { granularity: fifth, isTimeShift: true } : undefined;
    return [undefined, cube && { definition: cube }, member && { member }, undefined, shift];
  }
  if (parts.length > reference.chain.parts.length && targets.length > 0) {
    const owner = index.cube(first!);
    return [owner && { definition: owner }, ...targets];
  }
  if (targets.length === 0 && first !== undefined && reference.role !== 'own' && reference.role !== 'include') {
    const [generated] = index.generatedNamed(first);
    return generated ? [{ definition: generated }] : [];
  }
  return [...targets];
}

/** The cube or view in which the first name of a reference is looked up. */
function holderOf(index: ModelIndex, { role, scope, definition }: Reference): Definition | undefined {
  return role === 'include' ? scope && index.cube(scope.parts.at(-1)!.name) : definition;
}

/** The names in a reference with their targets, in the order of the text. */
export function occurrencesOfReference(index: ModelIndex, reference: Reference): Occurrence[] {
  const parts = namesOf(reference);
  const { file } = reference.definition;
  const found: Occurrence[] = [];
  let holder = holderOf(index, reference);
  let dimension: Member | undefined;
  for (const [i, target] of targetsOf(index, reference, parts).entries()) {
    const part = parts[i];
    if (!target || !part) continue;
    const add = (symbol: ModelSymbol, more: Partial<Occurrence> = {}) =>
      found.push({
        file,
        span: { start: part.start, end: part.end },
        symbol,
        role: 'reference',
        reference,
        ...(holder ? { holder } : {}),
        ...more,
      });
    if ('definition' in target) {
      add(target, isCurrentCube(part.name) ? { role: 'self' } : {});
      holder = target.definition;
    } else if ('member' in target) {
      const isIncluded = holder?.kind === 'view' && !index.lineage(holder).includes(target.member.definition);
      add(target, isIncluded ? { view: holder! } : {});
      dimension = target.member;
    } else if (dimension) {
      const isTimeShift = target.isTimeShift ?? false;
      const isNamed = (one: DimensionPart) =>
        one.granularity.name === target.granularity && (one.isTimeShift ?? false) === isTimeShift;
      const found = partsOf(dimension).find(isNamed);
      if (found) add(found);
    }
  }
  return found;
}

/** The symbol at a position. */
export function occurrenceAt(index: ModelIndex, path: string, position: Position): Occurrence | undefined {
  const file = index.file(path);
  if (!file) return undefined;
  const offset = file.lines.offsetAt(position);
  for (const definition of definitionsIn(file)) {
    const found =
      namesIn(definition).find(({ span }) => touches(span, offset)) ??
      index
        .references(definition)
        .references.filter(({ chain }) => touches(chain, offset))
        .flatMap((reference) => occurrencesOfReference(index, reference))
        .find(({ span }) => touches(span, offset)) ??
      aliasesIn(index, definition).find(({ span }) => touches(span, offset)) ??
      partFields(index, definition).find(({ span }) => touches(span, offset));
    if (found) return found;
  }
  return templateOccurrences(index, file).find(({ span }) => touches(span, offset));
}

export function templateOccurrences(index: ModelIndex, file: IndexedFile): Occurrence[] {
  return templateNamesIn(index, file).map(({ span, target }) => ({
    file: file.path,
    span,
    symbol: { template: target },
    role: target.file === file.path && target.nameSpan.start === span.start ? 'name' : 'reference',
  }));
}

export interface IncludedIn {
  view: Definition;
  /** The name in the view. */
  name: string;
  /** The item of `cubes` that includes it, of the view or of one that it extends. */
  item: ViewCube;
}

/** Kept until the next edit, because several features ask for the same member. */
const viewsWithMember: Derivation<ModelIndex, Member, readonly IncludedIn[]> = {
  compute(index, member) {
    const candidates = new Set([member.definition, ...extending(index, member.definition)]);
    for (const holder of candidates) {
      for (const one of index.mentioning(holder.name)) {
        if (one.kind !== 'view' || candidates.has(one)) continue;
        candidates.add(one);
        for (const child of extending(index, one)) candidates.add(child);
      }
    }
    const found: IncludedIn[] = [];
    for (const view of index.definitions) {
      if (view.kind !== 'view' || !candidates.has(view)) continue;
      for (const { name, sources, item } of index.viewMembers(view).members.values())
        if (sources.includes(member)) found.push({ view, name, item });
    }
    return found;
  },
};

/** The views that include a member. */
export function viewsOf(index: ModelIndex, member: Member): readonly IncludedIn[] {
  return index.derive(viewsWithMember, member);
}

/** A text that a reference must contain to name a symbol. Only such references are resolved. */
interface Search {
  names: ReadonlySet<string>;
  /** Only these can contain such a reference. */
  candidates: ReadonlySet<Definition>;
  /** For a member: the definitions that have it, and their names. */
  holders?: { definitions: ReadonlySet<Definition>; names: ReadonlySet<string> };
  /** The views that include it. */
  views: ReadonlySet<Definition>;
}

function searchFor(index: ModelIndex, symbol: ModelSymbol): Search {
  const names = new Set([placeOf(symbol).name]);
  const candidates = new Set<Definition>();
  const addMentioning = (name: string) => {
    for (const one of index.mentioning(name)) candidates.add(one);
  };
  if (!('member' in symbol)) {
    if ('definition' in symbol) candidates.add(symbol.definition);
    addMentioning(placeOf(symbol).name);
    return { names, candidates, views: new Set() };
  }
  const included = viewsOf(index, symbol.member);
  for (const { name } of included) names.add(name);
  const views = new Set(included.map(({ view }) => view));
  const definitions = new Set([symbol.member.definition, ...extending(index, symbol.member.definition), ...views]);
  const holders = { definitions, names: new Set([...definitions].map(({ name }) => name)) };
  // The holder is named in the same definition, or is this definition.
  for (const definition of definitions) candidates.add(definition);
  holders.names.forEach(addMentioning);
  return { names, candidates, views, holders };
}

/** All cubes or views that extend a definition, also over others. */
export function extending(index: ModelIndex, definition: Definition): Definition[] {
  const found = new Set([definition]);
  for (const parent of found) {
    for (const one of index.mentioning(parent.name)) if (index.parentOf(one) === parent) found.add(one);
  }
  return found.size === 1 ? [] : index.definitions.filter((one) => one !== definition && found.has(one));
}

function mayName(index: ModelIndex, reference: Reference, symbol: ModelSymbol, { names, holders }: Search): boolean {
  const { chain, definition } = reference;
  if ('definition' in symbol && definition === symbol.definition && isCurrentCube(chain.parts[0]!.name)) return true;
  for (let i = 0; i < chain.parts.length; i += 1) {
    const { name } = chain.parts[i]!;
    if (name.includes('.') && name.split('.').some(names.has, names)) return true;
    if (!names.has(name)) continue;
    const before = chain.parts[i - 1]?.name;
    if (!holders || (before !== undefined && holders.names.has(before))) return true;
    const holder = before === undefined ? holderOf(index, reference) : isCurrentCube(before) ? definition : undefined;
    if (holder && holders.definitions.has(holder)) return true;
  }
  return false;
}

/** All places that name a symbol, by file and position. `only` limits them to one file. */
export function occurrencesOf(index: ModelIndex, symbol: ModelSymbol, only?: string): Occurrence[] {
  const search = searchFor(index, symbol);
  const place = placeOf(symbol);
  /** The starts of those in the current file. */
  const known = new Set<number>();
  const found: Occurrence[] = [];
  const add = (one: Occurrence) => {
    const { start } = one.span;
    if (!isSameSymbol(one.symbol, symbol) || known.has(start)) return;
    known.add(start);
    found.push(one);
  };
  // Granularities and names of templates are also in other places than references.
  const isNamed = 'member' in symbol || 'definition' in symbol;
  const named = new Set([place.file, ...[...search.candidates].map(({ file }) => file)]);
  const searched = isNamed ? [...named].sort().map((file) => index.file(file)) : index.files;
  for (const file of only === undefined ? searched : [index.file(only)]) {
    if (!file || (isNamed && !named.has(file.path))) continue;
    const first = found.length;
    known.clear();
    if (file.path === place.file) add({ file: file.path, span: place.nameSpan, symbol, role: 'name' });
    for (const definition of 'template' in symbol ? [] : definitionsIn(file)) {
      if ('granularity' in symbol) for (const one of partFields(index, definition)) add(one);
      if (!search.candidates.has(definition)) continue;
      const isOwn = 'definition' in symbol && symbol.definition === definition;
      const { byName } = index.references(definition);
      for (const name of isOwn ? [...search.names, 'CUBE', 'TABLE'] : search.names) {
        for (const reference of byName.get(name) ?? []) {
          if (mayName(index, reference, symbol, search))
            for (const one of occurrencesOfReference(index, reference)) add(one);
        }
      }
      if (search.views.has(definition)) for (const one of aliasesIn(index, definition)) add(one);
    }
    if ('template' in symbol) for (const one of templateOccurrences(index, file)) add(one);
    if (found.length > first + 1) found.push(...found.splice(first).sort((a, b) => a.span.start - b.span.start));
  }
  return found;
}
