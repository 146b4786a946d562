/** The wire to the host: posts events to the window that embeds this page, and hears actions from that window only. */

import { type EmbedAction, parseAction } from '../../../contract/messages/actions.ts';
import type { Surface } from '../../../contract/messages/envelope.ts';
import { dashboardEvents, type EventPayload, eventMessage } from '../../../contract/messages/events.ts';
import type { EventName, ProtocolNames } from '../../../contract/messages/names.ts';

export class HostLink {
  readonly #names: ProtocolNames;
  readonly #surface: Surface;
  readonly #waiting: EmbedAction[] = [];
  #act: ((action: EmbedAction) => void) | undefined;
  /** What the platform's clock is ahead of this machine's, in milliseconds. */
  clockOffset = 0;

  constructor(names: ProtocolNames, surface: Surface) {
    this.#names = names;
    this.#surface = surface;
    addEventListener('message', ({ source, data }) => {
      if (source !== window.parent || !this.framed) return;
      const heard = parseAction(data, names);
      if (heard.kind !== 'known') return;
      if (this.#act) this.#act(heard.action);
      else if (this.#waiting.length < 100) this.#waiting.push(heard.action);
    });
  }

  get framed(): boolean {
    return window.parent !== window;
  }

  /** Tells the host, where the event is one of this surface's. */
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    if (this.#surface !== 'dashboard' && dashboardEvents.includes(name)) return;
    this.post(eventMessage(this.#names, name, payload as never, this.#surface, this.now()));
  }

  /** Any message at all, for pages that are told to misbehave. */
  post(message: object): void {
    if (this.framed) window.parent.postMessage(message, hostOrigin());
  }

  now(): number {
    return Date.now() + this.clockOffset;
  }

  /** From now on actions are obeyed, those that came too early first. */
  obey(act: (action: EmbedAction) => void): void {
    this.#act = act;
    for (const action of this.#waiting.splice(0)) act(action);
  }
}

/**
 * The host's origin where the browser tells it. Hosts with a scheme of their own (an editor's webview) and hosts without an
 * origin get `*`, as no event carries a secret.
 */
function hostOrigin(): string {
  const told = location.ancestorOrigins?.[0] ?? originOf(document.referrer);
  return told !== undefined && /^https?:\/\//.test(told) ? told : '*';
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
