/** All parts of a model that a review compares: cubes, views, their members, joins, policies and granularities. */

import { type Definition, granularitiesOf, type Member, type MemberKind } from '../../model/index/definitions.ts';
import { isBuiltInMember } from '../../model/index/members.ts';
import type { ModelIndex } from '../../model/index/modelIndex.ts';
import { allViewCubes } from '../../model/index/viewMembers.ts';
import { camelCase } from '../../model/source/names.ts';
import type { Span } from '../../model/source/range.ts';
import { type ValueNode, valueAt } from '../../model/source/tree.ts';
import { dataTypeOf } from '../../query/results/resultTable.ts';
import { type Content, definitionContent, itemContent, overrideContent } from './content.ts';
import type { PartKind } from './modelChange.ts';

interface Origin {
  owner: string;
  local: string;
  /** The properties that a view adds to an included member; undefined for an inherited one. */
  override: Content | undefined;
}

/** The place and the name of a part. */
export interface PartName {
  kind: PartKind;
  /** The cube or view. */
  owner: string;
  /** The name in it; '' for the cube or view itself. */
  local: string;
}

export interface Part extends PartName {
  /** Read when it is first needed. */
  content(): Content;
  /** Its text in the source; '' if that does not decide the content. Equal texts have equal contents. */
  text: string;
  /** The definition of an inherited or included member; undefined if that is here. */
  origin: Origin | undefined;
  file: string;
  span: Span;
  /** All of it; of an included member what includes it. */
  whole: Span;
  /** The type of the data: `number` for a measure of type `sum`; undefined if it is not known. */
  type: string | undefined;
  isPublic: boolean;
  member: Member | undefined;
}

/** By `keyOfPart`. */
export type Parts = ReadonlyMap<string, Part>;

const kindOfMember: Readonly<Record<MemberKind, PartKind>> = {
  measure: 'measure',
  dimension: 'dimension',
  segment: 'segment',
  preAggregation: 'pre_aggregation',
  hierarchy: 'hierarchy',
};

export function isDefinition({ kind }: PartName): boolean {
  return kind === 'cube' || kind === 'view';
}

export function nameOfPart({ owner, local }: Pick<PartName, 'owner' | 'local'>): string {
  return local === '' ? owner : `${owner}.${local}`;
}

export function keyOfPart(part: PartName): string {
  return `${isDefinition(part) ? 'definition' : part.kind} ${nameOfPart(part)}`;
}

/** The parts that need not be read, because they are the same in another model. */
interface Known {
  /** Whether the definition's own parts are among them. */
  own: boolean;
  /** Names of inherited and included members. */
  others: ReadonlySet<string>;
}

const nothingKnown: Known = { own: false, others: new Set() };

/** The parts of one cube or view. */
export function partsOf(index: ModelIndex, definition: Definition, known: Known = nothingKnown): Parts {
  const parts = new Map<string, Part>();
  const add = (part: Part) => {
    const key = keyOfPart(part);
    // Own members come first.
    if (!parts.has(key)) parts.set(key, part);
  };
  for (const part of known.own ? [] : ownParts(index, definition)) add(part);
  for (const part of inheritedParts(index, definition, known.others)) add(part);
  for (const part of includedParts(index, definition, known.others)) add(part);
  return parts;
}

/** The definition itself and what it defines. */
function ownParts(index: ModelIndex, definition: Definition): Part[] {
  const { name: owner, file, node, kind, nameSpan } = definition;
  const source = sourceOf(index, definition);
  const isPublic = isVisible(node, true);
  const part = (kind: PartKind, local: string, span: Span, node: ValueNode, content: () => Content): Part => ({
    ...{ kind, owner, local, file, span, whole: node, isPublic, text: textOfNode(source, node) },
    ...{ content: once(content), origin: undefined, type: undefined, member: undefined },
  });
  return [
    part(kind === 'view' ? 'view' : 'cube', '', nameSpan, node, () => definitionContent(source, node)),
    ...definition.members
      .filter(({ name }) => !isBuiltInMember(name))
      .flatMap((member) => [
        memberPart(index, definition, member),
        ...granularitiesOf(member).map(({ name, node, nameSpan }) =>
          part('granularity', `${member.name}.${name}`, nameSpan, node, () => itemContent(source, node)),
        ),
      ]),
    ...definition.joins.map(({ name, node, nameSpan }) =>
      part('join', name, nameSpan, node, () => itemContent(source, node)),
    ),
    ...[...policiesOf(node)].map(([name, policy]) =>
      part('access_policy', name, policy, policy, () => {
        return new Map([['access', JSON.stringify([...itemContent(source, policy)])]]);
      }),
    ),
  ];
}

