/** Checks the members that a query or an expectation names against a model. */

import type { Definition, Member } from '../index/definitions.ts';
import { knownCubes } from '../index/knownNames.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import { suggestion, suggestionOf } from '../source/names.ts';
import type { Fix, TextProblem } from '../source/problem.ts';
import { type ProblemText, problemCatalog } from '../source/problemCatalog.ts';
import type { Span } from '../source/range.ts';
import { fitsRole, granularityNames, isRefused, memberNamed, membersOf, type NamedInQuery } from './queryMembers.ts';
import type { MemberMention } from './readShape.ts';
import type { MentionRole } from './shape.ts';

const keyFor: Readonly<Partial<Record<MentionRole, string>>> = {
  measure: 'measures',
  dimension: 'dimensions',
  segment: 'segments',
  timeDimension: 'timeDimensions',
};

const kindNames: Readonly<Record<string, string>> = { preAggregation: 'pre-aggregation' };

/** A problem without its place. */
interface FoundText {
  found: ProblemText;
  fix?: Fix;
}

/** `name` is that of the mention, with its placeholders replaced. */
export function checkMention(
  index: ModelIndex,
  text: string,
  mention: MemberMention,
  name = mention.name,
): TextProblem | undefined {
  const { role } = mention;
  const found = memberNamed(index, name, role);
  const problem = (text: ProblemText, { start, end }: Span, rest: Partial<TextProblem> = {}): TextProblem => ({
    span: { start, end },
    ...text,
    ...rest,
  });
  if (found.wrong !== undefined) {
    const { found: wrong, fix } = describeWrong(index, found, name, role);
    const isLiteral = name === mention.name && text.slice(mention.start, mention.end) === name;
    const span = isLiteral && found.wrong !== 'form' ? partSpan(mention, found.parts, found.wrong) : mention;
    return problem(wrong, span, fix && name === mention.name ? { fix } : {});
  }
  const { definition, member } = found;
  if (!definition || !member) return undefined;
  if (!fitsRole(member, role)) return problem(problemCatalog.wrongKind(wrongKind(name, member, role)), mention);
  const isHidden = role !== 'column' && isRefused(index, definition, member, role);
  return isHidden ? problem(problemCatalog.hiddenMember(name), mention) : undefined;
}

function partSpan({ start }: Span, parts: readonly string[], at: number): Span {
  const before = parts.slice(0, at).reduce((length, one) => length + one.length + 1, 0);
  return { start: start + before, end: start + before + parts[at]!.length };
}

function describeWrong(
  index: ModelIndex,
  { wrong, parts, definition, member }: NamedInQuery,
  name: string,
  role: MentionRole,
): FoundText {
  if (wrong === 0) {
    const [cube = ''] = parts;
    const { hint, ...fix } = suggestion(cube, knownCubes(index), (one) => one === 'CUBE');
    return { found: problemCatalog.unknownCube(cube, hint, 'cube or view'), ...fix };
  }
  if (wrong === 1) {
    const own = parts[1]!;
    const fitting = membersOf(index, definition!).filter((one) => fitsRole(one.member, role));
    const names = fitting.map((one) => one.name.slice(definition!.name.length + 1));
    const { hint, ...fix } = suggestion(own, names);
    const message = `\`${definition!.name}\` has no ${kindFor(role)} \`${own}\`.${hint}`;
    return { found: problemCatalog.unknownMember(message), ...fix };
  }
  if (wrong === 2) return unknownGranularity(parts[2]!, parts.slice(0, 2).join('.'), member);
  const all = parts.length === 1 ? withName(index, name, role) : [];
  const { hint, ...fix } = suggestionOf(all.slice(0, 5));
  const message = `\`${name}\` is not the name of a member: it must be \`cube.member\`.${hint}`;
  return { found: problemCatalog.unknownMember(message), ...fix };
}

function kindFor(role: MentionRole): string {
  if (role === 'timeDimension') return 'dimension';
  return keyFor[role] ? role : 'member';
}

/** Members with that name in all cubes and views. */
function withName(index: ModelIndex, name: string, role: MentionRole): string[] {
  const holders: readonly Definition[] = index.definitions.filter(({ kind }) => kind !== 'view_group');
  return holders
    .flatMap((holder) => membersOf(index, holder))
    .filter((one) => one.name.endsWith(`.${name}`) && fitsRole(one.member, role))
    .map((one) => one.name);
}

function wrongKind(name: string, member: Member, role: MentionRole): string {
  const kind = kindNames[member.kind] ?? member.kind;
  if (role === 'timeDimension' && member.kind === 'dimension')
    return `\`${name}\` is not of type \`time\`, so it cannot be a time dimension. Put it into \`dimensions\`.`;
  const fitting = (['measure', 'dimension', 'segment'] as const).find((one) => fitsRole(member, one));
  if (!fitting || role === 'filter' || role === 'order' || role === 'column')
    return `\`${name}\` is a ${kind}. Only measures and dimensions can be used here.`;
  return `\`${name}\` is a ${kind}. Put it into \`${keyFor[fitting]}\`.`;
}

export function unknownGranularity(granularity: string, dimension: string, member: Member | undefined): FoundText {
  const names = granularityNames(member);
  const { hint, fix } = suggestion(granularity, names);
  const listed = hint || ` It has ${names.map((one) => `\`${one}\``).join(', ')}.`;
  const message = `\`${dimension}\` has no granularity \`${granularity}\`.${listed}`;
  return { found: problemCatalog.unknownGranularity(message), ...(fix ? { fix } : {}) };
}
