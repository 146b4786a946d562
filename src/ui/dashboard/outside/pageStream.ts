/** The connection to the page in the browser: server-sent events to the page, posted messages from it. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Port } from '../../../base/channel.ts';
import { Emitter } from '../../../base/event.ts';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';

/** Keeps proxies from closing an idle stream. */
const heartbeatMs = 20_000;
/** How long a message waits for the stream to open. */
const openMs = 5_000;

interface Stream {
  lifetime: Lifetime;
  incoming: Emitter<unknown>;
}

export class PageStream implements Disposable {
  readonly #onConnect: (port: Port) => Disposable;
  readonly #opened = new Emitter<Stream>();
  #stream: Stream | undefined;

  constructor(onConnect: (port: Port) => Disposable) {
    this.#onConnect = onConnect;
  }

  /** Opens the stream to a page. After a reload, or in a second tab, the last connection wins. */
  open(request: IncomingMessage, response: ServerResponse): void {
    this.dispose();
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
    response.write(': \n\n');
    const lifetime = new Lifetime();
    const incoming = new Emitter<unknown>();
    const closed = new Emitter<string>();
    const stream = { lifetime, incoming };
    this.#stream = stream;
    const heartbeat = setInterval(() => response.write(': \n\n'), heartbeatMs);
    lifetime.onDispose(() => {
      clearInterval(heartbeat);
      response.end();
      closed.fire('the browser closed the page');
    });
    request.on('close', () => {
      if (this.#stream === stream) this.dispose();
    });
    const connection = this.#onConnect({
      post: (message) => {
        if (lifetime.disposed) throw new Error('The page is closed.');
        response.write(`data: ${JSON.stringify(message)}\n\n`);
      },
      onMessage: (listener) => incoming.event(listener),
      onClose: (listener) => closed.event(listener),
    });
    lifetime.add(connection);
    this.#opened.fire(stream);
  }

  /** A function that delivers a message from the page; undefined if no stream opens in time. */
  async receiver(): Promise<((message: unknown) => void) | undefined> {
    const stream = await this.#whenOpen();
    return stream && ((message) => stream.incoming.fire(message));
  }

  dispose(): void {
    const stream = this.#stream;
    this.#stream = undefined;
    stream?.lifetime.dispose();
  }

  /** The first message of a page can arrive before its stream. */
  #whenOpen(): Promise<Stream | undefined> {
    if (this.#stream) return Promise.resolve(this.#stream);
    return new Promise((resolve) => {
      const settle = (stream?: Stream) => {
        clearTimeout(timer);
        subscription.dispose();
        resolve(stream);
      };
      const timer = setTimeout(settle, openMs);
      const subscription = this.#opened.event(settle);
    });
  }
}
