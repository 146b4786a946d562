/** The connection in the outside browser: server-sent events from the loopback server, and a POST for each message to it. */

import { hostTexts } from '../../../contract/messages/hostTexts.ts';
import type { HostPort } from '../../shared/hostPort.ts';

/** How long a lost connection may take to return. The browser retries every few seconds. */
const reconnectMs = 20_000;

const secretKey = 'dashboard-page';

/** Both directions use this page's own origin, its cookie and its secret. Messages are sent one after another. */
export function serverPort(): HostPort {
  const secret = pageSecret();
  const source = new EventSource(`events?page=${encodeURIComponent(secret)}`);
  const closeListeners = new Set<(reason: string) => void>();
  const reopenListeners = new Set<() => void>();
  let sending: Promise<unknown> = Promise.resolve();
  let opened = false;
  let reconnecting: ReturnType<typeof setTimeout> | undefined;
  const close = (reason: string) => {
    clearTimeout(reconnecting);
    source.close();
    for (const listener of closeListeners) listener(reason);
  };
  source.addEventListener('open', () => {
    clearTimeout(reconnecting);
    reconnecting = undefined;
    if (opened) for (const listener of reopenListeners) listener();
    opened = true;
  });
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) close(hostTexts['lost.closed']);
    else reconnecting ??= setTimeout(() => close(hostTexts['lost.unreachable']), reconnectMs);
  });
  const send = async (body: string) => {
    const headers = { 'content-type': 'application/json', 'x-page-secret': secret };
    const response = await fetch('message', { method: 'POST', headers, body });
    // 409: the server knows this page, but its event stream is not open yet.
    if (!response.ok && response.status !== 409) close(hostTexts['lost.refused']);
  };
  return {
    post(message) {
      const body = JSON.stringify(message);
      // The caller's deadline handles a lost message; the event stream reports a lost editor.
      sending = sending.then(() => send(body)).catch(() => {});
    },
    remember() {},
    onMessage(listener) {
      const onMessage = (event: MessageEvent<string>) => {
        let message: unknown;
        try {
          message = JSON.parse(event.data);
        } catch {
          return;
        }
        listener(message);
      };
      source.addEventListener('message', onMessage);
      return { dispose: () => source.removeEventListener('message', onMessage) };
    },
    onClose(listener) {
      closeListeners.add(listener);
      return { dispose: () => closeListeners.delete(listener) };
    },
    onReopen: (listener) => void reopenListeners.add(listener),
  };
}

/** The first URL of the page ends with the secret, which the tab keeps for a reload. Other ports of this machine cannot read it. */
function pageSecret(): string {
  const given = location.hash.slice(1);
  if (given === '') return sessionStorage.getItem(secretKey) ?? '';
  sessionStorage.setItem(secretKey, given);
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  return given;
}
