/** Draws a dashboard with its data into a PNG image or a PDF document. */

import type { DashboardDefinition } from './charts/dashboardDefinition.ts';
import { dashboardSvg } from './dashboardSvg.ts';
import type { ExportOptions, WidgetResult } from './exportBody.ts';
import { pdfOf } from './pdf.ts';
import { rasterize } from './raster.ts';

/** Image pixels per layout pixel. */
const scale = 2;
/** PDF points per layout pixel, at 96 pixels per inch. */
const points = 0.75;

export async function drawExport(
  dashboard: DashboardDefinition,
  results: readonly WidgetResult[],
  options: ExportOptions,
): Promise<Uint8Array> {
  const { svg, width, height } = dashboardSvg(dashboard, results, options);
  const image = await rasterize(svg, scale);
  if (options.format === 'png') return image.png;
  return pdfOf(image, { title: dashboard.title, width: width * points, height: height * points });
}