/** The content of `public: false`. */
const hidden = JSON.stringify({ public: false });

function memberPart(index: ModelIndex, holder: Definition, member: Member): Part {
  const { definition, name, kind, node, nameSpan } = member;
  return {
    kind: kindOfMember[kind],
    owner: holder.name,
    local: name,
    content: once(() => {
      const content = itemContent(sourceOf(index, definition), node);
      // The compiler hides a primary key unless it is made public.
      const isHidden = isPrimaryKey(member) && !valueAt(node, 'public') && !valueAt(node, 'shown');
      return isHidden ? new Map([...content, ['visibility', hidden]]) : content;
    }),
    text: definition === holder ? textOfNode(sourceOf(index, definition), node) : '',
    origin: definition === holder ? undefined : { owner: definition.name, local: name, override: undefined },
    file: definition.file,
    span: nameSpan,
    whole: node,
    type: typeOf(member),
    isPublic: isVisible(holder.node, true) && isVisible(node, !isPrimaryKey(member)),
    member,
  };
}

function* inheritedParts(index: ModelIndex, heir: Definition, known: ReadonlySet<string>): Iterable<Part> {
  for (const [name, members] of index.members(heir)) {
    if (known.has(name)) continue;
    for (const member of members) {
      if (member.definition !== heir && member.kind !== 'preAggregation') yield memberPart(index, heir, member);
    }
  }
}

function* includedParts(index: ModelIndex, view: Definition, known: ReadonlySet<string>): Iterable<Part> {
  if (view.kind !== 'view') return;
  let overrides: ReadonlyMap<string, Content> | undefined;
  for (const { name, sources, span, definition: by } of index.viewMembers(view).members.values()) {
    if (known.has(name)) continue;
    overrides ??= overridesIn(index, view);
    const override = overrides.get(name) ?? new Map();
    for (const member of sources) {
      const { definition, name: local, node } = member;
      yield {
        ...memberPart(index, view, member),
        local: name,
        content: once(() => {
          const content = new Map([...itemContent(sourceOf(index, definition), node), ...override]);
          // A view shows what it includes, also if the cube hides it.
          content.delete('visibility');
          return content;
        }),
        origin: { owner: definition.name, local, override },
        file: by.file,
        span,
        whole: span,
        isPublic: isVisible(view.node, true),
      };
    }
  }
}

/** The parts of both models that may differ. Of several definitions with one name the first counts, as in the index. */
export function differingParts(before: ModelIndex, after: ModelIndex, names: Iterable<string>): [Parts, Parts] {
  const sides: [Map<string, Part>, Map<string, Part>] = [new Map(), new Map()];
  for (const name of names) {
    const [old, now] = [before.cube(name), after.cube(name)];
    const known = old && now ? knownIn(before, old, after, now) : nothingKnown;
    for (const [key, part] of old ? partsOf(before, old, known) : []) sides[0].set(key, part);
    for (const [key, part] of now ? partsOf(after, now, known) : []) sides[1].set(key, part);
  }
  return sides;
}

