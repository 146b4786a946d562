/** Random access policies on a cube or view, and an edit of them. */

import { extending } from '../../../src/model/index/lookup.ts';
import type { ModelIndex } from '../../../src/model/index/modelIndex.ts';
import { indexOf, type Texts } from '../../model/models.ts';
import { pick, type Random } from '../../model/mutation/mutant.ts';
import { type Site, setKey, sitesOf } from '../randomEdits.ts';

type Filter = { member: string; operator: string; values?: string[] } | { and: Filter[] } | { or: Filter[] };

interface MemberLists {
  includes?: string[] | '*';
  excludes?: string[];
}

interface Policy {
  group: string;
  member_level?: MemberLists;
  /** Only next to `member_level`. */
  member_masking?: MemberLists;
  row_level?: { filters?: Filter[]; allow_all?: boolean };
}

/** All policies of one cube or view, before and after the edit. */
export interface EditedPolicies {
  /** The cube or view, and those that extend it: they have its policies, too. */
  owners: readonly string[];
  before: readonly Policy[];
  after: readonly Policy[];
}

interface Names {
  members: readonly string[];
  dimensions: readonly string[];
}

const groups = ['*', 'finance', 'support', 'sales'];
const values = ['north', 'south', 'a, b', 'b', 'a'];

const some = <T>(random: Random, all: readonly T[], most: number): T[] => [
  ...new Set(Array.from({ length: Math.ceil(random() * most) }, () => pick(random, all)!)),
];

function filterOf(random: Random, names: Names): Filter {
  const at = random();
  if (at < 0.12) return { and: [filterOf(random, names), filterOf(random, names)] };
  if (at < 0.3) return { or: [filterOf(random, names), filterOf(random, names)] };
  // Two members at most, so that all combinations of values can be tried.
  const member = pick(random, names.dimensions.slice(0, 2))!;
  const operator = pick(random, ['equals', 'equals', 'notEquals', 'set', 'notSet', 'contains'])!;
  return /[sS]et$/.test(operator) ? { member, operator } : { member, operator, values: some(random, values, 3) };
}

const listsOf = (random: Random, names: Names): MemberLists => {
  const listed = some(random, names.members, 4);
  return random() < 0.6 ? { includes: listed } : { includes: '*', excludes: listed };
};

function policyOf(random: Random, names: Names): Policy {
  const member_level = random() < 0.7 ? listsOf(random, names) : undefined;
  return {
    group: pick(random, groups)!,
    ...(member_level && { member_level }),
    ...(member_level && random() < 0.5 && { member_masking: listsOf(random, names) }),
    ...(random() < 0.6 && names.dimensions.length > 0 && { row_level: { filters: [filterOf(random, names)] } }),
  };
}

/** Changes one thing. */
function edited(random: Random, policies: readonly Policy[], names: Names): Policy[] {
  const at = Math.floor(random() * policies.length);
  const one = policies[at]!;
  const withOne = (...by: Policy[]) => [...policies.slice(0, at), ...by, ...policies.slice(at + 1)];
  const { row_level: rows, ...rest } = one;
  const { member_masking: masks, ...unmasked } = one;
  const [filter] = rows?.filters ?? [];
  const ways: (() => Policy[])[] = [
    () => withOne(),
    () => [...policies, policyOf(random, names)],
    () => withOne({ ...one, group: pick(random, groups)! }),
    () => withOne({ ...one, ...policyOf(random, names), group: one.group }),
    () => withOne(rest),
    () => withOne({ ...rest, row_level: { allow_all: true } }),
    () => withOne({ ...one, member_level: { includes: some(random, names.members, 4) } }),
    () => policies.toReversed(),
    () => withOne({ ...one, member_level: listsOf(random, names), member_masking: listsOf(random, names) }),
    ...(masks ? [() => withOne(unmasked)] : []),
    ...(filter
      ? [
          () => withOne({ ...rest, row_level: { filters: [changed(random, filter, names)] } }),
          () => withOne({ ...rest, row_level: { filters: [filter, filterOf(random, names)] } }),
          () => withOne({ ...rest, row_level: { filters: [{ or: [filter, filterOf(random, names)] }] } }),
        ]
      : []),
  ];
  return pick(random, ways)!();
}

function changed(random: Random, filter: Filter, names: Names): Filter {
  if ('and' in filter) return random() < 0.5 ? { or: filter.and } : { and: [...filter.and].reverse() };
  if ('or' in filter) return random() < 0.5 ? { and: filter.or } : filter.or[0]!;
  if (!filter.values || random() < 0.2) return filterOf(random, names);
  return { ...filter, values: random() < 0.4 ? filter.values.toReversed() : some(random, values, 3) };
}

function namesOf(index: ModelIndex, { definition }: Site): Names {
  if (definition.kind === 'view') {
    const all = [...index.viewMembers(definition).members.values()];
    const isDimension = (kind: string | undefined) => kind === 'dimension';
    return {
      members: all.map(({ name }) => name),
      dimensions: all.filter(({ sources }) => isDimension(sources[0]?.kind)).map(({ name }) => name),
    };
  }
  const own = definition.members.filter(({ kind }) => ['measure', 'dimension', 'segment'].includes(kind));
  return {
    members: own.map(({ name }) => name),
    dimensions: own.filter(({ kind }) => kind === 'dimension').map(({ name }) => name),
  };
}

/** Whether a policy for one of the groups, or for all, masks a member of its cube or view. */
export function masks(policies: readonly Policy[], groups: readonly string[], member: string): boolean {
  return policies.some(({ group, member_masking: lists }) => {
    if (!lists || (group !== '*' && !groups.includes(group))) return false;
    return (lists.includes === '*' || lists.includes!.includes(member)) && !lists.excludes?.includes(member);
  });
}

/** @returns a model with policies, and the same with other ones; undefined if there is no place for them */
export function editPolicies(
  texts: Texts,
  random: Random,
): { before: Texts; texts: Texts; done: string[]; policies: EditedPolicies } | undefined {
  const index = indexOf(texts);
  const sites = sitesOf(index).filter(({ item, file }) => !item && !file.path.endsWith('.js'));
  for (let tries = 0; tries < 20; tries += 1) {
    const site = pick(random, sites);
    if (!site) return undefined;
    const names = namesOf(index, site);
    if (names.members.length === 0) continue;
    const policies = Array.from({ length: 1 + Math.floor(random() * 3) }, () => policyOf(random, names));
    const versions = [policies, edited(random, policies, names)];
    const written = versions.map((all) => setKey(site, 'access_policy', JSON.stringify(all)));
    if (written.some((one) => !one?.text.includes('access_policy'))) continue;
    const path = site.file.path.replace('model/', '');
    const { text } = site.file;
    const [before, after] = written.map((one) => ({
      ...texts,
      [path]: text.slice(0, one!.start) + one!.text + text.slice(one!.end),
    }));
    // Some callers see the columns of a hidden cube in a view.
    const done = [`policies of ${site.definition.name}: ${versions.map((all) => JSON.stringify(all)).join(' -> ')}`];
    const owners = [site.definition, ...extending(index, site.definition)].map(({ name }) => name);
    return { before: before!, texts: after!, done, policies: { owners, before: policies, after: versions[1]! } };
  }
  return undefined;
}
