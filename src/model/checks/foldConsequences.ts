/** Joins findings that have one cause: names that are missing because another part of the model declares them wrongly. */

import type { Definition, Member } from '../index/definitions.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { resolve } from '../index/resolve.ts';
import { allViewCubes, type ViewCube } from '../index/viewMembers.ts';
import { closest } from '../source/names.ts';
import { type ProblemCode, problemCatalog } from '../source/problemCatalog.ts';
import { contains, type Span } from '../source/range.ts';
import { entryOf, textOf, valueAt } from '../source/tree.ts';
import { describe, type Finding, isError, type Missing } from './findings.ts';

/** Errors after which the names that a part of the model declares are not those that its author meant. */
const wrongDeclarations: ReadonlySet<ProblemCode> = new Set([
  problemCatalog.badName.code,
  problemCatalog.unknownKey.code,
  problemCatalog.wrongValue.code,
  problemCatalog.missingName.code,
  problemCatalog.missingDash.code,
  problemCatalog.duplicateKey.code,
  problemCatalog.duplicateName.code,
  problemCatalog.duplicateDefinition.code,
  problemCatalog.duplicateMember.code,
  problemCatalog.duplicateJoin.code,
  problemCatalog.circularExtends.code,
  problemCatalog.unknownCube.code,
  problemCatalog.unknownMember.code,
  problemCatalog.misspeltCall.code,
  problemCatalog.emptyValue.code,
]);

const maximumPairs = 250_000;

export function foldConsequences(index: ModelIndex, findings: readonly Finding[]): readonly Finding[] {
  const groups = groupByName(findings);
  const errors = findings.filter((one) => isError(one) && wrongDeclarations.has(one.code));
  if (groups.length === 0 && !findings.some(({ within }) => within)) return findings;
  // So many mistakes have no common cause that is worth the square of their number.
  if (findings.length * errors.length > maximumPairs) return findings;
  const causes = new Map<Finding, Finding>();
  const renamed: Finding[] = [];
  const uses = new Uses(index);
  for (const group of groups) {
    const [first] = group;
    let cause = errors.find((one) => !group.includes(one) && declares(index, one, first!.missing!));
    if (!cause) {
      cause = renamedDeclaration(index, uses, group);
      if (cause) renamed.push(cause);
    }
    if (cause) for (const one of group) causes.set(one, cause);
  }
  for (const [first, ...others] of groups) {
    const cause = causes.has(first!) ? undefined : causeInCube(index, first!.missing!, causes);
    if (cause) for (const one of [first!, ...others]) causes.set(one, cause);
  }
  for (const one of findings) {
    const cause =
      one.within &&
      errors.find(
        (other) => other !== one && other.file === one.file && !other.missing && contains(one.within!, other.span),
      );
    if (cause) causes.set(one, cause);
  }
  return withConsequences([...findings, ...renamed], causes);
}

