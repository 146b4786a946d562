/** The rule about names of what is deprecated, in sources and in query and test documents. */

import type { Finding } from '../checks/findings.ts';
import { memberNamed } from '../documents/queryMembers.ts';
import type { MemberMention } from '../documents/readShape.ts';
import type { Definition, Member } from '../index/definitions.ts';
import { definitionsIn, type ModelSymbol, type Occurrence, occurrencesOf } from '../index/lookup.ts';
import type { IndexedFile, ModelIndex } from '../index/modelIndex.ts';
import type { Fix, TextProblem } from '../source/problem.ts';
import { problemCatalog } from '../source/problemCatalog.ts';
import type { Span } from '../source/range.ts';
import { ruleKinds } from '../source/ruleKinds.ts';
import { valueAt } from '../source/tree.ts';
import { type Deprecation, deprecationIn, deprecationOf, deprecationTexts, includedItem } from './deprecation.ts';

interface DeprecatedPart {
  symbol: Extract<ModelSymbol, { definition: unknown } | { member: unknown }>;
  /** Only this view calls it deprecated, under this name. */
  within?: { view: Definition; name: string };
  deprecation: Deprecation;
}

/** A read file does not change. Few files have some. */
const own = new WeakMap<IndexedFile, readonly (Omit<DeprecatedPart, 'within'> | Definition)[]>();

/** The deprecated parts that a file defines; a view that may have such items is a definition. */
function ownParts(file: IndexedFile): readonly (Omit<DeprecatedPart, 'within'> | Definition)[] {
  const known = own.get(file);
  if (known) return known;
  const found = !/\bdeprecated\b/.test(file.text)
    ? []
    : definitionsIn(file).flatMap((definition) => [
        ...[{ definition }, ...definition.members.map((member) => ({ member }))].flatMap((symbol) => {
          const deprecation = deprecationIn('member' in symbol ? symbol.member.node : symbol.definition.node);
          return deprecation ? [{ symbol, deprecation }] : [];
        }),
        ...(definition.kind === 'view' ? [definition] : []),
      ]);
  own.set(file, found);
  return found;
}

function* deprecatedParts(index: ModelIndex): Generator<DeprecatedPart> {
  for (const file of index.files) {
    for (const part of ownParts(file)) {
      if ('symbol' in part) yield part;
      else {
        for (const { name, sources } of index.viewMembers(part).members.values()) {
          const item = includedItem(index, part, name);
          const deprecation = item && deprecationIn(item);
          if (deprecation && sources[0])
            yield { symbol: { member: sources[0] }, within: { view: part, name }, deprecation };
        }
      }
    }
  }
}

/** What replaces a part: a cube or view, or a member of one. */
interface Replacement {
  cube: Definition;
  name?: string;
  member?: Member;
}

function replacementOf(index: ModelIndex, part: DeprecatedPart): Replacement | undefined {
  const { symbol, within, deprecation } = part;
  if (deprecation.use === undefined) return undefined;
  if ('definition' in symbol) {
    const cube = index.cube(deprecation.use);
    return cube && { cube };
  }
  const [first, second, ...more] = deprecation.use.split('.');
  if (more.length > 0) return undefined;
  const owners = second === undefined ? [within?.view, symbol.member.definition] : [index.cube(first!)];
  const name = second ?? first!;
  for (const cube of owners) {
    const member = cube && index.member(cube, name);
    if (cube && member) return { cube, name, member };
  }
  return undefined;
}

/** The name that a view has for a member. */
function nameIn(index: ModelIndex, view: Definition, member: Member | undefined): string | undefined {
  return [...index.viewMembers(view).members.values()].find(({ sources }) => member && sources.includes(member))?.name;
}

/** All places in the sources, and replacements that do not exist. */
export function deprecatedUses(index: ModelIndex): Finding[] {
  return [...deprecatedParts(index)].flatMap((part) => {
    const replacement = replacementOf(index, part);
    const { symbol, within, deprecation } = part;
    const place = within?.view ?? ('member' in symbol ? symbol.member.definition : symbol.definition);
    const wrong: Finding[] =
      deprecation.useSpan && !replacement
        ? [unknownReplacement(place.file, deprecation.useSpan, deprecation.use!)]
        : [];
    const uses = occurrencesOf(index, symbol).filter((one) => isUse(index, one, part));
    return [...wrong, ...uses.map((one) => findingAt(index, one, part, replacement))];
  });
}

function unknownReplacement(file: string, span: Span, use: string): Finding {
  const found = problemCatalog.unknownMember(
    `There is no \`${use}\`. Write the name of what replaces this, such as \`orders.count\`.`,
  );
  return { file, span, ...found, severity: 'warning' };
}

