/**
 * Typed requests and replies between two processes or frames that can only post messages to each other.
 * Every request settles: with the reply, the other side's failure, at its deadline, or when the channel closes.
 */

import { throwIfAborted } from './async.ts';
import { CancelledError, errorCatalog, messageOf, UserError } from './errors.ts';
import type { Disposable } from './lifetime.ts';

export const channelErrors = errorCatalog({
  /** `{0}`: how the connection ended. */
  closed: { message: 'The connection to the other process was closed: {0}' },
  /** `{0}`: the request's name; `{1}`: milliseconds. */
  'no-answer': { message: 'No answer to “{0}” within {1} ms.' },
});

/** The handlers of one side by request name. The signal aborts when the caller cancels the request. */
// biome-ignore lint/suspicious/noExplicitAny: the bound of a map of arbitrary handlers
export type Requests = Record<string, (argument: any, signal: AbortSignal) => unknown>;

export interface Port {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): Disposable;
  /** Fires with the reason when the other side has ended. */
  onClose?(listener: (reason: string) => void): Disposable;
}

interface Wire {
  channel: 'request' | 'reply' | 'failure' | 'cancel';
  id: number;
  name?: string;
  body?: unknown;
}

function isWire(message: unknown): message is Wire {
  if (typeof message !== 'object' || message === null) return false;
  const { channel, id } = message as Partial<Wire>;
  return typeof id === 'number' && ['request', 'reply', 'failure', 'cancel'].includes(channel as string);
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds until the call rejects; none by default. */
  deadlineMs?: number;
}

interface Pending {
  resolve(value: unknown): void;
  reject(failure: unknown): void;
}

/** One end of a channel: sends requests to the other side and answers requests with the handlers in `local`. Ignores other messages. */
export class Channel<Remote extends Requests> implements Disposable {
  readonly #port: Port;
  readonly #local: Requests;
  readonly #pending = new Map<number, Pending>();
  readonly #answering = new Map<number, AbortController>();
  readonly #subscriptions: Disposable[] = [];
  #nextId = 1;
  #closed: string | undefined;

  constructor(port: Port, local: Requests = {}) {
    this.#port = port;
    this.#local = local;
    this.#subscriptions.push(port.onMessage((message) => this.#receive(message)));
    const closing = port.onClose?.((reason) => this.#close(reason));
    if (closing) this.#subscriptions.push(closing);
  }

  /** Calls `name` on the other side. @throws UserError with the other side's message; CancelledError when aborted. */
  call<Name extends keyof Remote & string>(
    name: Name,
    argument: Parameters<Remote[Name]>[0],
    options: CallOptions = {},
  ): Promise<Awaited<ReturnType<Remote[Name]>>> {
    return new Promise((resolve, reject) => {
      throwIfAborted(options.signal);
      if (this.#closed !== undefined) throw channelErrors.error('closed', [this.#closed]);
      const id = this.#nextId++;
      const onAbort = () => {
        this.#post({ channel: 'cancel', id });
        settle()?.reject(new CancelledError());
      };
      const timer =
        options.deadlineMs === undefined
          ? undefined
          : setTimeout(() => {
              this.#post({ channel: 'cancel', id });
              settle()?.reject(channelErrors.error('no-answer', [name, options.deadlineMs ?? 0]));
            }, options.deadlineMs);
      const settle = (): Pending | undefined => {
        clearTimeout(timer);
        options.signal?.removeEventListener('abort', onAbort);
        const entry = this.#pending.get(id);
        this.#pending.delete(id);
        return entry && { resolve: resolve as (value: unknown) => void, reject };
      };
      this.#pending.set(id, {
        resolve: (value) => settle()?.resolve(value),
        reject: (failure) => settle()?.reject(failure),
      });
      options.signal?.addEventListener('abort', onAbort, { once: true });
      this.#port.post({ channel: 'request', id, name, body: argument } satisfies Wire);
    });
  }

  dispose(): void {
    this.#close('the channel was disposed');
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #post(message: Wire): void {
    if (this.#closed !== undefined) return;
    try {
      this.#port.post(message);
    } catch {
      // The other side ended after the check; onClose settles the pending requests.
    }
  }

  #close(reason: string): void {
    if (this.#closed !== undefined) return;
    this.#closed = reason;
    for (const answering of this.#answering.values()) answering.abort();
    for (const pending of [...this.#pending.values()]) {
      pending.reject(channelErrors.error('closed', [reason]));
    }
  }

  #receive(message: unknown): void {
    if (!isWire(message)) return;
    if (message.channel === 'reply') this.#pending.get(message.id)?.resolve(message.body);
    else if (message.channel === 'failure') {
      this.#pending.get(message.id)?.reject(new UserError(String(message.body ?? 'Unknown failure')));
    } else if (message.channel === 'cancel') this.#answering.get(message.id)?.abort();
    else void this.#answer(message);
  }

  async #answer({ id, name, body }: Wire): Promise<void> {
    const abort = new AbortController();
    this.#answering.set(id, abort);
    try {
      if (name === undefined || !Object.hasOwn(this.#local, name)) throw new Error(`Unknown request “${name}”`);
      this.#post({ channel: 'reply', id, body: await this.#local[name]?.(body, abort.signal) });
    } catch (failure) {
      this.#post({ channel: 'failure', id, body: messageOf(failure) });
    } finally {
      this.#answering.delete(id);
    }
  }
}
