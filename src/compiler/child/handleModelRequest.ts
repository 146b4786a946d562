/** Handles a request to a compiled model. */

import type { QueryModelRequest } from '../compilerRequests.ts';
import type { ModelResponse } from '../modelRequest.ts';
import { findOrCompile } from './compiledModels.ts';
import { convertibleNames, metricView } from './query/metricView.ts';
import { planQuery } from './query/planQuery.ts';
import { QueryRefused } from './query/queryRefused.ts';
import { VisibleMembers } from './query/visibleMembers.ts';

export async function handleModelRequest({ model, files, request, groups }: QueryModelRequest): Promise<ModelResponse> {
  const compiled = await findOrCompile(model, files, request.securityContext);
  if (!compiled) return { kind: 'unknown-model' };
  const { result, compilers } = compiled;
  if (result.errors.length > 0) return { kind: 'broken', errors: result.errors };
  try {
    switch (request.kind) {
      case 'meta':
        return { kind: 'meta', meta: new VisibleMembers(compilers, { ...request, groups }).meta };
      case 'names':
        return { kind: 'names', names: convertibleNames(compilers) };
      case 'metricView':
        return { kind: 'metricView', view: metricView(compilers, request.name) };
      case 'query':
        return { kind: 'query', plan: planQuery(compilers, request.query, { ...request, groups }) };
    }
  } catch (failure) {
    if (failure instanceof QueryRefused) return { kind: 'refused', message: failure.message };
    throw failure;
  }
}
