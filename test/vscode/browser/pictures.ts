/** Pictures of the person suite for README and for reviews, in artifacts/person. `PICTURES=0` leaves them out. */

import path from 'node:path';
import type { Page } from 'playwright-core';
import { artifacts } from '../locations.ts';
import { saveScreenshot } from './browser.ts';
import type { Workbench } from './workbench.ts';

/** Pictures, and the themes only for them, are much of the suite's work. */
export const takesPictures = process.env.PICTURES !== '0';

export async function savePicture(page: Page, name: string): Promise<void> {
  await saveScreenshot(page, path.join(artifacts, 'person', `${name}.png`));
}

/** Saves a picture if pictures are taken. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (takesPictures) await savePicture(page, name);
}

const looks = { dark: 'Dark Modern', light: 'Light Modern', contrast: 'Dark High Contrast' } as const;

/** Takes pictures in all themes and in a narrow window. @param show what a change of the theme closes */
export async function takeLooks(
  workbench: Workbench,
  name: string,
  show = async (): Promise<void> => {},
): Promise<void> {
  if (!takesPictures) return;
  for (const [look, theme] of Object.entries(looks)) {
    await workbench.setTheme(theme);
    await show();
    await workbench.screenshot(`${name}-${look}`);
    await workbench.page.keyboard.press('Escape');
  }
  const size = workbench.page.viewportSize()!;
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await workbench.page.setViewportSize({ ...size, width: 500 });
  await show();
  await workbench.screenshot(`${name}-narrow`);
  await workbench.page.keyboard.press('Escape');
  await workbench.page.setViewportSize(size);
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await workbench.setTheme(looks.light);
}

/** The themes of a loop in which only the pictures differ: all of them, or the first if no pictures are taken. */
export function picturedThemes<Theme>(themes: readonly Theme[]): readonly Theme[] {
  return takesPictures ? themes : themes.slice(0, 1);
}
