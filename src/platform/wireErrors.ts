/** Explains a failure of the connection to the user. */

import { redact } from '../base/redact.ts';
import type { WireFailure } from './http/wire.ts';
import { PlatformError } from './platformError.ts';
import { requestIdOf } from './response.ts';

export function explainWireFailure(
  failure: WireFailure,
  { host, operation, secrets }: { host: string; operation: string; secrets: readonly string[] },
): PlatformError {
  const { detail: given } = failure;
  const detail = typeof given === 'string' ? redact(given, secrets).replace(/[.\s]+$/, '') : given;
  return new PlatformError(failure.fault, [host, detail], {
    host,
    operation,
    writeState: failure.sent ? 'unknown' : 'not-sent',
    status: failure.status,
    requestId: requestIdOf(failure.headers, secrets),
    cause: failure,
  });
}
