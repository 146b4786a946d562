/** A window used with the keyboard alone. */

import type { Locator } from 'playwright-core';
import { waitFor } from '../../run/waitFor.ts';
import { appears, succeeds } from './attempts.ts';
import type { Workbench } from './workbench.ts';

/** Whether the keys go to an element, in this page or in a frame of it. */
function hasFocus(element: Locator): Promise<boolean> {
  return element
    .evaluate((node) => node === node.ownerDocument.activeElement && node.ownerDocument.hasFocus(), undefined, {
      timeout: 5_000,
    })
    .catch(() => false);
}

export async function waitForFocus(element: Locator): Promise<void> {
  await waitFor(`${element} has the focus`, () => hasFocus(element));
}

/**
 * Presses Tab until an element has the focus.
 *
 * @param most how many times a user presses it at most
 */
export async function tabTo(element: Locator, most: number): Promise<void> {
  await element.waitFor();
  for (let pressed = 0; pressed < most; pressed += 1) {
    if (await hasFocus(element)) return;
    await element.page().keyboard.press('Tab');
  }
  if (!(await hasFocus(element))) throw new Error(`${element} is not reached with ${most} tabs`);
}

/** Types into the input that a key opens, and accepts the row with this text: the first one, or one below what was open before. */
async function pick(
  { page, quickInput, quickInputBox }: Workbench,
  key: string,
  typed: string,
  row: string,
): Promise<void> {
  const offered = quickInput.locator('.monaco-list-row.focused').filter({ hasText: row });
  await waitFor(`the input offers “${row}”`, async () => {
    // The list is read when it opens, and something else may take the focus of one that opens.
    await page.keyboard.press('Escape');
    await page.keyboard.press(key);
    if (!(await appears(quickInputBox, 5_000))) return false;
    await page.keyboard.type(typed);
    for (let at = 0; at < 3; at += 1) {
      if (await appears(offered, at === 0 ? 5_000 : 500)) return true;
      await page.keyboard.press('ArrowDown');
    }
    return false;
  });
  await waitFor('the input closes', async () => {
    await page.keyboard.press('Enter');
    return succeeds(quickInput.waitFor({ state: 'hidden', timeout: 10_000 }));
  });
}

/** Runs a command by its title in the palette, with its category: `Data Model: Commit…`. */
export function runByKeyboard(workbench: Workbench, title: string): Promise<void> {
  return pick(workbench, 'F1', title, title);
}

/** Opens a file with the cursor at a place; 1-based. */
export async function openByKeyboard(workbench: Workbench, file: string, line: number, column: number): Promise<void> {
  await pick(workbench, 'Control+p', `${file}:${line}:${column}`, file);
  await workbench.tab(file).waitFor();
  await workbench.statusItem(`Ln ${line}, Col ${column}`).waitFor();
}
