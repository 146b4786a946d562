/** The connection inside the editor: the messages of a VS Code webview. */

import { type HostPort, isOwnMessage } from './hostPort.ts';

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
