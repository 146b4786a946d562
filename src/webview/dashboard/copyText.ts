/** Copies text to the clipboard: directly where the browser allows it, otherwise through the extension. */

import type { ExtensionLink } from './extension/extensionLink.ts';

/** Characters that the extension accepts. */
const maxLength = 2_000_000;

/** Copies only the first whole lines of a text that is too long for the extension. @throws where both ways fail */
export async function copyText(ask: ExtensionLink, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const copied =
      text.length <= maxLength ? text : text.slice(0, text.lastIndexOf('\n', maxLength - 1) + 1 || maxLength);
    await ask('copyText', { text: copied });
  }
}
