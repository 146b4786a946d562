/** The two wires between this page and the extension: the editor's webview messages, and a server of this machine for the outside browser. */

import type { Port } from '../../../base/channel.ts';
import { hostTexts } from '../../../contract/messages/hostTexts.ts';

interface EditorApi {
  postMessage(message: unknown): void;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** A port that can also keep something for the page over a reload of the editor's window. */
export interface HostPort extends Port {
  /** Fires when the wire was interrupted and is there again; what was said meanwhile is lost. */
  onReopen?(listener: () => void): void;
  remember(state: unknown): void;
}

export function runsInEditor(): boolean {
  return typeof acquireVsCodeApi === 'function';
}

/**
 * The editor's wire. Its messages come from this page's own origin; an embedded page has another one and is never heard here.
 * Must be called once only.
 */
export function editorPort(): HostPort {
  const editor = acquireVsCodeApi();
  return {
    post: (message) => editor.postMessage(message),
    remember: (state) => editor.setState(state),
    onMessage(listener) {
      const onMessage = (event: MessageEvent) => {
        if (isOwn(event)) listener(event.data);
      };
      window.addEventListener('message', onMessage);
      return { dispose: () => window.removeEventListener('message', onMessage) };
    },
  };
}

/** Whether a message was posted by a page of our own origin, as the editor's are. */
export function isOwn(event: MessageEvent): boolean {
  return event.origin === window.origin && event.origin !== 'null';
}

/** How long an interrupted wire may take to come back; the browser tries every few seconds. */
const awayMs = 20_000;

/**
 * The wire of the outside browser: messages come as events of `GET events` (one JSON message each), and go out by `POST message`,
 * one after another. Both are of this page's own origin and carry its cookie.
 */
export function serverPort(): HostPort {
  const source = new EventSource('events');
  const closing = new Set<(reason: string) => void>();
  const reopened = new Set<() => void>();
  let sending: Promise<unknown> = Promise.resolve();
  let opened = false;
  let away: ReturnType<typeof setTimeout> | undefined;
  const close = (reason: string) => {
    clearTimeout(away);
    source.close();
    for (const listener of closing) listener(reason);
  };
  source.addEventListener('open', () => {
    clearTimeout(away);
    away = undefined;
    if (opened) for (const listener of reopened) listener();
    opened = true;
  });
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) close(hostTexts['lost.closed']);
    else away ??= setTimeout(() => close(hostTexts['lost.unreachable']), awayMs);
  });
  const send = async (body: string) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('message', { method: 'POST', headers, body });
    // 409: it knows us, but our stream is not back yet.
    if (!response.ok && response.status !== 409) close(hostTexts['lost.refused']);
  };
  return {
    post(message) {
      const body = JSON.stringify(message);
      // What cannot be sent is given up by the one who asked; whether the editor is gone, the stream tells.
      sending = sending.then(() => send(body)).catch(() => {});
    },
    remember() {},
    onMessage(listener) {
      const onMessage = (event: MessageEvent<string>) => {
        let message: unknown;
        try {
          message = JSON.parse(event.data);
        } catch {
          // What is no JSON is no message of ours.
          return;
        }
        listener(message);
      };
      source.addEventListener('message', onMessage);
      return { dispose: () => source.removeEventListener('message', onMessage) };
    },
    onClose(listener) {
      closing.add(listener);
      return { dispose: () => closing.delete(listener) };
    },
    onReopen: (listener) => void reopened.add(listener),
  };
}
