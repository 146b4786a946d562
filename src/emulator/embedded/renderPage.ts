/** A dashboard, or one of its widgets, as a file: asks the data API what the page would ask, draws what the page would draw. */

import * as z from 'zod';
import type { DataAnswer } from './charts/answer.ts';
import type { WidgetDefinition } from './charts/definition.ts';
import { type DashboardDefinition, narrowed } from './charts/definition.ts';

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

export interface PageToRender extends z.output<typeof ExportBody> {
  dashboard: DashboardDefinition;
  /** `…/v1` */
  dataApiUrl: string;
  token: string;
  signal: AbortSignal;
}

export type RenderPage = (page: PageToRender) => Promise<Uint8Array>;

/** What a widget shows: its rows, or why there are none. */
export type Filled = { widget: WidgetDefinition; answer: DataAnswer } | { widget: WidgetDefinition; failure: string };

export const renderPage: RenderPage = async (page) => {
  const widgets = page.dashboard.widgets.filter(({ id }) => page.widgetId === undefined || id === page.widgetId);
  const filled = await Promise.all(widgets.map((widget) => fill(widget, page)));
  // Drawing takes libraries that nothing else here needs.
  const { drawPage } = await import('./render/drawPage.ts');
  return drawPage(page, filled);
};

async function fill(
  widget: WidgetDefinition,
  { dataApiUrl, token, filters, timezone, signal }: PageToRender,
): Promise<Filled> {
  const query = narrowed(widget.query, filters, timezone);
  try {
    for (let pause = 50; ; pause = Math.min(pause * 2, 1000)) {
      const response = await fetch(`${dataApiUrl}/load`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
        signal,
      });
      const answer = (await response.json()) as Partial<DataAnswer> & { error?: string };
      if (answer.data) return { widget, answer: { data: answer.data, annotation: answer.annotation ?? {} } };
      if (answer.error !== 'Continue wait') return { widget, failure: answer.error ?? 'No data' };
      await new Promise((resolve) => setTimeout(resolve, pause));
      signal.throwIfAborted();
    }
  } catch (failure) {
    signal.throwIfAborted();
    return { widget, failure: failure instanceof Error ? failure.message : String(failure) };
  }
}
