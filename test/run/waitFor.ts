/** Waiting in tests. Runs on Node and inside VS Code. */

import { setTimeout as delay } from 'node:timers/promises';

const timeoutMs = 90_000;
const pollMs = 25;

/**
 * Waits until `condition` returns a truthy value.
 *
 * @param description a sentence that is true after the wait: `the row is shown`.
 * @param actual returns what to print when the wait fails.
 * @throws Error with the description when the condition stays false for 90 seconds.
 */
export async function waitFor(description: string, condition: () => unknown, actual?: () => unknown): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > end) {
      const found = actual ? `; found ${JSON.stringify(await actual())}` : '';
      throw new Error(`Timed out after ${timeoutMs / 1000} s waiting until ${description}${found}`);
    }
    await delay(pollMs);
  }
}
