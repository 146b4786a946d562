/** Says in a person's words what a failure on the wire means and what to do about it. */

import { redact } from '../base/log.ts';
import type { WireFailure, WireFault } from './http/wire.ts';
import { type FailureKind, PlatformError } from './platformError.ts';
import { requestIdOf } from './response.ts';

interface Words {
  kind: FailureKind;
  message: (host: string, detail: string) => string;
  action: string;
}

const words: Record<WireFault, Words> = {
  dns: {
    kind: 'dns',
    message: (host) => `The name ${host} cannot be resolved.`,
    action: 'Check the platform’s address and your network connection.',
  },
  refused: {
    kind: 'refused',
    message: (host) => `${host} cannot be reached: nothing accepts the connection.`,
    action: 'Check that the platform runs and that no firewall or VPN is in the way.',
  },
  proxy: {
    kind: 'proxy',
    message: (host, detail) => `${host} cannot be reached through the proxy: ${detail}.`,
    action: 'Check the proxy in the settings “http.proxy” and “http.noProxy” and in the environment.',
  },
  tls: {
    kind: 'tls',
    message: (host, detail) => `The connection to ${host} cannot be trusted: ${detail}.`,
    action: 'Install the certificate authority of your network on this machine, or check the address.',
  },
  timeout: {
    kind: 'timeout',
    message: (host, detail) => `${host} did not answer in time: ${detail}.`,
    action: 'Try again; if it stays, check the platform’s state and your network.',
  },
  reset: {
    kind: 'reset',
    message: (host, detail) => `The connection to ${host} broke: ${detail}.`,
    action: 'Try again.',
  },
  'too-large': {
    kind: 'too-large',
    message: (host, detail) => `The answer of ${host} is too large: ${detail}.`,
    action: 'Ask for less at a time.',
  },
  'not-http': {
    kind: 'unexpected-shape',
    message: (host) => `What ${host} answers is not HTTP.`,
    action: 'Check the platform’s address and its port.',
  },
};

export function explainWireFailure(
  failure: WireFailure,
  { host, operation, secrets }: { host: string; operation: string; secrets: readonly string[] },
): PlatformError {
  const { kind, message, action } = words[failure.fault];
  const detail = redact(failure.message, secrets).replace(/[.\s]+$/, '');
  return new PlatformError(message(host, detail), {
    kind,
    host,
    operation,
    outcome: failure.sent ? 'unknown' : 'not-sent',
    action,
    status: failure.status,
    requestId: requestIdOf(failure.headers),
    cause: failure,
  });
}
