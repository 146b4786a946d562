/** The messages between this page and the embedded one: every message passes the gate and is logged for the inspector. */

import type { EmbedAction } from '../../contract/messages/actions.ts';
import type { EmbedEvent } from '../../contract/messages/events.ts';
import { type ProtocolNames, protocolNames } from '../../contract/messages/names.ts';
import type { HostText } from '../shared/pageTexts.ts';
import type { SendReport } from './inspector/composer.ts';
import { asAction } from './messages/compose.ts';
import { Gate, type SendResult } from './messages/gate.ts';
import { incomingEntry, outgoingEntry } from './messages/logEntry.ts';
import { MessageLog } from './messages/messageLog.ts';

export class EmbedLink {
  readonly log = new MessageLog();
  readonly #text: HostText;
  readonly #gate: Gate;

  constructor(text: HostText, protocolPrefix: string, tenantOrigin: string) {
    this.#text = text;
    this.#gate = new Gate(protocolNames(protocolPrefix), tenantOrigin, Date.now, (message) => {
      this.log.add(outgoingEntry(message, 'sent', Date.now()));
    });
  }

  get names(): ProtocolNames {
    return this.#gate.names;
  }

  get counts(): Gate['counts'] {
    return this.#gate.counts;
  }

  /** Talks to this window only; null for none. */
  attach(window: Window | null): void {
    this.#gate.attach(window);
  }

  /** The event in a window message; undefined for a message that is ignored or has no effect. */
  receive(message: MessageEvent): EmbedEvent | undefined {
    const decision = this.#gate.receive(message);
    this.log.add(incomingEntry(message.data, decision, Date.now(), message.origin));
    return decision.kind === 'known' ? decision.event : undefined;
  }

  send(action: EmbedAction): SendResult {
    return this.#gate.send(action);
  }

  /** Sends a message that the user wrote, also one outside the catalog. @param send sends an action of the catalog */
  sendComposed(name: string, payload: Record<string, unknown>, send: (action: EmbedAction) => SendResult): SendReport {
    const { action, type, refused } = asAction(this.#gate.names, name, payload);
    if (refused !== undefined && !type) return { sent: false, queued: false, refused };
    const result = action ? send(action) : this.#gate.sendRaw(type, payload);
    return {
      sent: result === 'sent',
      queued: result === 'queued',
      refused: result === 'refused' ? this.#text('inspector.notReady') : undefined,
    };
  }
}
