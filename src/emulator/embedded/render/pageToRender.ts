/** What is to be drawn into a file, and in which look. */

import * as z from 'zod';
import type { DataAnswer } from '../charts/answer.ts';
import type { DashboardDefinition, QueryFilter, WidgetDefinition } from '../charts/definition.ts';

export const ExportBody = z.object({
  publicId: z.string(),
  format: z.enum(['png', 'pdf']),
  widgetId: z.string().optional(),
  filters: z
    .array(
      z.object({
        member: z.string().regex(/^\w+\.\w+$/),
        operator: z.string(),
        values: z.array(z.string()).optional(),
      }),
    )
    .max(50),
  locale: z.string().max(40),
  timezone: z.string().max(60).optional(),
  scheme: z.enum(['light', 'dark']),
  theme: z.looseObject({}),
});

export interface PageToRender extends Omit<z.output<typeof ExportBody>, 'filters'> {
  filters: readonly QueryFilter[];
  dashboard: DashboardDefinition;
  /** `…/v1` */
  dataApiUrl: string;
  token: string;
  signal: AbortSignal;
}

export type RenderPage = (page: PageToRender) => Promise<Uint8Array>;

/** What a widget shows: its rows, or why there are none. */
export type Filled = { widget: WidgetDefinition; answer: DataAnswer } | { widget: WidgetDefinition; failure: string };
