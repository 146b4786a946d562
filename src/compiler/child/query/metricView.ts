/** Converts a cube or a view of a compiled model to a Databricks metric view. */

import type { Compiler as Compilers } from '@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler.js';
import type { MetricView, MetricViewField } from '../../modelRequest.ts';
import { type MemberNames, MetricViewQuery } from './metricViewQuery.ts';
import { QueryRefused } from './queryRefused.ts';
import { type MemberDefinition, reasonAgainst as unsupported } from './unsupportedMembers.ts';

type Config = Compilers['metaTransformer']['cubes'][number]['config'];
type Member = Pick<Config['dimensions'][number], 'name' | 'title' | 'shortTitle' | 'description'>;

/** Names of the public cubes and views. */
export function convertibleNames({ metaTransformer }: Compilers): string[] {
  return metaTransformer.cubes.filter(({ config }) => config.public).map(({ config }) => config.name);
}

/** @throws QueryRefused for a name that the model does not have, and for a definition that cannot be converted at all */
export function metricView(compilers: Compilers, name: string): MetricView {
  const config = compilers.metaTransformer.cubes.find((cube) => cube.config.name === name)?.config;
  if (!config) throw new QueryRefused(`The model has no cube or view '${name}'`);
  const warnings: string[] = [];
  const leaveOut = (member: string, reason: string) => {
    warnings.push(`${member} is left out: ${reason}`);
    return false;
  };
  const possible = (members: readonly Member[], kind: keyof MemberNames) =>
    members.filter((member) => {
      const reason = reasonAgainst(compilers, member.name, kind);
      return reason === undefined || leaveOut(member.name, reason);
    });
  let dimensions = possible(publicOf(config.dimensions), 'dimensions');
  let measures = possible(publicOf(config.measures), 'measures');
  const build = () => {
    const names = { dimensions: dimensions.map(nameOf), measures: measures.map(nameOf) };
    if (names.dimensions.length + names.measures.length === 0) throw new QueryRefused(`'${name}' has no public member`);
    return new MetricViewQuery(compilers, names);
  };
  const first = build();
  const { multiplying, root } = first;
  // A query may start at a cube that a member of this cube refers to.
  const isForeign = (cube: string) => config.type === 'cube' && root !== name && cube !== name;
  const isSafe = ({ name: member }: Member) => {
    const cube = first.cubesIn(member).find((other) => multiplying.has(other) || isForeign(other));
    return cube === undefined || leaveOut(member, `the join with '${cube}' multiplies rows`);
  };
  dimensions = dimensions.filter(isSafe);
  measures = measures.filter(isSafe);
  const query = build();
  if (config.segments.length > 0) warnings.push('Segments are not converted');
  const definition = compilers.cubeEvaluator.cubeFromPath(name);
  if ((definition as { defaultFilters?: object }).defaultFilters) warnings.push('Default filters are not converted');
  if (definition.accessPolicy?.length) warnings.push('Access policies are not converted');
  return {
    name,
    kind: config.type,
    dataSource: compilers.cubeEvaluator.cubeFromPath(query.root).dataSource ?? 'default',
    comment: config.description ?? null,
    source: query.sourceOf(query.root),
    joins: query.joinsOf(),
    dimensions: dimensions.map((member) => field(query, member)),
    measures: measures.map((member) => field(query, member)),
    warnings,
  };
}

function publicOf<T extends { public: boolean }>(members: readonly T[]): T[] {
  return members.filter((member) => member.public);
}

function nameOf({ name }: Member): string {
  return name;
}

function field(query: MetricViewQuery, { name, title, shortTitle, description }: Member): MetricViewField {
  const expr = query.sqlOf(name);
  return {
    name: name.slice(name.indexOf('.') + 1),
    expr,
    displayName: shortTitle || title,
    comment: description ?? null,
  };
}

/** Why a metric view cannot have this member; undefined if it can. */
function reasonAgainst(compilers: Compilers, name: string, kind: keyof MemberNames): string | undefined {
  try {
    const query = new MetricViewQuery(compilers, { measures: [], dimensions: [], [kind]: [name] });
    for (const used of query.membersIn(name)) {
      const definition: MemberDefinition & { subQuery?: boolean } = compilers.cubeEvaluator.byPathAnyType(used);
      const { type, multiStage, rollingWindow, subQuery } = definition;
      if (multiStage || type === 'rank') return `'${used}' is calculated in several stages`;
      if (rollingWindow) return `'${used}' has a rolling window`;
      if (subQuery) return `'${used}' is a subquery`;
      const reason = unsupported(compilers.cubeEvaluator.isMeasure(used) ? 'measure' : 'dimension', definition);
      if (reason) return `'${used}' cannot be converted: ${reason}`;
    }
    query.sqlOf(name);
    return undefined;
  } catch (failure) {
    if (failure instanceof QueryRefused) return failure.message;
    throw failure;
  }
}
