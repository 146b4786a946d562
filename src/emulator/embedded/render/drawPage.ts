/** Draws a filled dashboard into a file. */

import type { Filled, PageToRender } from './pageToRender.ts';

export async function drawPage(_page: PageToRender, _filled: readonly Filled[]): Promise<Uint8Array> {
  throw new Error('not yet');
}
