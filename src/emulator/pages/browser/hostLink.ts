/** Exchanges messages with the host: posts events to the parent window and accepts actions from that window only. */

import { type EmbedAction, parseAction } from '../../../contract/messages/actions.ts';
import type { Surface } from '../../../contract/messages/envelope.ts';
import { dashboardEvents, type EventPayload, eventMessage } from '../../../contract/messages/events.ts';
import type { EventName, ProtocolNames } from '../../../contract/messages/names.ts';

export class HostLink {
  readonly #names: ProtocolNames;
  readonly #surface: Surface;
  /** Platform clock minus local clock, in milliseconds. */
  clockOffset = 0;
  #isReady = false;

  constructor(names: ProtocolNames, surface: Surface) {
    this.#names = names;
    this.#surface = surface;
  }

  onAction(listener: (action: EmbedAction) => void): void {
    addEventListener('message', ({ source, data }) => {
      if (source !== window.parent || window.parent === window) return;
      const parsed = parseAction(data, this.#names);
      if (parsed.kind === 'known') listener(parsed.action);
    });
  }

  /** Whether the page has sent `ready`. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Sends an event, unless this surface does not have it. */
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    if (this.#surface !== 'dashboard' && dashboardEvents.includes(name)) return;
    if (name === 'ready') this.#isReady = true;
    this.post(eventMessage(this.#names, name, payload as never, this.#surface, this.now()));
  }

  emitError(message: string, name: string, context: string, fatal = false): void {
    this.emit('error', { message, name, context, fatal });
  }

  /** Sends any message; faults use it directly. */
  post(message: object): void {
    if (window.parent !== window) window.parent.postMessage(message, hostOrigin());
  }

  now(): number {
    return Date.now() + this.clockOffset;
  }
}

/** The host's origin. A host without an http origin (an editor's webview) gets `*`: no event carries a secret. */
function hostOrigin(): string {
  const { referrer } = document;
  const origin = location.ancestorOrigins?.[0] ?? (URL.canParse(referrer) ? new URL(referrer).origin : '');
  return /^https?:\/\//.test(origin) ? origin : '*';
}
