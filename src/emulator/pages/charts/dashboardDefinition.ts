/** The definition of a dashboard: widgets with a query each, and filters. */

import type { DataQuery } from './dataQuery.ts';

export const chartKinds = ['number', 'bar', 'line', 'table'] as const;
export type ChartKind = (typeof chartKinds)[number];

export interface WidgetDefinition {
  id: string;
  /** Only widgets of type `FIELD` show data. */
  type: string;
  title: string;
  chart: ChartKind;
  query: DataQuery;
  /** How many of the dashboard's twelve columns it takes. */
  columns: number;
}

/** A filter that the dashboard offers. Without values it restricts nothing. */
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
  /** Whether viewers may save pictures only. */
  restrictDataDownload: boolean;
  filters: readonly DashboardFilter[];
  widgets: readonly WidgetDefinition[];
}
