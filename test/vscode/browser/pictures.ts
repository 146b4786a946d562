/** Pictures of the person suite for README and for reviews, in artifacts/person. `PICTURES=0` leaves them out. */

import path from 'node:path';
import type { Page } from 'playwright-core';
import { artifacts } from '../locations.ts';
import { saveScreenshot } from './browser.ts';

/** Pictures, and the themes only for them, are much of the suite's work. */
export const takesPictures = process.env.PICTURES !== '0';

export async function savePicture(page: Page, name: string): Promise<void> {
  await saveScreenshot(page, path.join(artifacts, 'person', `${name}.png`));
}

/** Saves a picture if pictures are taken. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (takesPictures) await savePicture(page, name);
}

/** The themes of a loop in which only the pictures differ: all of them, or the first if no pictures are taken. */
export function picturedThemes<Theme>(themes: readonly Theme[]): readonly Theme[] {
  return takesPictures ? themes : themes.slice(0, 1);
}
