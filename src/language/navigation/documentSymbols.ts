/** The outline of a file: cubes and views with their members, joins and included members, and macros. */

import { type Definition, granularitiesOf, type Member } from '../../model/index/definitions.ts';
import { definitionsIn } from '../../model/index/lookup.ts';
import type { IndexedFile, ModelIndex } from '../../model/index/modelIndex.ts';
import { templateNamesIn } from '../../model/index/templateNames.ts';
import { allViewCubes, type ViewCube } from '../../model/index/viewMembers.ts';
import { isDeprecated } from '../../model/lint/deprecation.ts';
import { contains, type Span } from '../../model/source/range.ts';
import { textOf, type ValueNode, valueAt } from '../../model/source/tree.ts';
import type { DocumentSymbol, SymbolKind } from '../protocol/protocol.ts';
import { symbolKinds } from '../protocol/symbolKinds.ts';

interface Part {
  name: string;
  detail: string | undefined;
  kind: SymbolKind;
  span: Span;
  nameSpan: Span;
  children: readonly Part[];
  isDeprecated?: boolean;
}

export function documentSymbols(index: ModelIndex, path: string): DocumentSymbol[] {
  const file = index.file(path);
  if (!file) return [];
  const all: Span = { start: 0, end: file.text.length };
  const definitions = definitionsIn(file).map((definition) => partOf(index, definition));
  return symbolsOf(file, [...definitions, ...macrosIn(index, file)], all);
}

function macrosIn(index: ModelIndex, file: IndexedFile): Part[] {
  return templateNamesIn(index, file).flatMap(({ span, target }) => {
    if (target.kind !== 'macro' || span !== target.nameSpan) return [];
    const { name, span: whole, nameSpan } = target;
    return [{ name, detail: 'macro', kind: symbolKinds.macro, span: whole, nameSpan, children: [] }];
  });
}

/** Parts outside of their parent, such as those of a YAML alias, are left out: editors require ranges inside each other. */
function symbolsOf(file: IndexedFile, parts: readonly Part[], around: Span): DocumentSymbol[] {
  return parts
    .filter(({ span, nameSpan }) => contains(around, span) && contains(span, nameSpan))
    .sort((a, b) => a.span.start - b.span.start)
    .map(({ name, detail, kind, span, nameSpan, children, isDeprecated: isOld }) => ({
      name: name.trim() || '?',
      ...(detail ? { detail } : {}),
      kind,
      ...(isOld ? { tags: [1] } : {}),
      range: file.lines.rangeOf(span),
      selectionRange: file.lines.rangeOf(nameSpan),
      children: symbolsOf(file, children, span),
    }));
}

function partOf(index: ModelIndex, definition: Definition): Part {
  const { name, node, span, nameSpan, members, joins, kind } = definition;
  return {
    name,
    detail: textOf(valueAt(node, 'title')),
    kind: symbolKinds[kind],
    span,
    nameSpan,
    isDeprecated: isDeprecated({ definition }),
    children: [
      ...members.map(partOfMember),
      ...joins.map((join) => ({
        ...join,
        detail: textOf(valueAt(join.node, 'relationship')),
        kind: symbolKinds.join,
        children: [],
      })),
      ...(kind === 'view' ? allViewCubes(index, definition) : [])
        .filter((item) => item.definition === definition && item.joinPath)
        .map((item) => partOfViewCube(index, item)),
    ],
  };
}

function partOfMember(member: Member): Part {
  return {
    ...member,
    detail: typeOf(member.node),
    kind: symbolKinds[member.kind],
    isDeprecated: isDeprecated({ member }),
    children: granularitiesOf(member).map((one) => ({
      ...one,
      detail: textOf(valueAt(one.node, 'interval')),
      kind: symbolKinds.granularity,
      children: [],
    })),
  };
}

function typeOf(node: ValueNode): string | undefined {
  return textOf(valueAt(node, 'type'));
}

/** An item in the `cubes` of a view, with the members that it lists. */
function partOfViewCube(index: ModelIndex, item: ViewCube): Part {
  const { joinPath, prefix, includes, node } = item;
  const members = index.viewMembers(item.definition).members;
  const prefixed = (name: string) => (prefix === undefined ? name : `${prefix}_${name}`);
  return {
    name: joinPath!.parts.map(({ name }) => name).join('.'),
    detail: [includes === '*' ? '*' : '', prefix === undefined ? '' : `${prefix}_`].filter(Boolean).join(' '),
    kind: symbolKinds.join,
    span: node,
    nameSpan: joinPath!,
    children: (includes === '*' ? [] : includes).map(({ alias, nameSpan, aliasSpan }) => {
      const name = prefixed(alias);
      const source = members.get(name)?.sources[0];
      return {
        name,
        detail: source && typeOf(source.node),
        kind: symbolKinds[source?.kind ?? 'dimension'],
        span: { start: Math.min(nameSpan.start, aliasSpan.start), end: Math.max(nameSpan.end, aliasSpan.end) },
        nameSpan: aliasSpan,
        children: [],
      };
    }),
  };
}
