/** The client of a platform: calls the operations of the contract. */

import { delay, raceAbort, throwIfAborted, withDeadline } from '../base/async.ts';
import type { Disposable } from '../base/lifetime.ts';
import { type Log, redactingLog, silentLog } from '../base/log.ts';
import { redactKnown } from '../base/redact.ts';
import type { Change, ItemOf, ListOperation, Operation, ResponseOf } from '../contract/definition/operation.ts';
import type { Page } from '../contract/definition/shapes.ts';
import { normaliseBaseUrl } from './baseUrl.ts';
import {
  authorizationOf,
  type BareToken,
  type Credential,
  type CredentialInfo,
  expiryOf,
  type RenewableCredential,
  schemeOf,
} from './credential.ts';
import { readBytes, textOf } from './http/body.ts';
import { followRedirect } from './http/redirect.ts';
import { Transport, type TransportOptions } from './http/transport.ts';
import { type SinkFor, WireFailure, type WireRequest, type WireResponse, wireDetails } from './http/wire.ts';
import { pagesOf } from './pages.ts';
import { PlatformError } from './platformError.ts';
import { type AnyInput, buildRequest, type InputOf, type ParameterNames } from './request.ts';
import { readResponse } from './response.ts';
import { ResponseCache } from './responseCache.ts';
import { defaultRetry, type RetryPolicy, waitBeforeRetry } from './retry.ts';
import { type BodyReader, StreamedBody } from './streamedBody.ts';
import { explainWireFailure } from './wireErrors.ts';

export interface ClientOptions {
  /** https, or http on loopback. May have a path and a trailing slash. */
  baseUrl: string;
  credential: Credential | BareToken | RenewableCredential;
  /** How people know a platform whose address says nothing to them, such as an emulator. */
  name?: string | undefined;
  /** A shared transport, which its owner disposes, or the options of a separate one. */
  transport?: Transport | TransportOptions | undefined;
  retry?: Partial<RetryPolicy> | undefined;
  /** Milliseconds for a whole call with its retries; default 180 000. */
  deadlineMs?: number | undefined;
  log?: Log | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call with its retries. */
  deadlineMs?: number | undefined;
  /** Reads the answer, JSON or a file, while it arrives, without a limit of its size; called for each attempt. */
  reader?: (() => BodyReader) | undefined;
}

/** `[input?, options?]` if the operation requires no input, else `[input, options?]`. */
export type CallArguments<O extends Operation> =
  Record<never, never> extends InputOf<O>
    ? [input?: InputOf<O>, options?: CallOptions]
    : [input: InputOf<O>, options?: CallOptions];

/** A request of any operation. */
export interface FreeRequest {
  /** Its name, for errors and logs. */
  operation: string;
  method: string;
  /** Relative to the base address, encoded, with the query. */
  path: string;
  body?: { contentType: string; bytes: Uint8Array } | undefined;
}

export interface FreeResponse {
  status: number;
  /** Lower-case names. */
  headers: ReadonlyMap<string, string>;
  /** Decompressed. */
  bytes: Uint8Array;
  /** Without this client's credential; undefined for a file. */
  text: string | undefined;
  roundTripMs: number;
}

/** A client that can only read. */
export type Reader = Client<'nothing'>;

/** A client that can also change whatever is not an existing branch. */
export type ResourceWriter = Client<'nothing' | 'resource'>;

/**
 * `Changes`: what its operations may change. Who opens a connection has the whole client; the sessions hand out narrower types, and
 * only the guard of `sync/remote` uses it for branches.
 */
export class Client<in Changes extends Change = Change> implements Disposable {
  /** Normalised, without a trailing slash. */
  readonly baseUrl: string;
  /** Set for a platform whose address says nothing to people. */
  readonly name: string | undefined;
  /** The name, or host and port, for errors and logs. */
  readonly host: string;
  /** Finds the platform's own names of a call's query parameters. Set by its session. */
  parameterNames: ((operation: Operation, query: unknown, signal?: AbortSignal) => Promise<ParameterNames>) | undefined;
  /** Called after each call with whether the platform could be reached. Set by its session. */
  onReached: ((reached: boolean) => void) | undefined;
  readonly #credential: Credential | BareToken | RenewableCredential;
  /** The newest token first. */
  readonly #secrets: string[] = [];
  readonly #transport: Transport;
  readonly #ownsTransport: boolean;
  readonly #retry: RetryPolicy;
  readonly #deadlineMs: number;
  readonly #log: Log;
  readonly #cache = new ResponseCache();

