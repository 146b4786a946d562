/** Commands on the row of a tree: its icons and its context menu. */

import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../../run/waitFor.ts';
import { appears, succeeds, waitUntilStill } from './attempts.ts';
import type { Workbench } from './workbench.ts';

/** Runs a command on a row, again if the extension asks for that: VS Code passes no row while a part of the tree reloads. */
export async function runOnRow(
  workbench: Workbench,
  name: string,
  run: () => Promise<void>,
  effect: Locator | undefined,
): Promise<void> {
  const refusal = workbench.notificationItem('The view was reloading. Run the command on the row again.');
  for (;;) {
    await run();
    if (!effect) return;
    const isAnswered = async () => (await effect.isVisible()) || (await refusal.isVisible());
    await waitFor(`“${name}” shows its effect`, isAnswered);
    if (!(await refusal.isVisible())) return;
    await workbench.closeNotification(refusal);
  }
}

/** Clicks an icon that a row shows under the pointer. The row moves away from the pointer while rows above it load. */
export async function clickRowAction(row: Locator, label: string): Promise<void> {
  const action = row.locator(`a.action-label[aria-label^="${label}"]`);
  await waitFor(`“${label}” is clicked`, async () => {
    await row.hover();
    return (await appears(action)) && (await succeeds(action.click({ timeout: 5_000 })));
  });
}

export async function clickMenuItem(page: Page, row: Locator, item: string): Promise<void> {
  await waitUntilStill(row);
  await row.click({ button: 'right' });
  const menuItem = page.locator('.monaco-menu').getByRole('menuitem', { name: item }).first();
  await menuItem.waitFor();
  // A menu ignores clicks for 100 ms. A second click could run the command twice, so wait in the page, whose timers are in order.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await menuItem.click();
  await menuItem.waitFor({ state: 'hidden' });
}
