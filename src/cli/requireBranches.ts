/** Branches that the command line names. A branch that does not exist has no builds, no parent and no environment: that would be said of it. */

import { UserError } from '../base/errors.ts';
import { branchOperations } from '../contract/dataModel/branches.ts';
import type { Reader } from '../platform/client.ts';
import { PlatformError } from '../platform/platformError.ts';

const shownNames = 10;

/**
 * Ends without a failure if the platform does not list branches to this user.
 * @param names undefined: not given
 * @throws UserError `no-such-branch`; PlatformError
 */
export async function requireBranches(
  client: Reader,
  deploymentId: string,
  names: readonly (string | undefined)[],
): Promise<void> {
  const missing = new Set(names.filter((name) => name !== undefined));
  const listed: string[] = [];
  try {
    const input = { params: { deploymentId }, query: { first: 100 } };
    for await (const { name } of client.items(branchOperations.listBranches, input)) {
      listed.push(name);
      missing.delete(name);
      if (missing.size === 0) return;
    }
  } catch (failure) {
    if (failure instanceof PlatformError && failure.kind === 'forbidden') return;
    throw failure;
  }
  const [name] = missing;
  const more = listed.length > shownNames ? ` and ${listed.length - shownNames} more` : '';
  throw new UserError(`The deployment has no branch “${name}”.`, {
    code: 'no-such-branch',
    action: `Its branches: ${listed.slice(0, shownNames).join(', ')}${more}.`,
  });
}
