/** Queries of the data API, as far as widgets need them, and the filters of a dashboard. */

/** A filter of the data API. `values` is left out for operators that take none. */
export interface QueryFilter {
  member: string;
  operator: string;
  values?: readonly string[];
}

export interface DataQuery {
  measures?: readonly string[];
  dimensions?: readonly string[];
  timeDimensions?: readonly { dimension: string; granularity?: string; dateRange?: string | readonly string[] }[];
  filters?: readonly QueryFilter[];
  order?: Readonly<Record<string, 'asc' | 'desc'>>;
  limit?: number;
  /** IANA name. */
  timezone?: string;
}

const valuelessOperators = new Set(['set', 'notSet', 'is_empty', 'is_not_empty']);

/** A filter without values restricts nothing, unless its operator takes none. */
export function isActive({ operator, values = [] }: QueryFilter): boolean {
  return values.length > 0 || valuelessOperators.has(operator);
}

/** Drops filters that the data API would not accept. */
export function readFilters(filters: readonly Readonly<Record<string, unknown>>[]): QueryFilter[] {
  return filters.flatMap(({ member, operator = 'equals', values = [] }) => {
    if (typeof member !== 'string' || typeof operator !== 'string' || !Array.isArray(values)) return [];
    return [{ member, operator, values: values.map(String) }];
  });
}

/** Adds the filters of a dashboard to a widget's query. Filters of other views do not apply to it. */
export function applyFilters(
  query: DataQuery,
  filters: readonly QueryFilter[],
  timezone: string | undefined,
): DataQuery {
  const { measures = [], dimensions = [], timeDimensions = [] } = query;
  const members = [...measures, ...dimensions, ...timeDimensions.map(({ dimension }) => dimension)];
  const views = new Set(members.map(viewOf));
  const applied = filters.filter((filter) => isActive(filter) && views.has(viewOf(filter.member)));
  return {
    ...query,
    filters: [...(query.filters ?? []), ...applied.map(toDataApiFilter)],
    ...(timezone === undefined ? {} : { timezone }),
  };
}

/** The view or cube of a member. */
function viewOf(member: string): string {
  return member.slice(0, member.indexOf('.'));
}

/** The data API names two of the dashboard's operators differently. */
function toDataApiFilter({ member, operator, values = [] }: QueryFilter): QueryFilter {
  if (operator === 'is_empty') return { member, operator: 'notSet' };
  if (operator === 'is_not_empty') return { member, operator: 'set' };
  return valuelessOperators.has(operator) ? { member, operator } : { member, operator, values };
}
