/** Attempts of a user that may have no effect while the window changes. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { waitFor } from '../../run/waitFor.ts';

/** Whether the action succeeds. */
export function succeeds(action: Promise<unknown>): Promise<boolean> {
  return action.then(
    () => true,
    () => false,
  );
}

/** Whether an element appears soon. */
export function appears(element: Locator, timeout = 2_000): Promise<boolean> {
  return succeeds(element.waitFor({ timeout }));
}

/** Waits until a row keeps its position, because a tree that reloads moves its rows under the pointer. */
export async function waitUntilStill(row: Locator): Promise<void> {
  let before = await row.boundingBox();
  await waitFor('the row keeps its position', async () => {
    await pause(250);
    const now = await row.boundingBox();
    const isStill = now !== null && before !== null && now.x === before.x && now.y === before.y;
    before = now;
    return isStill;
  });
}
