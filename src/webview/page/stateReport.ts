/** Tells the extension the state of the page, a few times a second at most and only where it changed. */

import type { HostState } from '../../contract/messages/hostConfig.ts';
import type { ExtensionLink } from './extensionLink.ts';

const pauseMs = 250;

/** A function to be called whenever the state may have changed. */
export function reporting(ask: ExtensionLink, state: () => HostState): () => void {
  let waiting = false;
  let said = '';
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      const now = state();
      const words = JSON.stringify(now);
      if (words === said) return;
      said = words;
      // Where the extension is gone, the port says so.
      ask('stateChanged', now).catch(() => {});
    }, pauseMs);
  };
}
