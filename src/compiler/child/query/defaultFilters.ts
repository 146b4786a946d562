/** The filters that a view adds to each query of its members, as the hosted platform's planner does. */

import type { Compiler as Compilers } from '@cubejs-backend/schema-compiler/dist/src/compiler/PrepareCompiler.js';
import type { ModelQuery, PlannedFilter } from '../../modelRequest.ts';
import { cubeOf } from './accessPolicies.ts';
import { refuse } from './unsupportedMembers.ts';

/** A default filter with its names and values evaluated; the compiler's types leave it out. */
interface DefaultFilter {
  memberReference: string;
  operator: string;
  valuesReferences?: readonly (string | null)[];
  unlessReferences?: readonly string[];
}

const sameOperator: Readonly<Record<string, string>> = { in: 'equals', notIn: 'notEquals' };
const times = /Date(Range)?$/;
const isoTime = /^\d{4}-\d\d-\d\d/;

/**
 * A filter on one of its `unless` members replaces a default filter; to select such a member does not. `filters` are those
 * of the query and of its access policies.
 */
export function defaultFilters(
  { cubeEvaluator }: Compilers,
  query: ModelQuery,
  filters: readonly PlannedFilter[],
): PlannedFilter[] {
  const ranges = query.timeDimensions.filter(({ dateRange }) => dateRange).map(({ dimension }) => dimension);
  const filtered = [...membersOf(filters), ...ranges];
  const grouped = query.timeDimensions.map(({ dimension }) => dimension);
  const used = new Set([...query.dimensions, ...grouped, ...query.measures, ...filtered].map(cubeOf));
  const declared = [...used].flatMap((cube) => {
    const view = cubeEvaluator.cubeFromPath(cube) as unknown as { defaultFilters?: readonly DefaultFilter[] };
    return view.defaultFilters ?? [];
  });
  return declared
    .filter(({ unlessReferences = [] }) => !unlessReferences.some((member) => filtered.includes(member)))
    .map(({ memberReference: member, operator, valuesReferences: values }) => {
      // The values are the model's: nothing has read them as a range of dates before.
      if (times.test(operator) && values?.some((value) => !isoTime.test(value ?? ''))) {
        refuse(member, `it has a default filter with a relative date`);
      }
      return { member, operator: sameOperator[operator] ?? operator, ...(values && { values }) };
    });
}

export function membersOf(filters: readonly PlannedFilter[]): string[] {
  return filters.flatMap((filter) => {
    if ('and' in filter) return membersOf(filter.and);
    return 'or' in filter ? membersOf(filter.or) : [filter.member];
  });
}
