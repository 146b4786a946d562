/** One HTTP exchange as plain data, and the failures of its connection. */

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

export interface WireLimits {
  /** From the first byte sent to the response's headers, in milliseconds. */
  headersMs: number;
  /** Longest pause within a body, in milliseconds. */
  stallMs: number;
  /** The whole exchange, queueing and connecting included, in milliseconds. */
  deadlineMs: number;
  maxResponseBytes: number;
}

export type WireFault = 'dns' | 'refused' | 'proxy' | 'tls' | 'timeout' | 'reset' | 'too-large' | 'not-http';

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
  readonly fault: WireFault;
  readonly sent: boolean;
  readonly refused: boolean;
  readonly status: number | undefined;
  readonly headers: ReadonlyMap<string, string> | undefined;

  constructor(message: string, { fault, sent, refused = false, status, headers, cause }: WireFailureDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'WireFailure';
    this.fault = fault;
    this.sent = sent;
    this.refused = refused;
    this.status = status;
    this.headers = headers;
  }
}
