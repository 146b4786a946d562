/** Fault: sends the host unrequested messages. Some are valid, some have an unknown type, some have a broken envelope. */

import type { Surface } from '../../../contract/messages/envelope.ts';
import { eventMessage } from '../../../contract/messages/events.ts';
import type { ProtocolNames } from '../../../contract/messages/names.ts';
import type { HostLink } from './hostLink.ts';

const intervalMs = 50;

export class HostFlood {
  readonly #host: HostLink;
  readonly #message: (count: number) => object;
  #timer: ReturnType<typeof setInterval> | undefined;
  #perSecond = 0;
  #sent = 0;

  constructor(host: HostLink, names: ProtocolNames, surface: Surface) {
    this.#host = host;
    this.#message = (count) => {
      const valid = eventMessage(names, 'view', { surface, path: `/flood/${count}` }, surface, host.now());
      const unknownType = { type: `${names.prefix}:event:noise-${count % 10}` };
      const changes = [{}, unknownType, { source: 'another-source' }, { payload: count }];
      return { ...valid, ...changes[count % changes.length] };
    };
  }

  /** @param perSecond messages per second; 0 stops */
  set(perSecond: number): void {
    if (perSecond === this.#perSecond) return;
    this.#perSecond = perSecond;
    clearInterval(this.#timer);
    if (perSecond <= 0) return;
    let due = 0;
    this.#timer = setInterval(() => {
      if (!this.#host.isReady) return;
      for (due += (perSecond * intervalMs) / 1000; due >= 1; due--) this.#host.post(this.#message(this.#sent++));
    }, intervalMs);
  }
}
