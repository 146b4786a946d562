/** Reports the state of the page to the extension, at most a few times a second and only after a change. */

import type { HostState } from '../../../contract/messages/hostConfig.ts';
import type { ExtensionLink } from './extensionLink.ts';

const pauseMs = 250;

/** Returns a function to call after each possible change. `force` reports an unchanged state too, after a lost connection. */
export function makeStateReporter(ask: ExtensionLink, state: () => HostState): (force?: boolean) => void {
  let scheduled = false;
  let reported = '';
  return (force = false) => {
    if (force) reported = '';
    if (scheduled) return;
    scheduled = true;
    setTimeout(() => {
      scheduled = false;
      const now = state();
      const json = JSON.stringify(now);
      if (json === reported) return;
      reported = json;
      // The port reports a lost extension.
      ask('stateChanged', now).catch(() => {});
    }, pauseMs);
  };
}
