import { UserError } from '../../../base/errors.ts';
import type { DriverSource } from '../../source/dataSource.ts';
import { describeSource } from '../../source/describeSource.ts';
import { withoutSecrets } from './publishedDriver.ts';

/** @param failure of a driver that cannot connect */
export function unreachable(source: DriverSource, failure: unknown): UserError {
  const reason = messageWithoutSecrets(failure, source);
  return new UserError(`The database ${describeSource(source)} cannot be used: ${reason.replace(/([^.!?])$/, '$1.')}`, {
    cause: failure,
    action: 'Check that the server runs, and the address, user and password. The next query tries again.',
  });
}

/** The texts of failures that a driver wraps. */
export function messageWithoutSecrets(failure: unknown, source: DriverSource): string {
  return withoutSecrets(reasonOf(failure), source);
}

/** In contrast to a refused statement. */
export function isOfConnection(failure: unknown): boolean {
  for (let one = failure as { code?: unknown; cause?: unknown } | undefined, depth = 0; one && depth < 5; depth += 1) {
    if (/^(?:ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH|EAI_AGAIN)/.test(String(one.code))) return true;
    one = one.cause as typeof one;
  }
  return false;
}

/** Failures of connections can have a code instead of a text. */
function reasonOf(failure: unknown): string {
  if (failure instanceof AggregateError) return failure.errors.map(reasonOf).join(', ');
  const { message, code } = failure as { message?: string; code?: string };
  return message || code || String(failure);
}
