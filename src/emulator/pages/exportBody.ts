/** The options of an export and the data of its widgets. */

import * as z from 'zod';
import type { WidgetDefinition } from './charts/dashboardDefinition.ts';
import type { QueryResult } from './charts/queryResult.ts';

const Filter = z.object({
  member: z.string().regex(/^\w+\.\w+$/),
  operator: z.string(),
  values: z.array(z.string()).readonly().optional(),
});

/** The body of `POST /embed/_page/export`. */
export const ExportBody = z.object({
  publicId: z.string(),
  format: z.enum(['png', 'pdf']),
  /** Only this widget. */
  widgetId: z.string().optional(),
  filters: z.array(Filter).max(50).readonly(),
  locale: z.string().max(40),
  timezone: z.string().max(60).optional(),
  scheme: z.enum(['light', 'dark']),
  /** A brand theme. */
  theme: z.looseObject({}),
});
export type ExportOptions = z.output<typeof ExportBody>;

/** The rows of a widget, or the reason why there are none. */
export type WidgetResult =
  | { widget: WidgetDefinition; result: QueryResult }
  | { widget: WidgetDefinition; failure: string };
