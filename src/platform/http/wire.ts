/** One HTTP exchange as plain data, and the failures of its connection. */

import { type CatalogMessage, errorCatalog } from '../../base/errors.ts';

export interface WireRequest {
  method: string;
  url: URL;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** Undefined sends no body. A write without a body sends `Content-Length: 0`. */
  body: Uint8Array | undefined;
}

export interface WireResponse {
  status: number;
  /** Lower-case names; repeated headers joined with `, `. */
  headers: ReadonlyMap<string, string>;
  body: Uint8Array;
  /** From sending the request on a connection to the end of its response. */
  roundTripMs: number;
}

/** Takes a body while it arrives. */
export interface BodySink {
  /** @returns a promise if the rest of the body must wait until it resolves */
  write(bytes: Uint8Array): Promise<void> | undefined;
}

/** Selects the sink of a response, whose body is empty then; undefined: the response contains its body. */
export type SinkFor = (status: number, headers: ReadonlyMap<string, string>) => BodySink | undefined;

export interface WireLimits {
  /** From the first byte sent to the response's headers, in milliseconds. */
  headersMs: number;
  /** Longest pause within a body, in milliseconds. */
  stallMs: number;
  /** The whole exchange, queueing and connecting included, in milliseconds. */
  deadlineMs: number;
  /** Does not limit a body that a sink takes. */
  maxResponseBytes: number;
  sinkFor?: SinkFor | undefined;
}

export type WireFault = 'dns' | 'refused' | 'proxy' | 'tls' | 'timeout' | 'reset' | 'too-large' | 'not-http';

/** Details of a failure, as the end of a sentence. Those of the operating system and of libraries are not here. */
export const wireDetails = errorCatalog({
  'no-response': { message: 'no response within {0} ms' },
  'not-read': { message: 'response not read within {0} ms' },
  stalled: { message: 'the response stalled for {0} ms' },
  'too-large': { message: 'the response is larger than {0} bytes' },
  'proxy-answered': { message: 'the proxy answered {0}' },
  'proxy-address': { message: 'the address of the proxy is not usable' },
});

export interface WireFailureDetails {
  fault: WireFault;
  /** Whether any byte of the request may have reached the server. */
  sent: boolean;
  /** The server was reached and has not processed the request. */
  refused?: boolean | undefined;
  /** Status of the response if its body was being read. */
  status?: number | undefined;
  headers?: ReadonlyMap<string, string> | undefined;
  cause?: unknown;
}

/** An exchange without a complete response. */
export class WireFailure extends Error {
  /** A text of another program is a string. */
  readonly detail: CatalogMessage | string;
  readonly fault: WireFault;
  readonly sent: boolean;
  readonly refused: boolean;
  readonly status: number | undefined;
  readonly headers: ReadonlyMap<string, string> | undefined;

  constructor(
    detail: CatalogMessage | string,
    { fault, sent, refused = false, status, headers, cause }: WireFailureDetails,
  ) {
    super(typeof detail === 'string' ? detail : detail.message, cause === undefined ? undefined : { cause });
    this.name = 'WireFailure';
    this.detail = detail;
    this.fault = fault;
    this.sent = sent;
    this.refused = refused;
    this.status = status;
    this.headers = headers;
  }
}
