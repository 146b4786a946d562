/** The state that VS Code has stored in the browser. It writes there with a delay, so a reload right after a change loses the change. */

import type { Page } from 'playwright-core';
import { waitFor } from '../../run/waitFor.ts';

/** Waits until a stored state of the window contains `text`. */
export async function waitUntilStored(page: Page, text: string): Promise<void> {
  await waitFor(`the browser has stored “${text}”`, async () =>
    [...(await readStoredState(page)).values()].some((value) => value.includes(text)),
  );
}

/** Waits until the stored list of open editors contains `name`, or no longer does. */
export async function waitUntilEditorStored(page: Page, name: string, isOpen: boolean): Promise<void> {
  const read = async () => (await readStoredState(page)).get('memento/workbench.parts.editor') ?? '';
  const wanted = isOpen ? 'is' : 'is not';
  await waitFor(
    `“${name}” ${wanted} among the stored editors`,
    async () => (await read()).includes(name) === isOpen,
    read,
  );
}

/** All stored states by their keys. A key that the folder and the profile both use has the values of both. */
async function readStoredState(page: Page): Promise<Map<string, string>> {
  const state = new Map<string, string>();
  for (const [key, value] of (await page.evaluate(readItems)) as [string, string][])
    state.set(key, `${state.get(key) ?? ''}${value}`);
  return state;
}

/** A script for the page, which has access to IndexedDB. */
const readItems = `(async () => {
  const answer = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const items = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith('vscode-web-state-db')) continue;
    const database = await answer(indexedDB.open(name));
    try {
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const keys = store.getAllKeys();
        const values = await answer(store.getAll());
        values.forEach((value, index) => items.push([String(keys.result[index]), String(value)]));
      }
    } finally {
      database.close();
    }
  }
  return items;
})()`;
