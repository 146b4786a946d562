/** The connection of a page to the extension. */

import type { Port } from '../../base/channel.ts';

export interface HostPort extends Port {
  /** Fires after a lost connection is back. Messages in between are lost. */
  onReopen?(listener: () => void): void;
  /** Stores a state that survives a reload of the editor's window. */
  remember(state: unknown): void;
  /** The stored state, if the page was open before. */
  recall?(): unknown;
}

/** Whether a page of this page's own origin sent the message, as the editor does. */
export function isOwnMessage(event: MessageEvent): boolean {
  return event.origin === window.origin && event.origin !== 'null';
}

interface EditorApi {
  postMessage(message: unknown): void;
  setState(state: unknown): void;
  getState(): unknown;
}

declare function acquireVsCodeApi(): EditorApi;

export function runsInEditor(): boolean {
  return typeof acquireVsCodeApi === 'function';
}

/** Call only once: VS Code hands out its API once. Messages of the embedded page have another origin and are ignored. */
export function editorPort(): HostPort {
  const editor = acquireVsCodeApi();
  return {
    post: (message) => editor.postMessage(message),
    remember: (state) => editor.setState(state),
    recall: () => editor.getState(),
    onMessage(listener) {
      const onMessage = (event: MessageEvent) => {
        if (isOwnMessage(event)) listener(event.data);
      };
      window.addEventListener('message', onMessage);
      return { dispose: () => window.removeEventListener('message', onMessage) };
    },
  };
}
