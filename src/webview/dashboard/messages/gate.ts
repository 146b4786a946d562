/**
 * The gate between this page and the embedded page. Ignores messages from other windows and origins and counts them by reason; queues
 * actions until the embedded page is ready. Spec: “Events”.
 */

import { type ActionMessage, actionMessage, type EmbedAction } from '../../../contract/messages/actions.ts';
import type { EnvelopeFault } from '../../../contract/messages/envelope.ts';
import { type ParsedEvent, parseEvent } from '../../../contract/messages/events.ts';
import type { ProtocolNames } from '../../../contract/messages/names.ts';

/** The part of the frame's window that is used. */
export interface FrameWindow {
  postMessage(message: unknown, targetOrigin: string): void;
}

/** The part of a `MessageEvent` that the gate reads. */
export interface Incoming {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
}

export type IgnoreReason = 'no-frame' | 'window' | 'origin' | EnvelopeFault;

export type GateDecision =
  | Exclude<ParsedEvent, { kind: 'rejected' }>
  | { kind: 'ignored'; reason: IgnoreReason; detail: string };

export type SendResult = 'sent' | 'queued' | 'refused';

export interface GateCounts {
  accepted: number;
  unknown: number;
  ignored: number;
  sent: number;
  /** Actions that wait until the embedded page is ready. */
  queued: number;
  readonly reasons: Map<IgnoreReason, number>;
}

/** Maximum length of the queue; more actions drop the oldest. */
const maxQueued = 100;

/** Whether `later` makes a queued action unnecessary. Only the latest action of a kind has an effect. */
function supersedes(later: EmbedAction, earlier: EmbedAction): boolean {
  if (later.name !== earlier.name) return false;
  if (later.name !== 'set-filter' || earlier.name !== 'set-filter') return true;
  const target = (text: string) => text.split('=', 1)[0];
  return target(later.payload.filterUrlParameter) === target(earlier.payload.filterUrlParameter);
}

export class Gate {
  readonly names: ProtocolNames;
  readonly tenantOrigin: string;
  readonly counts: GateCounts = { accepted: 0, unknown: 0, ignored: 0, sent: 0, queued: 0, reasons: new Map() };
  readonly #now: () => number;
  readonly #onSent: (message: ActionMessage) => void;
  #frame: FrameWindow | null = null;
  #ready = false;
  #queue: EmbedAction[] = [];

  /** @param tenantOrigin the origin of the embedded page; never `*` */
  constructor(names: ProtocolNames, tenantOrigin: string, now: () => number, onSent: (message: ActionMessage) => void) {
    if (!/^https?:\/\/[^/?#*]+$/.test(tenantOrigin)) throw new Error(`“${tenantOrigin}” is not an origin`);
    this.names = names;
    this.tenantOrigin = tenantOrigin;
    this.#now = now;
    this.#onSent = onSent;
  }

  get ready(): boolean {
    return this.#ready;
  }

  /** Starts a new load: accepts only this window, which is not ready yet, and clears the queue. */
  attach(frame: FrameWindow | null): void {
    this.#frame = frame;
    this.#ready = false;
    this.#queue = [];
    this.counts.queued = 0;
  }

  receive(message: Incoming): GateDecision {
    const decision = this.#decide(message);
    if (decision.kind === 'ignored') {
      this.counts.ignored += 1;
      this.counts.reasons.set(decision.reason, (this.counts.reasons.get(decision.reason) ?? 0) + 1);
    } else if (decision.kind === 'unknown') this.counts.unknown += 1;
    else {
      this.counts.accepted += 1;
      if (decision.event.name === 'ready') this.#open();
    }
    return decision;
  }

  #decide({ source, origin, data }: Incoming): GateDecision {
    if (!this.#frame) return { kind: 'ignored', reason: 'no-frame', detail: 'No page is embedded yet.' };
    if (source !== this.#frame)
      return {
        kind: 'ignored',
        reason: 'window',
        detail: 'The message comes from a window other than the embedded page.',
      };
    if (origin !== this.tenantOrigin)
      return {
        kind: 'ignored',
        reason: 'origin',
        detail: `The message comes from ${origin || 'an unknown origin'}, not from ${this.tenantOrigin}.`,
      };
    const parsed = parseEvent(data, this.names);
    return parsed.kind === 'rejected' ? { ...parsed, kind: 'ignored' } : parsed;
  }

  /**
   * Sends an action, or queues it until the embedded page is ready. Refuses to queue `set-session`: its session id is valid for five
   * minutes only.
   */
  send(action: EmbedAction): SendResult {
    if (this.#frame && this.#ready) return this.#post(action);
    if (action.name === 'set-session') return 'refused';
    this.#queue = [...this.#queue.filter((earlier) => !supersedes(action, earlier)), action].slice(-maxQueued);
    this.counts.queued = this.#queue.length;
    return 'queued';
  }

  /** Sends a message outside the catalog, for the inspector. The embedded page must be ready. */
  sendRaw(type: string, payload: Record<string, unknown>): SendResult {
    if (!this.#frame || !this.#ready) return 'refused';
    return this.#postMessage({ source: this.names.source, direction: 'action', type, payload, timestamp: this.#now() });
  }

  #open(): void {
    if (this.#ready) return;
    this.#ready = true;
    const waiting = this.#queue;
    this.#queue = [];
    this.counts.queued = 0;
    for (const action of waiting) this.#post(action);
  }

  #post(action: EmbedAction): SendResult {
    return this.#postMessage(actionMessage(this.names, action, this.#now()));
  }

  #postMessage(message: ActionMessage): SendResult {
    try {
      this.#frame?.postMessage(message, this.tenantOrigin);
    } catch {
      // The payload cannot be cloned. Only the inspector could compose such a message.
      return 'refused';
    }
    this.counts.sent += 1;
    this.#onSent(message);
    return 'sent';
  }
}
