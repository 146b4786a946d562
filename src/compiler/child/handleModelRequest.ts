/** Handles a request to a compiled model. */

import type { QueryModelRequest } from '../compilerRequests.ts';
import type { ModelResponse } from '../modelRequest.ts';
import { findOrCompile } from './compiledModels.ts';
import { planQuery } from './planQuery.ts';
import { QueryRefused } from './queryRefused.ts';
import { VisibleMembers } from './visibleMembers.ts';

export async function handleModelRequest({ model, files, request }: QueryModelRequest): Promise<ModelResponse> {
  const compiled = await findOrCompile(model, files, request.securityContext);
  if (!compiled) return { kind: 'unknown-model' };
  const { result, compilers } = compiled;
  if (result.errors.length > 0) return { kind: 'broken', errors: result.errors };
  try {
    if (request.kind === 'meta') {
      return { kind: 'meta', meta: new VisibleMembers(compilers, request.securityContext).meta };
    }
    return { kind: 'query', plan: planQuery(compilers, request.query, request.securityContext) };
  } catch (failure) {
    if (failure instanceof QueryRefused) return { kind: 'refused', message: failure.message };
    throw failure;
  }
}
