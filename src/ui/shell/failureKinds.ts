/** What solves a failure. Does not import `PlatformError`, which would load the client. */

import { UserError } from '../../base/errors.ts';

const signInCodes: readonly unknown[] = ['key-not-stored', 'sign-in-denied', 'sign-in-expired'];

/** Whether the platform did not accept the key or the sign-in, or there is none. */
export function needsSignIn(failure: unknown): failure is UserError {
  return failure instanceof UserError && (kindOf(failure) === 'unauthorized' || signInCodes.includes(failure.code));
}

const permissionCodes: readonly unknown[] = [
  'administrators-only',
  'missing-any-permission',
  'missing-permission',
  'missing-permissions',
  'workbooks-need-admin',
];

/** Whether the user may not do it, so that another key may. */
export function needsOtherKey(failure: unknown): failure is UserError {
  return failure instanceof UserError && (kindOf(failure) === 'forbidden' || permissionCodes.includes(failure.code));
}

/** The host that a failure is about. */
export function hostOf(failure: UserError): string | undefined {
  const { host } = failure as { host?: unknown };
  if (typeof host === 'string') return host;
  if (failure.where !== undefined) return URL.canParse(failure.where) ? new URL(failure.where).host : failure.where;
  return typeof failure.args[0] === 'string' ? failure.args[0] : undefined;
}

function kindOf(failure: UserError): unknown {
  return (failure as { kind?: unknown }).kind;
}
