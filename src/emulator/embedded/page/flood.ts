/** Misbehaves on request: messages nobody asked for, some sound, some of an unknown type, some in a broken envelope. */

import type { Surface } from '../../../contract/messages/envelope.ts';
import { eventMessage } from '../../../contract/messages/events.ts';
import type { ProtocolNames } from '../../../contract/messages/names.ts';
import type { HostLink } from './hostLink.ts';

const everyMs = 50;

export class Flood {
  readonly #host: HostLink;
  readonly #kinds: readonly ((count: number) => object)[];
  #timer: ReturnType<typeof setInterval> | undefined;
  #perSecond = 0;
  #sent = 0;

  constructor(host: HostLink, names: ProtocolNames, surface: Surface) {
    this.#host = host;
    const sound = (count: number) =>
      eventMessage(names, 'view', { surface, path: `/flood/${count}` }, surface, host.now());
    this.#kinds = [
      sound,
      (count) => ({ ...sound(count), type: `${names.prefix}:event:noise-${count % 10}` }),
      (count) => ({ ...sound(count), source: 'somebody-else' }),
      (count) => ({ ...sound(count), payload: count }),
    ];
  }

  /** Messages a second; 0 ends it. */
  set(perSecond: number): void {
    if (perSecond === this.#perSecond) return;
    this.#perSecond = perSecond;
    clearInterval(this.#timer);
    if (perSecond <= 0) return;
    let owed = 0;
    this.#timer = setInterval(() => {
      for (owed += (perSecond * everyMs) / 1000; owed >= 1; owed--) {
        const kind = this.#kinds[this.#sent % this.#kinds.length]!;
        this.#host.post(kind(this.#sent++));
      }
    }, everyMs);
  }
}
