/** The frame of the embedded page. */

import type { Frame, Page } from 'playwright-core';
import { waitFor } from '../../run/waitFor.ts';

/** Waits until the host page has its iframe and playwright knows the address: it learns both later than the page. */
export async function embeddedFrame(page: Page): Promise<Frame> {
  let frame: Frame | null | undefined;
  await waitFor('the embedded page is there', async () => {
    frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
    return frame?.url().includes('/embed/');
  });
  return frame!;
}
