/** The rules about members that nothing names, and about measures that no test uses. */

import type { Finding } from '../checks/findings.ts';
import { memberNamed } from '../documents/queryMembers.ts';
import type { Definition, Member } from '../index/definitions.ts';
import type { Derivation } from '../index/derivedValues.ts';
import { extending } from '../index/lookup.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { resolve } from '../index/resolve.ts';
import { isHidden, isPrivate, isTrue } from '../index/visibility.ts';
import { ruleKinds } from '../source/ruleKinds.ts';
import { valueAt } from '../source/tree.ts';
import { ownMembers } from './ruleCheck.ts';

interface Names {
  /** The members that the definition names, by the member that names them; undefined for the definition itself. */
  named: ReadonlyMap<Member | undefined, ReadonlySet<Member>>;
  /** Those that a view includes. */
  included: ReadonlySet<Member>;
}

const namesOf: Derivation<ModelIndex, Definition, Names> = {
  compute(index, definition) {
    const named = new Map<Member | undefined, Set<Member>>();
    for (const reference of index.references(definition).references) {
      const by = reference.path.includes('.drillMember') ? undefined : reference.member;
      for (const target of resolve(index, reference).targets) {
        if (!('member' in target) || target.member === reference.member) continue;
        const same = named.get(by);
        if (same) same.add(target.member);
        else named.set(by, new Set([target.member]));
      }
    }
    const members = definition.kind === 'view' ? [...index.viewMembers(definition).members.values()] : [];
    return { named, included: new Set(members.flatMap(({ sources }) => sources)) };
  },
};

function allIncluded(index: ModelIndex): Set<Member> {
  const found = new Set<Member>();
  for (const one of index.definitions) for (const member of index.derive(namesOf, one).included) found.add(member);
  return found;
}

/** The members that queries mean by names. */
export function membersNamed(index: ModelIndex, names: Iterable<string>): Set<Member> {
  const found = new Set<Member>();
  for (const name of names) {
    const { member } = memberNamed(index, name, 'column');
    if (member) found.add(member);
  }
  return found;
}

/** The members with all that they are made of. */
export function withSources(index: ModelIndex, members: Iterable<Member>): Set<Member> {
  const found = new Set(members);
  for (const member of found)
    for (const source of index.derive(namesOf, member.definition).named.get(member) ?? []) found.add(source);
  return found;
}

/** Nothing while it is not known what tests name. */
export function untestedMeasures(index: ModelIndex): Finding[] {
  const documents = index.namedInDocuments;
  if (!documents) return [];
  const tested = withSources(index, membersNamed(index, documents.tests));
  const included = allIncluded(index);
  return index.definitions.flatMap((definition) =>
    ownMembers(definition)
      .filter((one) => one.kind === 'measure' && !tested.has(one))
      .filter((one) => included.has(one) || (!isHidden(one) && !isPrivate(definition.node)))
      .map(({ name, nameSpan }) => ({
        file: definition.file,
        span: nameSpan,
        ...ruleKinds.untestedMeasure(`${definition.name}.${name}`),
      })),
  );
}

function isReachable(index: ModelIndex, definition: Definition): boolean {
  return [definition, ...extending(index, definition)].some(({ node }) => !isPrivate(node));
}

/** The members of private cubes that no view includes: no query can name them. */
export function unreachableMembers(index: ModelIndex): Member[] {
  const closed = index.definitions.filter((one) => !isReachable(index, one));
  if (closed.length === 0) return [];
  const included = allIncluded(index);
  return closed.flatMap((one) => ownMembers(one).filter((member) => !included.has(member)));
}

/** Nothing while it is not known what queries and tests name. */
export function unusedMembers(index: ModelIndex): Finding[] {
  const documents = index.namedInDocuments;
  if (!documents) return [];
  const used = allIncluded(index);
  for (const one of index.definitions)
    for (const all of index.derive(namesOf, one).named.values()) for (const member of all) used.add(member);
  for (const member of membersNamed(index, [...documents.tests, ...documents.queries])) used.add(member);
  const candidates = index.definitions.flatMap((definition) => {
    if (definition.kind !== 'cube') return [];
    const isOpen = isReachable(index, definition);
    return ownMembers(definition).filter(
      (one) => !used.has(one) && (!isOpen || isHidden(one)) && !isTrue(valueAt(one.node, 'primaryKey')),
    );
  });
  if (candidates.length === 0) return [];
  const words = wordsOfGenerators(index);
  return candidates
    .filter(({ name }) => !words.has(name))
    .map(({ definition, name, nameSpan }) => ({
      file: definition.file,
      span: nameSpan,
      ...ruleKinds.unusedMember(`${definition.name}.${name}`),
    }));
}

/** A program or template that writes definitions can name any member in them. */
function wordsOfGenerators(index: ModelIndex): Set<string> {
  const files = index.openFiles.filter(
    ({ source }) => source.generates || source.broken || source.masked !== undefined,
  );
  return new Set(files.flatMap(({ text }) => text.match(/[A-Za-z_]\w*/g) ?? []));
}
