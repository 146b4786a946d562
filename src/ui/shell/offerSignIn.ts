/** The button that signs in, for failures whose text a page, a list or a test shows. */

import { hostOf, needsSignIn } from './failureKinds.ts';
import { type FailureShell, showFailure } from './notifications.ts';

/** The hosts whose message is on the screen. */
const offered = new Set<string | undefined>();

/** Shows the failure as a message if a new sign-in solves it; one message for a host. Does not wait for an answer. */
export function offerSignIn(failure: unknown, shell: FailureShell): void {
  if (!needsSignIn(failure)) return;
  const host = hostOf(failure);
  if (offered.has(host)) return;
  offered.add(host);
  void showFailure(failure, shell).finally(() => offered.delete(host));
}
