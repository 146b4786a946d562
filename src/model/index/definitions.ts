/** Reads cubes, views and their members from one parsed source, without resolving names. */

import { closest } from '../source/names.ts';
import type { Span } from '../source/range.ts';
import type { DefinitionKind, Language, MapNode, ParsedSource, ValueNode } from '../source/tree.ts';
import { entryOf, textOf, valueAt } from '../source/tree.ts';

export type MemberKind = 'measure' | 'dimension' | 'segment' | 'preAggregation' | 'hierarchy';

/** The kind of member in each group. Group names are in the compiler's camelCase. */
export const memberGroups: ReadonlyMap<string, MemberKind> = new Map([
  ['measures', 'measure'],
  ['dimensions', 'dimension'],
  ['segments', 'segment'],
  ['preAggregations', 'preAggregation'],
  ['hierarchies', 'hierarchy'],
]);

export interface NamedItem {
  name: string;
  nameSpan: Span;
  span: Span;
  node: ValueNode;
}

export interface Member extends NamedItem {
  kind: MemberKind;
  definition: Definition;
}

export interface Join extends NamedItem {
  definition: Definition;
  index: number;
}

export interface Definition {
  kind: DefinitionKind;
  /** The source of a name that is known only at run time. */
  name: string;
  /** Only for such a name: what it looks like. */
  pattern?: RegExp;
  nameSpan: Span;
  span: Span;
  node: MapNode;
  /** POSIX path relative to the project folder. */
  file: string;
  language: Language;
  /** The definition may have members that cannot be read: in a text with errors, without a name, or generated ones. */
  open: false | 'unread' | 'unnamed' | 'generated';
  members: readonly Member[];
  joins: readonly Join[];
}

/** The items of a YAML list of `- name: x`, or of a JavaScript map `x: {}`. Skips items whose name is not known. */
export function namedItems(node: ValueNode | undefined): NamedItem[] {
  if (node?.kind === 'list') {
    return node.items.flatMap((item) => {
      const entry = entryOf(item, 'name');
      const scalar = entry?.value;
      if (scalar?.kind !== 'scalar' || scalar.dynamic || scalar.value === null || scalar.chains) return [];
      return [{ name: String(scalar.value), nameSpan: scalar, span: item, node: item }];
    });
  }
  if (node?.kind === 'map') {
    return node.entries
      .filter((entry) => !entry.dynamic)
      .map((entry) => ({
        name: entry.key,
        nameSpan: entry.keySpan,
        span: { start: entry.keySpan.start, end: entry.value.end },
        node: entry.value,
      }));
  }
  return [];
}

/** The granularities that a dimension defines itself. */
export function granularitiesOf({ kind, node }: Member): NamedItem[] {
  return kind === 'dimension' ? namedItems(valueAt(node, 'granularities')) : [];
}

/** The time shifts that a dimension of a calendar names. */
export function timeShiftsOf({ kind, node }: Member): NamedItem[] {
  return kind === 'dimension' ? namedItems(valueAt(node, 'timeShift')) : [];
}

function isOpen(node: ValueNode | undefined): boolean {
  if (!node) return false;
  if (node.kind === 'map') return node.open;
  if (node.kind === 'list') return node.open || node.items.some((item) => isDynamicItem(item));
  return node.kind === 'code' || node.dynamic;
}

function isDynamicItem(item: ValueNode): boolean {
  if (item.kind === 'code') return true;
  if (item.kind === 'scalar') return item.dynamic;
  const name = valueAt(item, 'name');
  return name?.kind !== 'scalar' || name.dynamic || name.chains !== undefined || name.value === null;
}

function isUnnamed(item: ValueNode): boolean {
  const name = valueAt(item, 'name');
  return (
    item.kind === 'map' && !item.open && (!name || (name.kind === 'scalar' && name.value === null && !name.dynamic))
  );
}

/** The members below a mistyped `dimnsions` are not read, but must not be reported as missing. */
function hasMistypedGroup(node: MapNode, kind: DefinitionKind): boolean {
  const missing = [...memberGroups.keys(), ...(kind === 'view' ? ['cubes'] : [])].filter(
    (group) => !entryOf(node, group),
  );
  return node.entries.some(
    (entry) =>
      !memberGroups.has(entry.name) && entry.value.kind !== 'scalar' && closest(entry.name, missing) !== undefined,
  );
}

/** Parts of a program or template that write members, for texts that cannot be parsed. */
const generators = /\.\.\.|\]\s*:|\{[{%]/;

function opennessOf(node: MapNode, kind: DefinitionKind): Definition['open'] {
  const groups = [...memberGroups.keys()].map((group) => valueAt(node, group));
  if (groups.some((group) => group?.kind === 'list' && group.items.some(isUnnamed))) return 'unnamed';
  if (node.open || groups.some(isOpen) || textOf(valueAt(node, 'cubes')) !== undefined) return 'generated';
  return hasMistypedGroup(node, kind) && 'unread';
}

/** The definitions of a source, also those whose names are known only at run time. */
export function definitionsOf(file: string, text: string, source: ParsedSource): Definition[] {
  const definitions: Definition[] = [];
  const broken = source.broken && (generators.test(text) ? 'generated' : 'unread');
  for (const raw of source.definitions) {
    if (raw.name === undefined && !raw.pattern) continue;
    const members: Member[] = [];
    const joins: Join[] = [];
    const definition: Definition = {
      kind: raw.kind,
      name: raw.name ?? text.slice(raw.nameSpan.start, raw.nameSpan.end),
      ...(raw.pattern ? { pattern: raw.pattern } : {}),
      nameSpan: { start: raw.nameSpan.start, end: raw.nameSpan.end },
      span: raw.span,
      node: raw.node,
      file,
      language: source.language,
      open: broken || opennessOf(raw.node, raw.kind),
      members,
      joins,
    };
    for (const [group, kind] of memberGroups) {
      for (const { name, nameSpan, span, node } of namedItems(valueAt(raw.node, group))) {
        members.push({ name, nameSpan, span, node, kind, definition });
      }
    }
    const listed = valueAt(raw.node, 'joins');
    const isMisplacedMap = source.language === 'yaml' && listed?.kind === 'map';
    for (const [index, item] of namedItems(isMisplacedMap ? undefined : listed).entries())
      joins.push({ ...item, definition, index });
    definitions.push(definition);
  }
  return definitions;
}

/** The name of the cube or view that a definition extends, if it is known. */
export function extendsName({ node }: Definition): string | undefined {
  const value = valueAt(node, 'extends');
  if (!value) return undefined;
  if (value.kind === 'code') {
    const [chain] = value.chains;
    const bare = chain && value.chains.length === 1 && chain.start === value.start && chain.end === value.end;
    return bare ? chain.parts[0]!.name : undefined;
  }
  return textOf(value)?.trim();
}
