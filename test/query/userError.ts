/** The UserError of a failing call. */

import assert from 'node:assert/strict';
import { UserError } from '../../src/base/errors.ts';

export async function userError(call: Promise<unknown>): Promise<UserError> {
  const failure = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(failure instanceof UserError, `expected a UserError, got ${failure}`);
  return failure;
}
