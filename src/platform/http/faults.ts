/** Classifies the errors of sockets, TLS and undici by their codes. */

import { messageOf } from '../../base/errors.ts';
import { WireFailure, type WireFailureDetails, type WireFault, wireDetails } from './wire.ts';

const faultsByCode: Record<string, WireFault> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  EAI_NONAME: 'dns',
  ENODATA: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  EHOSTDOWN: 'refused',
  ENETUNREACH: 'refused',
  ENETDOWN: 'refused',
  EADDRNOTAVAIL: 'refused',
  EACCES: 'refused',
  EPERM: 'refused',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'too-large',
  UND_ERR_PRX_TLS: 'tls',
  EPROTO: 'tls',
  HOSTNAME_MISMATCH: 'tls',
  INVALID_CA: 'tls',
  INVALID_PURPOSE: 'tls',
};
const tlsCode = /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_CERT_|PATH_LENGTH_)/;
const connectFaults: ReadonlySet<WireFault> = new Set(['dns', 'refused', 'tls']);

/** The code of a failure, of its cause, or of the first of its `errors`. */
function codeOf(failure: unknown): string | undefined {
  let current = failure;
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, cause, errors } = current as { code?: unknown; cause?: unknown; errors?: unknown };
    if (typeof code === 'string' && code !== '') return code;
    current = Array.isArray(errors) && errors.length > 0 ? errors[0] : cause;
  }
  return undefined;
}

function faultOf(failure: unknown): WireFault {
  // Some parser errors of undici have an empty code.
  if (failure instanceof Error && failure.name === 'HTTPParserError') return 'not-http';
  const code = codeOf(failure);
  if (code === undefined) return 'reset';
  return faultsByCode[code] ?? (tlsCode.test(code) ? 'tls' : 'reset');
}

/** How to start Node.js, which the user of an editor does not start. */
const hintForNode = /; if the root CA is installed locally, try running Node\.js with --use-system-ca$/;

const proxyAnswer = /^Proxy response \((\d+)\)/;

interface FaultContext {
  sent: boolean;
  refused?: boolean;
  viaProxy: boolean;
  status?: number | undefined;
  headers?: ReadonlyMap<string, string> | undefined;
}

/** Wraps a thrown error. Before a request is sent through a proxy, every failure but TLS and timeouts counts as the proxy's. */
export function wireFailure(cause: unknown, { sent, refused, viaProxy, status, headers }: FaultContext): WireFailure {
  const message = messageOf(cause).replace(hintForNode, '');
  const details: Omit<WireFailureDetails, 'fault'> = { sent, refused, status, headers, cause };
  if (viaProxy && !sent) {
    const answered = proxyAnswer.exec(message);
    if (answered)
      return new WireFailure(wireDetails.message('proxy-answered', [answered[1]!]), { ...details, fault: 'proxy' });
    const fault = faultOf(cause);
    return new WireFailure(message, { ...details, fault: fault === 'tls' || fault === 'timeout' ? fault : 'proxy' });
  }
  return new WireFailure(message || (codeOf(cause) ?? 'failed'), { ...details, fault: faultOf(cause) });
}

/** Whether a failure with this code can only occur before the request is sent. */
export function isBeforeSending(failure: unknown): boolean {
  return codeOf(failure) === 'UND_ERR_CONNECT_TIMEOUT' || connectFaults.has(faultOf(failure));
}
