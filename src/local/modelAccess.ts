/** What callers may read of a model, evaluated from its compiled access policies, without a server. */

import { createHash } from 'node:crypto';
import type { ModelFile } from '../compiler/compileResult.ts';
import type { Compiler } from '../compiler/compiler.ts';
import type { ModelAccess } from '../compiler/modelRequest.ts';
import { localErrors } from './localErrors.ts';

/** @throws UserError `model-broken`, or if the compiler fails; CancelledError */
export async function modelAccess(
  compiler: Compiler,
  sources: readonly ModelFile[],
  callers: readonly (readonly string[])[],
  signal: AbortSignal,
): Promise<ModelAccess> {
  const model = createHash('sha256').update(JSON.stringify(sources)).digest('hex');
  const files = async () => sources;
  const request = { kind: 'access', callers, securityContext: {} } as const;
  // The code of one branch must not change what is said of another one.
  const answer = await compiler.queryModel({ model, line: model, files, request }, { signal });
  if (answer.kind === 'access') return answer.access;
  if (answer.kind !== 'broken') throw localErrors.error('no-access');
  throw localErrors.error('model-broken', [answer.errors.map(({ message }) => message).join('\n')]);
}
