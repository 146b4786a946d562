/** What a command says about a failure: as the editor, except for the next step, which is another one in a terminal. */

import { describeError, messageOf } from '../../base/errors.ts';
import type { PlatformErrorCode } from '../../platform/errors.ts';
import { PlatformError } from '../../platform/platformError.ts';

const useValidKey = 'Check the key in DATA_MODEL_API_KEY or --key-file.';
const checkNames = 'Check --deployment and --branch.';

const actions: Partial<Record<PlatformErrorCode, string>> = {
  unauthorized: useValidKey,
  'unauthorized-because': useValidKey,
  'not-found': checkNames,
  'not-found-because': checkNames,
};

export function failureText(failure: unknown): string {
  if (!(failure instanceof PlatformError)) return messageOf(failure);
  const { message, where, action, code } = failure;
  return describeError({ message, where, action: actions[code as PlatformErrorCode] ?? action });
}
