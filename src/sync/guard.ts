/** The one gate in front of every call that changes something on the platform. */

import type { BodyOf, Operation, QueryOf, ResponseOf } from '../contract/operation.ts';
import type { PlatformCaller } from './remote.ts';

/**
 * Sends a changing operation that is not file sync (commit, merge, pull on the server, delete a branch, …) once its rules hold:
 * an explicit branch; for commit and pull also the credential's open personal branch. @throws HaltError when one does not.
 */
export function guarded<O extends Operation>(
  _client: PlatformCaller,
  _target: { deploymentId: string | number; branchName: string },
  _operation: O,
  _input: { query?: Partial<QueryOf<O>>; body?: BodyOf<O> },
  _signal?: AbortSignal,
): Promise<ResponseOf<O>> {
  throw new Error('Not built yet');
}
