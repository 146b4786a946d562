/** Draws a filled dashboard into a file: a picture, or a document of one page. */

import { pageSvg } from './pageSvg.ts';
import type { Filled, PageToRender } from './pageToRender.ts';
import { pdfOf } from './pdf.ts';
import { rasterOf } from './raster.ts';

/** Pixels of the file for each pixel of the layout. */
const scale = 2;
/** Points for each pixel of the layout: 96 pixels to an inch. */
const points = 0.75;

export async function drawPage(page: PageToRender, filled: readonly Filled[]): Promise<Uint8Array> {
  const { svg, width, height } = pageSvg(page, filled);
  const raster = await rasterOf(svg, scale);
  if (page.format === 'png') return raster.png;
  return pdfOf(raster, { title: page.dashboard.title, width: width * points, height: height * points });
}
