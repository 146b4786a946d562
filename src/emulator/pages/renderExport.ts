/** Renders a dashboard, or one of its widgets, as a PNG or PDF file with the data that the page would show. */

import { messageOf, UserError } from '../../base/errors.ts';
import type { DashboardDefinition, WidgetDefinition } from './charts/dashboardDefinition.ts';
import { type DataApiRequest, loadData } from './charts/dataApi.ts';
import { applyFilters } from './charts/dataQuery.ts';
import type { ExportOptions, WidgetResult } from './exportBody.ts';

export interface ExportJob extends ExportOptions, DataApiRequest {
  dashboard: DashboardDefinition;
}

/** @throws UserError if no widget has data */
export async function renderExport(job: ExportJob): Promise<Uint8Array> {
  const { dashboard, widgetId } = job;
  const widgets = dashboard.widgets.filter(({ id }) => widgetId === undefined || id === widgetId);
  const results = await Promise.all(widgets.map((widget) => loadWidget(widget, job)));
  const [first] = results;
  if (first && 'failure' in first && results.every((one) => 'failure' in one)) throw new UserError(first.failure);
  // The libraries for drawing load on first use.
  const { drawExport } = await import('./drawExport.ts');
  return drawExport(dashboard, results, job);
}

async function loadWidget(widget: WidgetDefinition, job: ExportJob): Promise<WidgetResult> {
  try {
    return { widget, result: await loadData(job, applyFilters(widget.query, job.filters, job.timezone)) };
  } catch (failure) {
    job.signal.throwIfAborted();
    return { widget, failure: messageOf(failure) };
  }
}