  /** @throws UserError, without the key in it, for an invalid address or key. */
  constructor({ baseUrl, credential, name, transport, retry, deadlineMs = 180_000, log = silentLog }: ClientOptions) {
    this.baseUrl = normaliseBaseUrl(baseUrl);
    this.name = name;
    this.host = name ?? new URL(this.baseUrl).host;
    this.#credential = credential;
    if ('token' in credential) this.#authorizationOf(credential);
    this.#log = redactingLog(log, () => this.#secrets);
    this.#ownsTransport = !(transport instanceof Transport);
    this.#transport = transport instanceof Transport ? transport : new Transport({ log: this.#log, ...transport });
    this.#retry = { ...defaultRetry, ...retry };
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Calls an operation and resolves with its parsed answer; undefined if the response of a write is empty.
   * @throws PlatformError; CancelledError (or the signal's own reason) when `signal` aborts.
   */
  async call<O extends Operation & { changes: Changes }>(
    operation: O,
    ...[input, options]: CallArguments<O>
  ): Promise<ResponseOf<O>> {
    return this.#call(operation, (input ?? {}) as AnyInput, options);
  }

  /** The pages of a list, by cursor or by offset as the operation and the server support. Throws as `call` does. */
  pages<O extends ListOperation>(
    operation: O,
    ...[input, options]: CallArguments<O>
  ): AsyncGenerator<Page<ItemOf<O>>, void, void> {
    const first = (input ?? {}) as AnyInput;
    const call = (query: Record<string, unknown>) => this.#call(operation, { ...first, query }, options);
    return pagesOf<ItemOf<O>>(operation, (first.query ?? {}) as Record<string, unknown>, call, this);
  }

  /** The items of all pages of a list. */
  async *items<O extends ListOperation>(
    operation: O,
    ...args: CallArguments<O>
  ): AsyncGenerator<ItemOf<O>, void, void> {
    for await (const page of this.pages(operation, ...args)) yield* page.items;
  }

  /**
   * Sends a request that need not be in the contract, once, and resolves with its response, whatever the status.
   * @throws PlatformError when there is no response; CancelledError when `signal` aborts
   */
  async exchange(
    this: ResourceWriter,
    { operation, method, path, body }: FreeRequest,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<FreeResponse> {
    throwIfAborted(signal);
    const sent = await this.#currentCredential(signal);
    const headers: Record<string, string> = {
      authorization: this.#authorizationOf(sent),
      accept: 'application/json, */*;q=0.5',
      'accept-encoding': 'gzip',
      'user-agent': 'data-model-workbench',
      ...(body && { 'content-type': body.contentType }),
    };
    const request = { method, url: new URL(`${this.baseUrl}${path}`), headers, body: body?.bytes };
    const limits = { signal, deadlineMs: this.#deadlineMs, sinkFor: undefined };
    const send = () => this.#send({ id: operation, bulk: false }, request, limits);
    let response = await send();
    if (response.status === 401 && 'renew' in this.#credential) {
      headers.authorization = this.#authorizationOf(await this.#credential.renew(sent, signal));
      response = await send();
    }
    const bytes = await readBytes(response, this.#transport.maxResponseBytes);
    const contentType = response.headers.get('content-type') ?? '';
    // A server may echo the key.
    const isText = /^text\/|\bjson\b/i.test(contentType);
    return { ...response, bytes, text: isText ? redactKnown(textOf(bytes), this.#secrets) : undefined };
  }

  /** @throws UserError when there is no sign-in, CancelledError */
  async credentialInfo(signal?: AbortSignal): Promise<CredentialInfo> {
    const own = this.#credential;
    if (!('token' in own)) return { kind: 'sign-in', expiresAt: await own.expiresAt(signal) };
    return { kind: own.scheme === 'none' ? 'bearer' : schemeOf(own), expiresAt: expiryOf(own.token) };
  }

  /** Closes the connections, unless the transport is shared. Running calls reject with CancelledError. */
  dispose(): void {
    if (this.#ownsTransport) this.#transport.dispose();
  }

  async #call<O extends Operation>(operation: O, input: AnyInput, options: CallOptions = {}): Promise<ResponseOf<O>> {
    const { signal, deadlineMs = this.#deadlineMs, reader } = options;
    throwIfAborted(signal);
    const names = await this.parameterNames?.(operation, input.query, signal);
    let sent = await this.#currentCredential(signal);
    const authorization = this.#authorizationOf(sent);
    const request = buildRequest(operation, input, { baseUrl: this.baseUrl, host: this.host, authorization, names });
    let renewed = false;
    const context = { host: this.host, secrets: this.#secrets, maxBytes: this.#transport.maxResponseBytes };
    const end = performance.now() + deadlineMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const remainingMs = Math.max(1, end - performance.now());
        let streamed: StreamedBody | undefined;
        const sinkFor: SinkFor | undefined =
          reader &&
          ((status, headers) => {
            streamed = StreamedBody.of(reader(), status, headers, operation.answers);
            return streamed;
          });
        const response = await this.#send(operation, request, { signal, deadlineMs: remainingMs, sinkFor });
        this.onReached?.(true);
        const cached = reader ? undefined : this.#cache.get(operation, request, response);
        if (cached !== undefined) return cached as ResponseOf<O>;
        const late = () => this.#notReadInTime(operation, response, deadlineMs);
        const reading = withDeadline(
          readResponse(operation, response, { ...context, streamed }),
          Math.max(1, end - performance.now()),
          late,
        );
        const answer = await raceAbort(reading, signal);
        if (!reader) this.#cache.set(operation, request, response, answer);
        return answer;
      } catch (failure) {
        if (!(failure instanceof PlatformError)) throw failure;
        if (failure.kind === 'unauthorized' && 'renew' in this.#credential && !renewed) {
          renewed = true;
          sent = await this.#credential.renew(sent, signal);
          request.headers.authorization = this.#authorizationOf(sent);
          continue;
        }
        const waitMs = waitBeforeRetry(this.#retry, attempt, failure, operation);
        if (waitMs === undefined || performance.now() + waitMs >= end) {
          this.#log.warn(failure.describe());
          if (isNoContact(failure)) this.onReached?.(false);
          throw failure;
        }
        this.#log.debug(`${failure.describe()} Attempt ${attempt + 1} in ${Math.round(waitMs)} ms.`);
        await delay(waitMs, signal);
      }
    }
  }

  /** Remembers the token as a secret. A replaced one may still be in the answers of running calls. */
  async #currentCredential(signal: AbortSignal | undefined): Promise<Credential | BareToken> {
    return 'token' in this.#credential ? this.#credential : this.#credential.current(signal);
  }

  #authorizationOf(credential: Credential | BareToken): string {
    if (!this.#secrets.includes(credential.token)) this.#secrets.unshift(credential.token);
    this.#secrets.splice(4);
    return authorizationOf(credential);
  }

  #notReadInTime({ id }: Operation, { status, headers }: WireResponse, deadlineMs: number): PlatformError {
    const failure = new WireFailure(wireDetails.message('not-read', [deadlineMs]), {
      fault: 'timeout',
      sent: true,
      status,
      headers,
    });
    return explainWireFailure(failure, { host: this.host, operation: id, secrets: this.#secrets });
  }

  async #send(
    operation: Pick<Operation, 'id' | 'bulk'>,
    request: WireRequest,
    options: { signal: AbortSignal | undefined; deadlineMs: number; sinkFor: SinkFor | undefined },
  ): Promise<WireResponse> {
    const begun = performance.now();
    const line = `${request.method} ${request.url.pathname} (${operation.id})`;
    try {
      let current: WireRequest | undefined = request;
      for (let hops = 0; ; hops += 1) {
        const deadlineMs = Math.max(1, options.deadlineMs - (performance.now() - begun));
        const { bulk } = operation;
        const response = await this.#transport.send(current, { ...options, deadlineMs, bulk });
        const next: WireRequest | undefined = hops < 3 ? followRedirect(current, response) : undefined;
        if (!next) {
          this.#log.debug(`${line} → ${response.status} in ${Math.round(performance.now() - begun)} ms`);
          return response;
        }
        current = next;
      }
    } catch (failure) {
      if (!(failure instanceof WireFailure)) throw failure;
      throw explainWireFailure(failure, { host: this.host, operation: operation.id, secrets: this.#secrets });
    }
  }
}

const contactFaults = new Set(['dns', 'refused', 'proxy', 'tls', 'reset', 'timeout']);

/** Whether the platform could not be reached at all. A request that was sent may only be slow. */
function isNoContact({ kind, status, writeState }: PlatformError): boolean {
  return status === undefined && contactFaults.has(kind) && (kind !== 'timeout' || writeState === 'not-sent');
}
