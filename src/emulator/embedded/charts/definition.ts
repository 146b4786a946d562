/** What a dashboard is: widgets with a query each, and filters. Plain data; knows no page and no server. */

/** A filter of the data API. `values` is left out for operators that take none. */
export interface QueryFilter {
  member: string;
  operator: string;
  values?: readonly string[];
}

/** A query of the data API, as far as widgets go. */
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

export type ChartKind = 'number' | 'bar' | 'line' | 'table';

export interface WidgetDefinition {
  id: string;
  /** `FIELD` is the one that shows data. */
  type: string;
  title: string;
  chart: ChartKind;
  query: DataQuery;
  /** Of the twelve columns of the dashboard. */
  columns: number;
}

/** A filter a viewer finds on the dashboard. Without values it filters nothing. */
export interface DashboardFilter {
  id: string;
  title?: string;
  member: string;
  operator: string;
  values: readonly string[];
}

export interface DashboardDefinition {
  publicId: string;
  title: string;
  kind: string;
  filters: readonly DashboardFilter[];
  widgets: readonly WidgetDefinition[];
}

/** Members of a query in the order its rows are read. */
export function membersOf({ measures = [], dimensions = [], timeDimensions = [] }: DataQuery): string[] {
  return [...timeDimensions.map(({ dimension }) => dimension), ...dimensions, ...measures];
}

/** The view or cube a member belongs to. */
export function ownerOf(member: string): string {
  return member.slice(0, member.indexOf('.'));
}

const valueless = new Set(['set', 'notSet', 'is_empty', 'is_not_empty']);

/** Whether a filter narrows anything. */
export function filters({ operator, values = [] }: QueryFilter): boolean {
  return values.length > 0 || valueless.has(operator);
}

/** The widget's query under the filters in force: those of another view do not concern it. */
export function narrowed(query: DataQuery, inForce: readonly QueryFilter[], timezone: string | undefined): DataQuery {
  const owners = new Set(membersOf(query).map(ownerOf));
  const more = inForce.filter((filter) => filters(filter) && owners.has(ownerOf(filter.member)));
  return {
    ...query,
    filters: [...(query.filters ?? []), ...more.map(asQueried)],
    ...(timezone === undefined ? {} : { timezone }),
  };
}

/** The dashboard's operators are named as the platform names them; the data API has its own word for two. */
function asQueried({ member, operator, values }: QueryFilter): QueryFilter {
  if (operator === 'is_empty') return { member, operator: 'notSet' };
  if (operator === 'is_not_empty') return { member, operator: 'set' };
  return valueless.has(operator) ? { member, operator } : { member, operator, values: values ?? [] };
}