function knownIn(before: ModelIndex, old: Definition, after: ModelIndex, now: Definition): Known {
  const isSameText = (a: Definition, b: Definition | undefined) =>
    a === b || (b?.file === a.file && before.text(a.file)?.text === after.text(b.file)?.text);
  const heirs = after.lineage(now);
  const isSameLineage = before.lineage(old).every((one, i) => isSameText(one, heirs[i]));
  const others = new Set<string>();
  const addSame = (a: ReadonlyMap<string, readonly Member[]>, b: ReadonlyMap<string, readonly Member[]>) => {
    for (const [name, members] of a) {
      const same = b.get(name);
      if (same?.length === members.length && members.every((one, i) => isSameMember(one, same[i]!, old, now)))
        others.add(name);
    }
  };
  addSame(before.members(old), after.members(now));
  if (old.kind === 'view') {
    addSame(sourcesIn(before, old), sourcesIn(after, now));
    // The items of a view can give other titles and descriptions to what they include.
    const overrides = isSameLineage ? [] : [overridesIn(before, old), overridesIn(after, now)];
    for (const name of overrides.flatMap((one) => [...one.keys()])) others.delete(name);
  }
  return { own: isSameText(old, now) && old.kind === now.kind, others };
}

function sourcesIn(index: ModelIndex, view: Definition): ReadonlyMap<string, readonly Member[]> {
  return new Map([...index.viewMembers(view).members].map(([name, { sources }]) => [name, sources]));
}

function isSameMember(a: Member, b: Member, old: Definition, now: Definition): boolean {
  const isSame = a.kind === b.kind && a.name === b.name && a.definition.name === b.definition.name;
  return isSame && (a.definition === old) === (b.definition === now);
}

function once(read: () => Content): () => Content {
  let content: Content | undefined;
  return () => {
    content ??= read();
    return content;
  };
}

/** An alias of YAML has its content in another place. */
function textOfNode({ text, language }: { text: string; language: Definition['language'] }, node: ValueNode): string {
  const own = text.slice(node.start, node.end);
  return language === 'yaml' && /\*\w/.test(own) ? '' : `${language} ${own}`;
}

function sourceOf(
  index: ModelIndex,
  { file, language }: Definition,
): { text: string; language: Definition['language'] } {
  return { text: index.text(file)?.text ?? '', language };
}

/** The properties that a view adds to included members, by their names in the view. */
function overridesIn(index: ModelIndex, view: Definition): Map<string, Content> {
  const found = new Map<string, Content>();
  for (const { definition, node, prefix } of allViewCubes(index, view)) {
    const includes = valueAt(node, 'includes');
    if (includes?.kind !== 'list') continue;
    for (const item of includes.items) {
      const name = valueAt(item, 'alias') ?? valueAt(item, 'name');
      if (item.kind !== 'map' || name?.kind !== 'scalar') continue;
      const content = overrideContent(sourceOf(index, definition), item);
      if (content.size > 0) found.set(prefix === undefined ? `${name.value}` : `${prefix}_${name.value}`, content);
    }
  }
  return found;
}

/** Policies by the group or role that they are for. */
function policiesOf(node: ValueNode): Map<string, ValueNode> {
  const list = valueAt(node, 'accessPolicy');
  const found = new Map<string, ValueNode>();
  for (const policy of list?.kind === 'list' ? list.items : []) {
    const subject = valueAt(policy, 'group') ?? valueAt(policy, 'groups') ?? valueAt(policy, 'role');
    const names = subject?.kind === 'list' ? subject.items : [subject];
    const name = names.map((one) => (one?.kind === 'scalar' ? String(one.value) : '?')).join(', ');
    let unique = name;
    for (let i = 2; found.has(unique); i += 1) unique = `${name} (${i})`;
    found.set(unique, policy);
  }
  return found;
}

function isVisible(node: ValueNode, otherwise: boolean): boolean {
  const value = valueAt(node, 'public') ?? valueAt(node, 'shown');
  return value?.kind === 'scalar' && typeof value.value === 'boolean' ? value.value : otherwise;
}

function isPrimaryKey({ kind, node }: Member): boolean {
  const value = valueAt(node, 'primaryKey');
  return kind === 'dimension' && value?.kind === 'scalar' && value.value === true;
}

function typeOf({ kind, node }: Member): string | undefined {
  if (kind !== 'measure' && kind !== 'dimension') return undefined;
  const value = valueAt(node, 'type');
  if (!value) return kind === 'dimension' ? 'string' : 'number';
  if (value.kind !== 'scalar' || value.dynamic || typeof value.value !== 'string') return undefined;
  return dataTypeOf(camelCase(value.value));
}
