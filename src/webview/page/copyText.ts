/** Text into the clipboard: by this page where it may, by the extension otherwise. */

import type { ExtensionLink } from './extension/extensionLink.ts';

/** Characters that the extension takes. */
const most = 2_000_000;

/** Of lines that are too many for the extension the first ones are copied, whole. Rejects where nothing could be. */
export async function copyText(ask: ExtensionLink, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const fitting = text.length <= most ? text : text.slice(0, text.lastIndexOf('\n', most - 1) + 1 || most);
    await ask('copyText', { text: fitting });
  }
}
