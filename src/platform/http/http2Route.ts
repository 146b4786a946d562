/** HTTP/2: all requests of an origin on one connection. */

import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { CancelledError } from '../../base/errors.ts';
import { type Exchange, exchange } from './exchange.ts';
import type { Route } from './route.ts';
import { WireFailure, type WireRequest } from './wire.ts';

interface Http2RouteOptions {
  /** Aborts when all connections must close. */
  closing: AbortSignal;
  /** How many bulk requests the server allows at a time. */
  onCapacity(bulk: number): void;
  /** No request can be sent any more; those that were sent may still be answered. */
  onEnd(): void;
  /** The server closed the connection, or asked for HTTP/1.1, before it answered a request. */
  onUnusable(): void;
}

/** As for HTTP/1.1: devices on the way forget idle connections without closing them. */
const idleMs = 4_000;
/** Streams that stay free for other requests. */
const spareStreams = 8;
const mostBulk = 128;
/** Bytes that the server may send ahead. The default of 64 kB makes a large listing take many round trips. */
const windowSize = 16 * 1024 * 1024;
/** In megabytes, of requests and responses together. The default of 10 refuses streams while large files are sent. */
const maxSessionMemory = 1024;
/** Error codes of RFC 9113. */
const noError = 0x0;
const refusedStream = 0x7;
const cancel = 0x8;
const http11Required = 0xd;

export async function http2Route(socket: TLSSocket, origin: string, options: Http2RouteOptions): Promise<Route> {
  // Loading it takes some milliseconds, and few servers need it.
  const { connect } = await import('node:http2');
  const settings = { enablePush: false, initialWindowSize: windowSize };
  const session = connect(origin, { createConnection: () => socket, settings, maxSessionMemory });
  session.once('connect', () => session.setLocalWindowSize(windowSize));
  return new Http2Route(session, options);
}

class Http2Route implements Route {
  readonly #session: ClientHttp2Session;
  readonly #options: Http2RouteOptions;
  #streams = 0;
  #sentAny = false;
  #answeredAny = false;
  #ended = false;
  /** The server has not processed streams with a higher number. */
  #lastProcessed = Number.POSITIVE_INFINITY;
  #idle: NodeJS.Timeout | undefined;

  constructor(session: ClientHttp2Session, options: Http2RouteOptions) {
    this.#session = session;
    this.#options = options;
    session.on('remoteSettings', ({ maxConcurrentStreams = mostBulk + spareStreams }) => {
      options.onCapacity(Math.min(mostBulk, maxConcurrentStreams - spareStreams));
    });
    session.on('goaway', (code, lastStreamId) => {
      this.#lastProcessed = lastStreamId;
      this.#end(code !== noError);
    });
    // Its streams report the failure.
    session.on('error', () => {});
    const close = () => {
      this.#end();
      session.destroy();
    };
    if (options.closing.aborted) close();
    else options.closing.addEventListener('abort', close, { once: true });
    session.once('close', () => {
      options.closing.removeEventListener('abort', close);
      this.#end(this.#sentAny);
    });
    this.#whenIdle();
  }

  send(...[request, limits, { signal }]: Parameters<Route['send']>): ReturnType<Route['send']> {
    return exchange(limits, signal, (current) => {
      let stream: ClientHttp2Stream | undefined;
      const abort = (reason: Error) => {
        stream?.close(cancel);
        // The connection may be dead. A later request must not wait for it, too.
        if (reason instanceof WireFailure && reason.fault === 'timeout') this.#end();
      };
      if (!current.sending(abort)) return;
      try {
        stream = this.#open(request);
      } catch (failure) {
        this.#end();
        return current.fail(failure, { refused: true });
      }
      this.#receive(stream, current);
      if (request.body) stream.end(request.body);
    });
  }

  /** @throws an error of Node when the connection takes no more streams */
  #open({ method, url, headers, body }: WireRequest): ClientHttp2Stream {
    const length = method === 'GET' ? {} : { 'content-length': String(body?.length ?? 0) };
    const head = { ':method': method, ':path': `${url.pathname}${url.search}`, ...headers, ...length };
    const stream = this.#session.request(head, { endStream: body === undefined });
    this.#sentAny = true;
    this.#streams += 1;
    clearTimeout(this.#idle);
    this.#session.ref();
    return stream;
  }

  #receive(stream: ClientHttp2Stream, current: Exchange): void {
    let isAnswered = false;
    let missing = Number.NaN;
    let failure: unknown;
    stream.once('response', ({ ':status': status = 0, ...headers }) => {
      isAnswered = true;
      this.#answeredAny = true;
      missing = Number(headers['content-length'] ?? Number.NaN);
      current.head(status, headers);
    });
    stream.on('data', (chunk: Buffer) => {
      missing -= chunk.length;
      const taken = current.data(chunk);
      if (!taken) return;
      stream.pause();
      taken.finally(() => stream.resume()).catch(() => {});
    });
    stream.once('end', () => {
      const isWhole = isAnswered && !stream.aborted && !stream.rstCode && !(missing > 0);
      if (!isWhole) return;
      current.end();
      // The server may answer without reading the whole request.
      if (!stream.writableFinished) stream.close(noError);
    });
    stream.on('error', (cause) => {
      failure = cause;
    });
    stream.once('close', () => {
      const { id, rstCode } = stream;
      if (rstCode === http11Required) this.#end(true);
      const refused = rstCode === refusedStream || id === undefined || id > this.#lastProcessed;
      const closed = failure ?? new Error('the connection was closed before the whole response');
      current.fail(this.#options.closing.aborted ? new CancelledError() : closed, { refused });
      this.#streams -= 1;
      if (this.#streams === 0) this.#whenIdle();
    });
  }

  #whenIdle(): void {
    if (this.#ended) {
      this.#session.destroy();
      return;
    }
    this.#session.unref();
    this.#idle = setTimeout(() => this.#end(), idleMs).unref();
  }

  /** @param isFailure whether the server ended it because of an error */
  #end(isFailure = false): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#idle);
    if (isFailure && !this.#answeredAny) this.#options.onUnusable();
    this.#options.onEnd();
    if (this.#streams === 0) this.#session.destroy();
  }
}