/** The findings about the same missing name. */
function groupByName(findings: readonly Finding[]): Finding[][] {
  const groups = new Map<string, Finding[]>();
  for (const one of findings) {
    const { missing } = one;
    if (!missing) continue;
    const key = missing.kind === 'cube' ? missing.name : `${missing.kind} ${missing.holder!.name}.${missing.name}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}

/** Whether the part of the model with the error is the one that should declare the name. */
function declares(index: ModelIndex, error: Finding, missing: Missing): boolean {
  const { kind, name, holder } = missing;
  const named = index.file(error.file)?.definitions.find((one) => contains(one.nameSpan, error.span));
  if (kind === 'cube') return named !== undefined && isMeant(index, error, name);
  // One of several definitions with the name of the holder may have the member.
  if (error.code === problemCatalog.duplicateDefinition.code) return named?.name === holder!.name;
  if (holder!.kind === 'view') return isIncluded(index, error, holder!, name);
  const declaring = index.lineage(holder!).find((one) => one.file === error.file && contains(one.span, error.span));
  if (!declaring) return false;
  if (error.code === problemCatalog.circularExtends.code) return true;
  const joins = entryOf(declaring.node, 'joins');
  const inJoins = joins !== undefined && contains({ start: joins.keySpan.start, end: joins.value.end }, error.span);
  if (kind === 'join' && inJoins && error.code === problemCatalog.duplicateJoin.code) return true;
  return (
    inJoins === (kind === 'join' && joins !== undefined) && (inJoins || !error.missing) && isMeant(index, error, name)
  );
}

/** Whether the error is in an item of the view that includes the name, or at the member that it includes. */
function isIncluded(index: ModelIndex, error: Finding, view: Definition, name: string): boolean {
  const marked = markedName(index, error);
  return allViewCubes(index, view).some((item) => {
    if (item.definition.file === error.file && contains(item.node, error.span)) {
      return isMeant(index, error, name) || isNameFrom(index, item, name);
    }
    const cube = item.cubeName === undefined ? undefined : index.cube(item.cubeName);
    const isInCube =
      cube && index.lineage(cube).some((one) => one.file === error.file && contains(one.span, error.span));
    return isInCube === true && !error.missing && (name === marked || name.endsWith(`_${marked}`));
  });
}

/** The marked text as it could be a name. */
function markedName(index: ModelIndex, { file, span }: Finding): string {
  const { text } = index.file(file)!;
  return text.slice(span.start, span.end).replace(/\W+/g, '_').replace(/^_|_$/g, '');
}

/** Whether the marked text or its line contains the name, perhaps misspelt. */
function isMeant(index: ModelIndex, error: Finding, name: string): boolean {
  if (closest(name, [markedName(index, error)])) return true;
  const { file, span, value } = error;
  const { text } = index.file(file)!;
  const lineEnd = text.slice(span.start).search(/[\r\n]|$/) + span.start;
  const words = text.slice(span.start, Math.max(lineEnd, value?.end ?? 0));
  return new RegExp(`(?<!\\w)${name.replace(/\W/g, '\\$&')}(?!\\w)`).test(words);
}

/** Whether the name is that of a member of the item, with another prefix or without one. */
function isNameFrom(index: ModelIndex, item: ViewCube, name: string): boolean {
  const cube = item.cubeName === undefined ? undefined : index.cube(item.cubeName);
  const names =
    item.includes === '*' ? [...(cube ? index.members(cube).keys() : [])] : item.includes.map(({ alias }) => alias);
  return names.some((one) => name === one || name.endsWith(`_${one}`));
}

/** The cause why a cube has no member that the view includes. */
function causeInCube(index: ModelIndex, missing: Missing, causes: ReadonlyMap<Finding, Finding>): Finding | undefined {
  if (missing.holder?.kind !== 'view') return undefined;
  const cubes = allViewCubes(index, missing.holder).map(({ cubeName }) => cubeName);
  for (const [{ missing: other }, cause] of causes) {
    if (other?.kind !== 'member' || !cubes.includes(other.holder?.name)) continue;
    if (missing.name === other.name || missing.name.endsWith(`_${other.name}`)) return cause;
  }
  return undefined;
}

/** A declaration with a similar name that nothing uses, while several parts of the model use the missing name. */
function renamedDeclaration(index: ModelIndex, uses: Uses, group: readonly Finding[]): Finding | undefined {
  const { kind, name, holder } = group[0]!.missing!;
  const count = new Set(group.map(({ missing }) => missing!.owner)).size;
  if (count < 2 || kind === 'join' || holder?.kind === 'view') return undefined;
  const declared: readonly (Definition | Member)[] =
    kind === 'cube'
      ? index.definitions.filter((one) => one.kind !== 'view_group')
      : [...index.members(holder!).values()].flatMap((members) => members.slice(0, 1));
  const similar = declared.filter((one) => !uses.has(one) && closest(name, [one.name]));
  if (similar.length !== 1) return undefined;
  const [found] = similar;
  if (!isMisspelt(found!, name, count)) return undefined;
  const isMember = 'definition' in found!;
  const missing = isMember ? `\`${name}\` in ${describe(holder!)}` : `cube \`${name}\``;
  return {
    file: isMember ? found.definition.file : found!.file,
    span: found!.nameSpan,
    code: (isMember ? problemCatalog.unknownMember : problemCatalog.unknownCube).code,
    message: `There is no ${missing}, which ${count} parts of the model use, while none uses \`${found!.name}\`. Did you mean \`${name}\`?`,
    fix: { kind: 'replace', texts: [name] },
    severity: group.some(isError) ? 'error' : 'warning',
  };
}

/** Whether a declaration is the misspelt one, and not its uses: its table, column or title has the name that is used, or not its own. */
function isMisspelt({ name, node }: Definition | Member, used: string, count: number): boolean {
  const texts = ['sqlTable', 'sql', 'title'].map((key) => textOf(valueAt(node, key)) ?? '').join(' ');
  const words = new Set(texts.toLowerCase().match(/\w+/g));
  if (words.has(name.toLowerCase())) return false;
  return words.has(used.toLowerCase()) || count > 2;
}

/** The definitions and members that other parts of the model refer to. */
class Uses {
  readonly #index: ModelIndex;
  #used: Set<Definition | Member> | undefined;

  constructor(index: ModelIndex) {
    this.#index = index;
  }

  has(declared: Definition | Member): boolean {
    this.#used ??= this.#collect();
    return this.#used.has(declared);
  }

  #collect(): Set<Definition | Member> {
    const used = new Set<Definition | Member>();
    for (const definition of this.#index.definitions) {
      for (const reference of this.#index.references(definition).references) {
        for (const target of resolve(this.#index, reference).targets) {
          if ('member' in target && target.member !== reference.member) used.add(target.member);
          if ('definition' in target && target.definition !== definition) used.add(target.definition);
        }
      }
    }
    return used;
  }
}

/** Removes consequences and adds their places to the first cause. */
function withConsequences(findings: readonly Finding[], causes: ReadonlyMap<Finding, Finding>): Finding[] {
  const consequences = new Map<Finding, Finding[]>();
  for (const one of causes.keys()) {
    const root = rootOf(one, causes);
    if (root !== one) consequences.set(root, [...(consequences.get(root) ?? []), one]);
  }
  return findings.flatMap((one) => {
    if (causes.has(one) && rootOf(one, causes) !== one) return [];
    const found = consequences.get(one);
    if (!found) return [one];
    const related = found.map(({ file, span, message }: { file: string; span: Span; message: string }) => ({
      file,
      span,
      message,
    }));
    return [{ ...one, related: [...(one.related ?? []), ...related] }];
  });
}

/** The finding itself if the causes are a cycle. */
function rootOf(finding: Finding, causes: ReadonlyMap<Finding, Finding>): Finding {
  const passed = new Set<Finding>();
  let root = finding;
  for (let next = causes.get(root); next; next = causes.get(root)) {
    if (passed.has(next)) return finding;
    passed.add(next);
    root = next;
  }
  return root;
}
