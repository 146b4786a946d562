/** Checks the kinds of members that pre-aggregations and hierarchies list, and granularities of times and windows. */

import { type Definition, type Member, timeShiftsOf } from '../index/definitions.ts';
import { partFieldsIn, timeDimensionsOf } from '../index/dimensionParts.ts';
import type { ModelIndex } from '../index/modelIndex.ts';
import type { Reference } from '../index/references.ts';
import {
  granularitiesOf,
  isGranularity,
  isStandardGranularity,
  resolve,
  standardGranularities,
} from '../index/resolve.ts';
import { suggestion } from '../source/names.ts';
import { type ProblemText, problemCatalog } from '../source/problemCatalog.ts';
import type { Span } from '../source/range.ts';
import { textOf, type ValueNode, valueAt } from '../source/tree.ts';
import { describe, type Finding, type Findings } from './findings.ts';
import { isIncludedInView } from './isEvaluated.ts';

/** Other texts are not types, which is reported where they are. */
const otherTypes = ['string', 'number', 'boolean', 'geo', 'switch'];
const field = /^(preAggregations|hierarchies)\.\w+\.(?:timeDimensions\.(\d+)\.)?(\w+)$/;

export function checkMemberKinds(index: ModelIndex, definition: Definition, findings: Findings): void {
  for (const reference of index.references(definition).references) {
    const [, group, item, key] = field.exec(reference.path) ?? [];
    if (group === undefined) continue;
    const { targets } = resolve(index, reference);
    const target = targets.length === reference.chain.parts.length ? targets.at(-1) : undefined;
    if (!target || !('member' in target) || isAmbiguous(index, target.member)) continue;
    if (group === 'hierarchies') checkLevel(index, reference, target.member, findings);
    else {
      const holder = item === undefined ? reference.member?.node : itemAt(reference.member?.node, Number(item));
      checkRollupMember(reference, target.member, key!, holder, findings);
    }
  }
}

/** A window `to_date` starts at a granularity that the queried time dimension must have: a built-in one, or one that it defines. */
export function checkWindows(index: ModelIndex, definition: Definition, findings: Findings): void {
  checkTimeShifts(index, definition, findings);
  const { members, file } = definition;
  for (const { kind, node } of members) {
    if (kind !== 'measure') continue;
    const window = valueAt(node, 'rollingWindow');
    const granularity = valueAt(window, 'granularity');
    const name = textOf(granularity);
    if (!granularity || name === undefined || textOf(valueAt(window, 'type')) !== 'to_date') continue;
    if (isStandardGranularity(name)) continue;
    const times = index.definitions.flatMap((one) =>
      one.members.filter((member) => valueAt(member.node, 'granularities')),
    );
    if (times.some((time) => isGranularity(time, name))) continue;
    const { hint, ...fix } = suggestion(name, [...standardGranularities, ...times.flatMap(granularitiesOf)]);
    findings.add({
      file,
      span: granularity,
      ...problemCatalog.unknownGranularity(`No time dimension has a granularity \`${name}\`.${hint}`),
      effect: 'queries of this measure over time fail',
      severity: 'warning',
      ...fix,
    });
  }
}

/** A time shift with a name takes the one that a dimension of a calendar defines. */
function checkTimeShifts(index: ModelIndex, definition: Definition, findings: Findings): void {
  const unknown = partFieldsIn(index, definition).filter(({ isTimeShift, parts }) => isTimeShift && parts.length === 0);
  if (unknown.length === 0 || index.definitions.some((one) => one.open === 'generated')) return;
  const known = timeDimensionsOf(index).flatMap((one) => timeShiftsOf(one).map(({ name }) => name));
  for (const { name, span } of unknown) {
    const { hint, ...fix } = suggestion(name, known);
    findings.add({
      file: definition.file,
      span,
      ...problemCatalog.unknownTimeShift(`No dimension has a time shift \`${name}\`.${hint}`),
      effect: 'queries of this measure fail or are not shifted',
      severity: 'warning',
      ...fix,
    });
  }
}

/** Members of several kinds with one name are reported where they are defined. */
function isAmbiguous(index: ModelIndex, { definition, name }: Member): boolean {
  return (index.members(definition).get(name)?.length ?? 0) > 1;
}

function itemAt(node: ValueNode | undefined, at: number): ValueNode | undefined {
  const list = valueAt(node, 'timeDimensions');
  return list?.kind === 'list' ? list.items[at] : undefined;
}

/** The compiler rejects other members than dimensions only if a view includes the hierarchy. */
function checkLevel(index: ModelIndex, reference: Reference, level: Member, findings: Findings): void {
  if (level.kind === 'dimension') return;
  const rejected = isIncludedInView(index, reference.member);
  const consequence = rejected ? '' : ' A view that includes this hierarchy fails to compile.';
  findings.add({
    file: reference.definition.file,
    span: reference.chain.parts.at(-1)!,
    ...problemCatalog.levelNoDimension(level.name, level.kind, consequence),
    severity: rejected ? 'error' : 'warning',
  });
}

/** The time dimensions that a definition has in place of a member of another type. */
function timesOf({ definition }: Member): Pick<Finding, 'fix'> {
  const times = definition.members.filter(({ node }) => textOf(valueAt(node, 'type')) === 'time');
  return times.length === 0 ? {} : { fix: { kind: 'replace', texts: times.slice(0, 3).map(({ name }) => name) } };
}

/** A rollup that cannot be built fails every query that could use it. */
function checkRollupMember(
  reference: Reference,
  member: Member,
  key: string,
  holder: ValueNode | undefined,
  findings: Findings,
): void {
  const { definition, chain } = reference;
  const add = (at: Span, found: ProblemText, more: Pick<Finding, 'fix'> = {}) =>
    findings.add({ file: definition.file, span: at, ...found, ...more });
  const addGranularity = (at: Span, name: string) => {
    const { hint, ...fix } = suggestion(name, granularitiesOf(member));
    const message = `\`${member.name}\` has no granularity \`${name}\`.${hint} ${fails}`;
    add(at, problemCatalog.unknownGranularity(message), fix);
  };
  const span = chain.parts.at(-1)!;
  const fails = `Queries of ${describe(definition)} that need measures fail.`;
  if (/^measure/.test(key)) {
    if (member.kind === 'measure') return;
    add(span, problemCatalog.wrongMember(member.name, member.kind, 'measure', fails));
  } else if (/^(dimension|segment|timeDimension)/.test(key)) {
    const wanted = /^segment/.test(key) ? 'segment' : 'dimension';
    if (member.kind === 'measure' || member.kind === 'preAggregation') {
      add(span, problemCatalog.wrongMember(member.name, member.kind, wanted, fails));
    } else if (/^timeDimension/.test(key) || holder !== reference.member?.node) {
      const type = textOf(valueAt(member.node, 'type'));
      const granularity = valueAt(holder, 'granularity');
      const name = textOf(granularity);
      if (type !== undefined && otherTypes.includes(type))
        add(span, problemCatalog.noTimeDimension(member.name, type), timesOf(member));
      else if (type === 'time' && granularity && name !== undefined && !isGranularity(member, name))
        addGranularity(granularity, name);
    }
  }
}