/** What is deprecated itself may use others that are. */
function isUse(
  index: ModelIndex,
  { role, view, reference, file, span }: Occurrence,
  { within }: DeprecatedPart,
): boolean {
  if (role !== 'reference' || !reference) return false;
  const text = index.text(file)!.text.slice(span.start, span.end);
  if (within && (view !== within.view || text !== within.name)) return false;
  const { definition, member } = reference;
  if (deprecationIn(definition.node) || (member && deprecationIn(member.node))) return false;
  return reference.role !== 'include' || !isDeprecatedItem(definition, span);
}

/** A view that says itself that a member is deprecated keeps it for those who still use it. */
function isDeprecatedItem(view: Definition, { start, end }: Span): boolean {
  const cubes = valueAt(view.node, 'cubes');
  const lists = (cubes?.kind === 'list' ? cubes.items : []).map((item) => valueAt(item, 'includes'));
  return lists.some(
    (list) =>
      list?.kind === 'list' &&
      list.items.some((item) => item.start <= start && end <= item.end && deprecationIn(item) !== undefined),
  );
}

function findingAt(
  index: ModelIndex,
  one: Occurrence,
  { symbol, deprecation, within }: DeprecatedPart,
  replacement: Replacement | undefined,
): Finding {
  const { file, span } = one;
  const { text } = index.text(file)!;
  const shown = within?.name ?? ('member' in symbol ? symbol.member.name : symbol.definition.name);
  const before = /([A-Za-z_]\w*)\.$/.exec(text.slice(Math.max(0, span.start - 200), span.start))?.[1];
  const fixed = replacement && fixAt(index, one, replacement, before);
  const start = fixed?.isWhole ? span.start - before!.length - 1 : span.start;
  return {
    file,
    span: { start, end: span.end },
    ...ruleKinds.deprecatedMember(shown, ...deprecationTexts(deprecation)),
    ...(fixed ? { fix: { kind: 'replace', texts: [fixed.text] } as Fix } : {}),
  };
}

/** The text in place of the name, or, with `isWhole`, of the cube before it too. */
function fixAt(
  index: ModelIndex,
  { view, holder, reference }: Occurrence,
  { cube, name, member }: Replacement,
  before: string | undefined,
): { text: string; isWhole?: true } | undefined {
  if (name === undefined) return { text: cube.name };
  if (view) {
    const own = nameIn(index, view, member);
    return own === undefined ? undefined : { text: own };
  }
  const isOwn = holder !== undefined && index.lineage(holder).some((one) => one === cube || one === member!.definition);
  if (isOwn) return { text: name };
  if (reference?.role === 'include' || before === 'CUBE' || before === 'TABLE') return undefined;
  return before === undefined ? { text: `${cube.name}.${name}` } : { text: `${cube.name}.${name}`, isWhole: true };
}

/** The places in a query or test document. */
export function deprecatedMentions(index: ModelIndex, text: string, mentions: readonly MemberMention[]): TextProblem[] {
  return mentions.flatMap(({ start, end, name, role }): TextProblem[] => {
    // A text with escapes or placeholders has other offsets than its value.
    if (text.slice(start, end) !== name) return [];
    const { parts, definition, member } = memberNamed(index, name, role);
    if (!definition) return [];
    const cubeEnd = start + parts[0]!.length;
    const ofCube = deprecationOf(index, { definition });
    if (ofCube) {
      const to = replacementOf(index, { symbol: { definition }, deprecation: ofCube });
      return [problem({ start, end: cubeEnd }, definition.name, ofCube, to?.cube.name)];
    }
    if (!member) return [];
    const within = definition.kind === 'view' ? { view: definition, name: parts[1]! } : undefined;
    const found = deprecationOf(index, { member }, within);
    if (!found) return [];
    const to = replacementOf(index, { symbol: { member }, deprecation: found, ...(within ? { within } : {}) });
    const span = { start, end: cubeEnd + 1 + parts[1]!.length };
    return [problem(span, `${parts[0]}.${parts[1]}`, found, to && nameInQuery(index, definition, to))];
  });
}

function nameInQuery(index: ModelIndex, holder: Definition, { cube, name, member }: Replacement): string {
  const own = holder.kind === 'view' ? nameIn(index, holder, member) : undefined;
  if (own !== undefined) return `${holder.name}.${own}`;
  return index.lineage(holder).includes(cube) ? `${holder.name}.${name}` : `${cube.name}.${name}`;
}

function problem(span: Span, name: string, deprecation: Deprecation, to: string | undefined): TextProblem {
  const found = ruleKinds.deprecatedMember(name, ...deprecationTexts(deprecation));
  return { span, ...found, ...(to === undefined ? {} : { fix: { kind: 'replace', texts: [to] } }) };
}
