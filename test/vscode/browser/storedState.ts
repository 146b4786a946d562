/** What VS Code has stored in the browser. It writes there with a delay, so a reload right after a change loses the change. */

import type { Page } from 'playwright-core';
import { waitFor } from '../../run/waitFor.ts';

/** Waits until a stored state of the window contains `text`. */
export async function waitUntilStored(page: Page, text: string): Promise<void> {
  const script = `(${isStored})(${JSON.stringify(text)})`;
  await waitFor(`the browser has stored “${text}”`, () => page.evaluate(script));
}

/** A function of the page, where IndexedDB is. */
const isStored = `async (text) => {
  const answer = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith('vscode-web-state-db')) continue;
    const database = await answer(indexedDB.open(name));
    try {
      for (const store of database.objectStoreNames) {
        const values = await answer(database.transaction(store).objectStore(store).getAll());
        if (values.some((value) => String(value).includes(text))) return true;
      }
    } finally {
      database.close();
    }
  }
  return false;
}`;
