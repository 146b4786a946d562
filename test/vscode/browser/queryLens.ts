/** The links above the definitions of a model. */

import type { Locator } from 'playwright-core';

/** The link *Query* above the line of the editor that contains a text. */
export async function findQueryLens(editor: Locator, text: string) {
  const handle = await editor.evaluateHandle((root, part) => {
    const line = [...root.querySelectorAll('.view-line')].find((each) => each.textContent?.includes(part));
    if (!line) return null;
    const { top, height } = line.getBoundingClientRect();
    return [...root.querySelectorAll('.codelens-decoration a')].find((link) => {
      const distance = top - link.getBoundingClientRect().top;
      return /Query/.test(link.textContent ?? '') && distance >= 0 && distance <= 2 * height;
    });
  }, text);
  return handle.asElement();
}
