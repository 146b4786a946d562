/** The connection of the host page to the extension. */

import type { Port } from '../../base/channel.ts';

export interface HostPort extends Port {
  /** Fires after a lost connection is back. Messages in between are lost. */
  onReopen?(listener: () => void): void;
  /** Stores a state that survives a reload of the editor's window. */
  remember(state: unknown): void;
  /** The stored state, where the page was open before. */
  recall?(): unknown;
}

/** Whether a page of this page's own origin sent the message, as the editor does. */
export function isOwnMessage(event: MessageEvent): boolean {
  return event.origin === window.origin && event.origin !== 'null';
}
