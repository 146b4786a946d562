/** Sends the mutating calls that are not file sync (commit, merge, pull on the server, delete a branch …) through the guard. */

import { branchOperations, isPersonalBranch } from '../../contract/dataModel/branches.ts';
import type { BodyOf, Operation, ParamsOf, QueryOf, ResponseOf } from '../../contract/definition/operation.ts';
import { runtimeOperations } from '../../contract/deployments/runtime.ts';
import { HaltError, halt } from '../plan/halt.ts';
import { assertPersonalBranch, assertSessionOn } from './guardRules.ts';
import type { PlatformCaller } from './remoteBranch.ts';

/**
 * Sends an operation after its rules are checked: it names a branch, the same one everywhere in the input; a commit, or a pull
 * into a personal branch, needs the open dev-mode session on that branch.
 * @throws HaltError when a rule is broken; otherwise what the client throws.
 */
export async function guardedCall<O extends Operation & { changes: 'branch' }>(
  client: PlatformCaller,
  target: { deploymentId: string | number; branchName: string },
  operation: O,
  input: { query?: Partial<QueryOf<O>>; body?: BodyOf<O> },
  signal?: AbortSignal,
): Promise<ResponseOf<O>> {
  const { deploymentId, branchName } = target;
  const names = [input.query, input.body].map((part) => (part as { branchName?: unknown } | undefined)?.branchName);
  const isNamed = names.includes(branchName) && names.every((name) => name === undefined || name === branchName);
  if (branchName === '' || !isNamed) throw new HaltError(halt('unnamed-branch'));
  const personalOnly = operation.id === branchOperations.commit.id;
  if (personalOnly) assertPersonalBranch(branchName);
  if (personalOnly || (operation.id === branchOperations.pull.id && isPersonalBranch(branchName))) {
    const status = await client.call(runtimeOperations.getBuildStatus, { params: { deploymentId } }, { signal });
    const open = status.branchName ?? undefined;
    assertSessionOn(branchName, { branchName: open !== undefined && isPersonalBranch(open) ? open : undefined });
  }
  return client.call(operation, { params: { deploymentId } as ParamsOf<O>, ...input }, { signal });
}
